"""Motions found without the package: bodies on ball joints with cables, written in NumPy and integrated by SciPy's DOP853.

`Pendulum`: rod and plate of the double pendulum in minimal coordinates (no multipliers). `Loops`: Newton and Euler with multipliers for
any bodies on ball joints. Both keep the mode of each cable during a step and stop at its switch:

    slack  l < l0         taut  l > l0, F > 0         loose  l > l0, but F = k/l0 (l - l0) + b/l0 l' < 0
"""

from __future__ import annotations

import numpy as np
from scipy.integrate import solve_ivp

SLACK, TAUT, LOOSE = range(3)


def skew(a):
    return np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])


def matrix(p):
    """Rotation matrix of a quaternion (w, x, y, z)."""
    w, u = p[0], np.asarray(p[1:])
    return (w * w - u @ u) * np.eye(3) + 2 * np.outer(u, u) + 2 * w * skew(u)


def quaternion_rate(p, w):
    """Rate of a quaternion for the angular velocity w in body components; pulls its length back to one."""
    u = p[1:]
    return 0.5 * np.array([-u @ w, *(p[0] * w + np.cross(u, w))]) + 0.5 * (1 - p @ p) * p


class Switched:
    """Integration with located switches. A child gives `rate(y, modes, from)` and `cables(y) -> (stretches, tensions)`; from: start of the part."""

    breaks: tuple[float, ...] = ()

    def modes(self, y):
        return tuple(SLACK if e <= 0 else TAUT if f > 0 else LOOSE for e, f in zip(*self.cables(y)))

    def run(self, y, times, rtol=1e-12, atol=1e-13):
        out, t, modes, self.switches = [], 0.0, self.modes(y), 0
        while True:
            stops = [b for b in self.breaks if b > t]
            end = min([times[-1], *stops])
            events = []
            for k, mode in enumerate(modes):
                for which, direction, to in {
                    SLACK: ((0, 1, TAUT),),
                    TAUT: ((1, -1, LOOSE),),
                    LOOSE: ((0, -1, SLACK), (1, 1, TAUT)),
                }[mode]:

                    def event(_, state, which=which, k=k):
                        return self.cables(state)[which][k]

                    event.terminal, event.direction, event.change = True, direction, (k, to)
                    events.append(event)
            wanted = times[(times >= t) & (times <= end)]
            part = solve_ivp(
                lambda _, y, modes=modes, from_=t: self.rate(y, modes, from_),
                (t, end), y, "DOP853", rtol=rtol, atol=atol, events=events or None, dense_output=True,
            )  # fmt: skip
            assert part.status >= 0, part.message
            reached = part.t[-1]
            wanted = wanted[wanted <= reached]
            out += [(s, part.sol(s)) for s in wanted if not out or s > out[-1][0]]
            if reached >= times[-1]:
                return np.array([y for _, y in out])
            t, y = reached, part.y[:, -1]
            if part.status == 1:
                change = next(e.change for e, hits in zip(events, part.t_events) if len(hits) and hits[-1] == reached)
                modes = tuple(change[1] if k == change[0] else mode for k, mode in enumerate(modes))
                self.switches += 1


class Pendulum(Switched):
    """Rod (ball joint at the origin) and plate of the double pendulum with cable: `y = (p1, p2, w1, w2)`, w in body components.

    `r1 = S1 a`, `r2 = S1 2a + S2 c`; the equations are those of d'Alembert for the virtual turns of the two bodies.
    """

    masses, gravity = (30.0, 350.0), np.array([0, 0, -9.8])
    inertias = (np.diag([10, 10, 0.01]), np.diag([30.0, 30, 60]))
    a, c, eye = np.array([0, 0, -1.0]), np.array([0, 1.0, 0]), np.array([-1.0, 0, 0])
    stiffness, damping, free_length = 10000 / 1.5, 100 / 1.5, 1.5
    start = np.array([1.0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0])

    def __init__(self, push=(0, 0, 0), begins=0.0):
        """`push`: force at the centre of the plate, acting from `begins` on."""
        self.push, self.breaks = np.array(push, float), (begins,) if np.any(push) else ()

    def centres(self, y):
        s1, s2 = matrix(y[:4]), matrix(y[4:8])
        return s1 @ self.a, s1 @ (2 * self.a) + s2 @ self.c

    def cables(self, y):
        w1, w2 = y[8:11], y[11:14]
        s1, s2 = matrix(y[:4]), matrix(y[4:8])
        arm = self.c + self.eye
        place = s1 @ (2 * self.a) + s2 @ arm
        speed = s1 @ np.cross(w1, 2 * self.a) + s2 @ np.cross(w2, arm)
        length = np.sqrt(place @ place)
        stretch = length - self.free_length
        return [stretch], [self.stiffness * stretch + self.damping * (place @ speed) / length]

    def rate(self, y, modes, from_):
        w1, w2 = y[8:11], y[11:14]
        s1, s2 = matrix(y[:4]), matrix(y[4:8])
        place = s1 @ (2 * self.a) + s2 @ (self.c + self.eye)
        pull = np.zeros(3)
        if modes[0] == TAUT:
            pull = -self.cables(y)[1][0] * place / np.sqrt(place @ place)
        (m1, m2), (j1, j2) = self.masses, self.inertias
        b1 = np.hstack([-s1 @ skew(self.a), np.zeros((3, 3))])
        b2 = np.hstack([-s1 @ skew(2 * self.a), -s2 @ skew(self.c)])
        b3 = np.hstack([-s1 @ skew(2 * self.a), -s2 @ skew(self.c + self.eye)])
        centripetal1 = s1 @ np.cross(w1, np.cross(w1, self.a))
        centripetal2 = 2 * centripetal1 + s2 @ np.cross(w2, np.cross(w2, self.c))
        mass = m1 * b1.T @ b1 + m2 * b2.T @ b2
        mass[:3, :3] += j1
        mass[3:, 3:] += j2
        force = m1 * b1.T @ (self.gravity - centripetal1) + m2 * b2.T @ (self.gravity - centripetal2) + b3.T @ pull
        if self.breaks and from_ >= self.breaks[0]:
            force += b2.T @ self.push
        force[:3] -= np.cross(w1, j1 @ w1)
        force[3:] -= np.cross(w2, j2 @ w2)
        return np.concatenate([quaternion_rate(y[:4], w1), quaternion_rate(y[4:8], w2), np.linalg.solve(mass, force)])


