"""What is shown of models with elastic bodies: every station moves, is accelerated and carries energy as the unknowns say."""

from __future__ import annotations

from vazba._jit import boundary, get, jit
from vazba.algebra.vectors import triple
from vazba.bodies.mechanics import show_body
from vazba.equations.elastic import call_flex
from vazba.equations.records import DYNAMICS
from vazba.equations.verbs import VERB
from vazba.flexible.ancf import ancf_kinetic, node_size
from vazba.flexible.bars import pin_energies
from vazba.flexible.modal import modal_energies
from vazba.flexible.records import FLEXIBLE, OF_BAR, OF_MODAL, OF_POINT
from vazba.tables import WORK, numbers_at


@jit
def bodies_of(f, w, acceleration, q, v, a):  # type: ignore[no-untyped-def]
    """Coordinates, velocities and accelerations of the system's bodies from the states last placed and the accelerations of the unknowns."""
    states, nb = WORK.states(w), f.nb
    for k in range(states.shape[0]):
        show_body(f.dimension, states[k], k, q, v)
    rigid, stations = FLEXIBLE.rigid(f), FLEXIBLE.stations(f)
    modal, ancf = FLEXIBLE.modal(f), FLEXIBLE.ancf(f)
    big_b, bias = FLEXIBLE.b(f), FLEXIBLE.bias(f)
    for k in range(rigid.shape[0]):
        for n in range(nb):
            a[nb * rigid[k].body + n] = acceleration[rigid[k].v + n]
    for k in range(stations.shape[0]):
        st = stations[k]
        if st.kind == OF_MODAL:
            start, size, parts = int(modal[st.unit].v), nb + int(modal[st.unit].n), 1
        elif st.kind == OF_POINT or st.kind == OF_BAR:
            start, size, parts = int(st.unit), int(f.dimension), 1 if st.kind == OF_POINT else 2
        else:
            size, parts = node_size(f.dimension), 2
            start = int(ancf[st.unit].v) + size * int(st.element)
        for i in range(nb):
            total = bias[st.bias + i]
            for part in range(parts):
                for j in range(size):
                    total += get(big_b, int(st.b) + (part * nb + i) * size + j) * acceleration[start + part * size + j]
            a[nb * st.body + i] = total


@boundary(VERB)
def show(d_at, y_at, rates_at):  # type: ignore[no-untyped-def]
    """Every station moves and is accelerated as the unknowns say."""
    d = DYNAMICS.at(d_at)
    f, w = FLEXIBLE.at(d.flexible), WORK.at(d.work)
    call_flex(f.place_all, f.here, w.here, y_at)
    q, v = FLEXIBLE.q(f), FLEXIBLE.v(f)
    bodies_of(f, w, numbers_at(rates_at + 8 * d.nq, f.nv), q, v, DYNAMICS.acceleration(d))
    shown = DYNAMICS.shown(d)
    for k in range(q.shape[0]):
        shown[k] = q[k]
    for k in range(v.shape[0]):
        shown[q.shape[0] + k] = v[k]
    return 0


@boundary(VERB)
def amend(d_at, y_at, kept_at):  # type: ignore[no-untyped-def]
    """Add the energies and momenta of the elastic bodies; those they hold and their height were found with the forces."""
    d = DYNAMICS.at(d_at)
    f, g = FLEXIBLE.at(d.flexible), triple(numbers_at(d.gravity, 3))
    q, v, kept = numbers_at(y_at, f.nq), numbers_at(y_at + 8 * d.nq, f.nv), numbers_at(kept_at, 9)
    modal, ancf = FLEXIBLE.modal(f), FLEXIBLE.ancf(f)
    data, work = FLEXIBLE.constants(f), FLEXIBLE.work(f)
    energies = FLEXIBLE.energies(f)
    elastic, height = energies[0], energies[1]
    for k in range(8):
        energies[k] = 0.0
    for k in range(modal.shape[0]):
        modal_energies(modal[k], f.dimension, v, g, data, work, energies)
    for k in range(ancf.shape[0]):
        ancf_kinetic(ancf[k], f.dimension, q, v, energies)
    pins = FLEXIBLE.pins(f)
    for k in range(pins.shape[0]):
        pin_energies(pins[k], f.dimension, q, v, energies)
    kept[0] += energies[0]
    kept[1] += energies[1] + height
    kept[2] += elastic
    for k in range(6):
        kept[3 + k] += energies[2 + k]
    return 0
