"""What is reported of models with elastic bodies: every station moves, is accelerated and carries energy as the unknowns say."""

from __future__ import annotations

from vazba._jit import boundary, get, jit
from vazba.algebra.rotations import matrix_quaternion
from vazba.algebra.vectors import triple, turned_back
from vazba.equations.absolute import call_derivative
from vazba.equations.elastic import call_flex
from vazba.equations.tables import dynamics_at
from vazba.flexible.ancf import ancf_kinetic, node_size
from vazba.flexible.modal import modal_energies
from vazba.flexible.records import OF_MODAL, ancf_at, flexible_at, modal_at, rigid_at, stations_at
from vazba.kinematic.evaluate import states_at, work_at
from vazba.report.observe import OBSERVE, keep_instant, observed_at, rub_at, see_turns, table_at
from vazba.system import numbers_at, tables_at


@jit
def bodies_of(f, w, acceleration, q, v, a):  # type: ignore[no-untyped-def]
    """Coordinates, velocities and accelerations of the system's bodies from the states last placed and the accelerations of the unknowns."""
    states, nb = states_at(w.states, w.n_states), f.nb
    for k in range(states.shape[0]):
        b = states[k]
        if f.dimension == 2:
            q[3 * k], q[3 * k + 1], q[3 * k + 2] = b.r[0], b.r[1], b.angle
            v[3 * k], v[3 * k + 1], v[3 * k + 2] = b.v[0], b.v[1], b.w[2]
            continue
        p, spin = matrix_quaternion(b.s), turned_back(b.s, triple(b.w))
        same = p[0] * q[7 * k + 3] + p[1] * q[7 * k + 4] + p[2] * q[7 * k + 5] + p[3] * q[7 * k + 6]
        sign = -1.0 if same < 0.0 else 1.0
        for n in range(3):
            q[7 * k + n], v[6 * k + n], v[6 * k + 3 + n] = b.r[n], b.v[n], spin[n]
        for n in range(4):
            q[7 * k + 3 + n] = sign * p[n]
    rigid, stations = rigid_at(f.rigid, f.n_rigid), stations_at(f.stations, f.n_stations)
    modal, ancf = modal_at(f.modal, f.n_modal), ancf_at(f.ancf, f.n_ancf)
    big_b, bias = numbers_at(f.b, f.n_b), numbers_at(f.bias, f.n_bias)
    for k in range(rigid.shape[0]):
        for n in range(nb):
            a[nb * rigid[k].body + n] = acceleration[rigid[k].v + n]
    for k in range(stations.shape[0]):
        st = stations[k]
        if st.kind == OF_MODAL:
            start, size, parts = int(modal[st.unit].v), nb + int(modal[st.unit].n), 1
        else:
            size, parts = node_size(f.dimension), 2
            start = int(ancf[st.unit].v) + size * int(st.element)
        for i in range(nb):
            total = bias[st.bias + i]
            for part in range(parts):
                for j in range(size):
                    total += get(big_b, int(st.b) + (part * nb + i) * size + j) * acceleration[start + part * size + j]
            a[nb * st.body + i] = total


@boundary("void(int64, int64)")
def show_bodies(f_at, w_at):  # type: ignore[no-untyped-def]
    """`bodies_of` at the states last placed, with accelerations that do not count."""
    f = flexible_at(f_at, 1)[0]
    bodies_of(
        f, work_at(w_at, 1)[0], numbers_at(f.step, f.n_step), numbers_at(f.q, f.n_q), numbers_at(f.v, f.n_v), numbers_at(f.v_dot, f.n_v_dot)
    )  # fmt: skip


@boundary(OBSERVE)
def observe_flexible(d_at, derivative, o_at):  # type: ignore[no-untyped-def]
    """As `observe`: `stored` and `more` for every state."""
    d, o = dynamics_at(d_at, 1)[0], observed_at(o_at, 1)[0]
    s, w, f = tables_at(d.tables, 1)[0], work_at(d.work, 1)[0], flexible_at(d.flexible, 1)[0]
    q, v, a = numbers_at(f.q, f.n_q), numbers_at(f.v, f.n_v), numbers_at(d.acceleration, d.n_acceleration)
    energies, g = numbers_at(f.energies, f.n_energies), triple(numbers_at(d.gravity, 3))
    modal, ancf = modal_at(f.modal, f.n_modal), ancf_at(f.ancf, f.n_ancf)
    data, work, count = numbers_at(f.constants, f.n_constants), numbers_at(f.work, f.n_work), o.n_times
    times, n, width = numbers_at(o.times, count), o.n_states // max(count, 1), o.n_more // max(count, 1)
    for i in range(count):
        y_at = o.states + 8 * i * n
        see_turns(o, w, i)
        call_derivative(derivative, d_at, y_at, o.rates, times[i])
        elastic, height = energies[0], energies[1]
        call_flex(f.place_all, f.here, w.here, y_at)
        bodies_of(f, w, numbers_at(f.acceleration, f.nv), q, v, a)
        keep_instant(s, w, d, q, v, i, o)
        y, z, more = (
            numbers_at(y_at, f.nq),
            numbers_at(y_at + 8 * f.nq, f.nv),
            numbers_at(o.more + 8 * i * width, width),
        )
        for k in range(8):
            energies[k] = 0.0
        for k in range(modal.shape[0]):
            modal_energies(modal[k], f.dimension, z, g, data, work, energies)
        for k in range(ancf.shape[0]):
            ancf_kinetic(ancf[k], f.dimension, y, z, energies)
        more[0] += energies[0]
        more[1] += energies[1] + height
        more[2] += elastic
        for k in range(6):
            more[3 + k] += energies[2 + k]
        rub_at(s, w, d, i, table_at(o.rubbed, count, o.n_rubbed // count))