class Loops(Switched):
    """Bodies on ball joints: `y = (r, p of each body | v, w of each body)`, Newton and Euler with multipliers, no stabilisation.

    A place is `(body, local vector)`, body -1 being the ground.
    """

    def __init__(self, masses, inertias, joints, cables, gravity, force=None, start=0.0):
        """`cables`: (place, place, k, b, l0); `force`: (place, vector), acting from `start` on."""
        self.n, self.masses, self.inertias, self.gravity = len(masses), masses, inertias, np.asarray(gravity, float)
        self.joints, self.held, self.force, self.begins = joints, cables, force, start
        self.breaks = (start,) if force else ()
        self.mass = np.zeros((6 * self.n, 6 * self.n))
        for k in range(self.n):
            self.mass[6 * k : 6 * k + 3, 6 * k : 6 * k + 3] = masses[k] * np.eye(3)
            self.mass[6 * k + 3 : 6 * k + 6, 6 * k + 3 : 6 * k + 6] = inertias[k]

    def parts(self, y):
        q, v = y[: 7 * self.n].reshape(-1, 7), y[7 * self.n :].reshape(-1, 6)
        return q, v, [matrix(p[3:]) for p in q]

    def place(self, where, q, v, turns):
        body, local = where
        if body < 0:
            return np.asarray(local, float), np.zeros(3)
        return q[body, :3] + turns[body] @ local, v[body, :3] + turns[body] @ np.cross(v[body, 3:], local)

    def lines(self, y):
        q, v, turns = self.parts(y)
        out = []
        for a, b, k, damping, free in self.held:
            (pa, va), (pb, vb) = self.place(a, q, v, turns), self.place(b, q, v, turns)
            d = pb - pa
            length = np.sqrt(d @ d)
            out.append((length - free, (k * (length - free) + damping * (d @ (vb - va)) / length) / free, d / length))
        return out

    def cables(self, y):
        lines = self.lines(y)
        return [line[0] for line in lines], [line[1] for line in lines]

    def rate(self, y, modes, from_):
        q, v, turns = self.parts(y)
        f, n, m = np.zeros((self.n, 6)), 6 * self.n, 3 * len(self.joints)
        for k in range(self.n):
            f[k, :3] = self.masses[k] * self.gravity
            f[k, 3:] = -np.cross(v[k, 3:], self.inertias[k] @ v[k, 3:])

        def push(where, force):
            body, local = where
            if body >= 0:
                f[body, :3] += force
                f[body, 3:] += np.cross(local, turns[body].T @ force)

        for (a, b, *_), (_, tension, along), mode in zip(self.held, self.lines(y), modes):
            if mode == TAUT:
                push(a, tension * along)
                push(b, -tension * along)
        if self.force and from_ >= self.begins:
            push(*self.force)
        system, right = np.zeros((n + m, n + m)), np.zeros(n + m)
        system[:n, :n] = self.mass
        right[:n] = f.ravel()
        for k, pair in enumerate(self.joints):
            rows = slice(n + 3 * k, n + 3 * k + 3)
            for (body, local), sign in zip(pair, (1.0, -1.0)):
                if body >= 0:
                    w = v[body, 3:]
                    system[rows, 6 * body : 6 * body + 3] = sign * np.eye(3)
                    system[rows, 6 * body + 3 : 6 * body + 6] = -sign * turns[body] @ skew(local)
                    right[rows] -= sign * turns[body] @ np.cross(w, np.cross(w, local))
        system[:n, n:] = system[n:, :n].T
        solution = np.linalg.solve(system, right)[:n]
        rates = [np.concatenate([v[k, :3], quaternion_rate(q[k, 3:], v[k, 3:])]) for k in range(self.n)]
        return np.concatenate([*rates, solution])
