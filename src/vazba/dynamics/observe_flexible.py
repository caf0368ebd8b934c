"""What is reported of models with elastic bodies: every station moves, is accelerated and carries energy as the unknowns say."""

from __future__ import annotations

from vazba._jit import get, jit
from vazba.algebra.rotations import matrix_quaternion
from vazba.algebra.vectors import triple, turned_back
from vazba.dynamics.absolute import call_derivative
from vazba.dynamics.flexible import call_flex
from vazba.dynamics.observe import keep_instant
from vazba.dynamics.tables import dynamics_at
from vazba.flexible.ancf import ancf_kinetic, node_size
from vazba.flexible.modal import modal_energies
from vazba.flexible.records import OF_MODAL, ancf_at, flexible_at, modal_at, rigid_at, stations_at
from vazba.kinematic.evaluate import poses_at, states_at, work_at
from vazba.loads.friction import friction_effort, normal_force
from vazba.paths.kernels import row_state
from vazba.system import frictions_at, numbers_at, rows_at, tables_at


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


@jit
def observe_flexible(d, kernel, times, states, seen, owner, second, stored, more, rubbed, rates):  # type: ignore[no-untyped-def]
    """As `observe`: `stored` and `more` for every state."""
    s, w, f = tables_at(d.tables, 1)[0], work_at(d.work, 1)[0], flexible_at(d.flexible, 1)[0]
    q, v, a = numbers_at(f.q, f.n_q), numbers_at(f.v, f.n_v), numbers_at(d.acceleration, d.n_acceleration)
    turns, energies, g = (
        numbers_at(w.turns, w.n_turns),
        numbers_at(f.energies, f.n_energies),
        triple(numbers_at(d.gravity, 3)),
    )
    modal, ancf = modal_at(f.modal, f.n_modal), ancf_at(f.ancf, f.n_ancf)
    data, work = numbers_at(f.constants, f.n_constants), numbers_at(f.work, f.n_work)
    frictions, coordinates = frictions_at(s.frictions, s.n_frictions), rows_at(s.coordinates, s.n_coordinates)
    rows, poses = rows_at(s.rows, s.n_rows), poses_at(w.poses, w.n_poses)
    multipliers, here = numbers_at(d.multipliers, d.n_multipliers), dynamics_at(d.here, 1)[0]
    for i in range(times.shape[0]):
        for k in range(turns.shape[0]):
            turns[k] = seen[i, k]
        call_derivative(kernel, d.here, states[i].ctypes.data, rates.ctypes.data, times[i])
        elastic, height = energies[0], energies[1]
        call_flex(f.place_all, f.here, w.here, states[i].ctypes.data)
        bodies_of(f, w, numbers_at(f.acceleration, f.nv), q, v, a)
        keep_instant(s, w, here, q, v, i, owner, second, stored, more)
        y, z = states[i, : f.nq], states[i, f.nq : f.nq + f.nv]
        for k in range(8):
            energies[k] = 0.0
        for k in range(modal.shape[0]):
            modal_energies(modal[k], f.dimension, z, g, data, work, energies)
        for k in range(ancf.shape[0]):
            ancf_kinetic(ancf[k], f.dimension, y, z, energies)
        more[i, 0] += energies[0]
        more[i, 1] += energies[1] + height
        more[i, 2] += elastic
        for k in range(6):
            more[i, 3 + k] += energies[2 + k]
        for k in range(frictions.shape[0]):
            r = frictions[k]
            _, rate = row_state(coordinates[r.coordinate], poses, turns)
            rubbed[i, k, 0], rubbed[i, k, 1] = rate, friction_effort(r, rate, normal_force(r, rows, poses, multipliers))
