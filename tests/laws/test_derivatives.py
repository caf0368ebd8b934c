"""Rows are the derivative of Phi, nu its time derivative, gamma what is left of the second: for every joint and driver."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from .builders import (
    FREE_DRIVERS,
    WHERE,
    Equations,
    compiled,
    coupling_model,
    couplings,
    driven_coordinates,
    driven_joint_model,
    driver_model,
    joint_model,
    pair_joints,
)

FORMS = ("points", "drawn")


def models(seed):
    """Every element at random: (name, model)."""
    rng = np.random.default_rng(seed)
    for kind, dim in pair_joints():
        for where in WHERE:
            for form in FORMS:
                yield f"{kind} {dim}D {where} {form}", joint_model(kind, dim, rng, where, form)
    for kind, dim in couplings():
        yield f"{kind} {dim}D", coupling_model(kind, dim, rng)
    for kind, dim, coordinate in driven_coordinates():
        for where in WHERE:
            yield f"{coordinate} of {kind} {dim}D {where}", driven_joint_model(kind, dim, coordinate, rng, where)
    for kind, dims in FREE_DRIVERS.items():
        for dim in dims:
            for where in WHERE:
                if kind.endswith("in body") and where == "second":
                    continue  # the body in whose components the vector is given is the ground then
                yield f"driver {kind} {dim}D {where}", driver_model(kind, dim, rng, where)


CASES = dict(models(11))


def richardson(f, h):
    """Central difference of `f` at 0, the errors of order h^2 and h^4 taken out."""
    one, two, four = ((f(k * h) - f(-k * h)) / (2 * k * h) for k in (1, 2, 4))
    fine, coarse = (4 * one - two) / 3, (4 * two - four) / 3
    return (16 * fine - coarse) / 15


def curvature(f, h):
    """Second central difference of `f` at 0, the errors of order h^2 and h^4 taken out."""
    one, two, four = ((f(k * h) - 2 * f(0) + f(-k * h)) / (k * h) ** 2 for k in (1, 2, 4))
    fine, coarse = (4 * one - two) / 3, (4 * two - four) / 3
    return (16 * fine - coarse) / 15


class Path:
    """A smooth path through `q` with velocity `v` and acceleration `a` (velocity variables) at time 0, exact at all times.

    Space: `S(t) = S exp(t ~w) exp(t^2/2 ~al)`, hence `w(t) = exp(t^2/2 ~al)^T w + t al`, with `w(0) = w`, `w'(0) = al`.
    """

    def __init__(self, equations: Equations, q, v, a):
        self.dim, self.q, self.v, self.a = equations.system.dimension, q, v, a

    def at(self, t):
        if self.dim == 2:
            return self.q + t * self.v + t * t / 2 * self.a, self.v + t * self.a
        q, v = [], []
        bodies = zip(self.q.reshape(-1, 7), self.v.reshape(-1, 6), self.a.reshape(-1, 6))
        for q_k, v_k, a_k in bodies:
            second = Rotation.from_rotvec(t * t / 2 * a_k[3:])
            s = Rotation.from_quat(q_k[3:], scalar_first=True) * Rotation.from_rotvec(t * v_k[3:]) * second
            q += [*(q_k[:3] + t * v_k[:3] + t * t / 2 * a_k[:3]), *s.as_quat(scalar_first=True)]
            v += [*(v_k[:3] + t * a_k[:3]), *(second.inv().apply(v_k[3:]) + t * a_k[3:])]
        return np.array(q), np.array(v)


def size(*arrays):
    return 1.0 + max(float(np.abs(a).max(initial=0.0)) for a in arrays)


@pytest.mark.parametrize("case", CASES)
def test_rows_are_the_derivative_of_phi(case):
    equations, rng = compiled(CASES[case]), np.random.default_rng(1)
    for t in (0.0, 1.7):
        q, _ = equations.random_state(rng)
        equations.settle(q, t)
        jacobian = equations.at(q, None, t)["jacobian"]
        for k, unit in enumerate(np.eye(equations.system.nv)):
            slope = richardson(
                lambda h, q=q, t=t, unit=unit: equations.at(equations.moved(q, unit, h), None, t)["phi"], 1e-3
            )
            assert np.abs(slope - jacobian[:, k]).max() < 2e-9 * size(jacobian)


@pytest.mark.parametrize("case", CASES)
def test_nu_is_minus_the_time_derivative_of_phi(case):
    equations, rng = compiled(CASES[case]), np.random.default_rng(2)
    q, v = equations.random_state(rng)
    for t in (0.4, 1.7):
        equations.settle(q, t)
        nu = equations.at(q, v, t)["nu"]
        slope = richardson(lambda h, t=t: equations.at(q, v, t + h)["phi"], 1e-3)
        assert np.abs(nu + slope).max() < 1e-10
    if CASES[case].drivers:
        assert np.abs(nu).max() > 1e-3


@pytest.mark.parametrize("case", CASES)
def test_gamma_is_what_is_left_of_the_second_derivative(case):
    equations, rng = compiled(CASES[case]), np.random.default_rng(3)
    for t in (0.0, 1.7):
        q, v = equations.random_state(rng)
        a = rng.normal(size=len(v))
        path = Path(equations, q, v, a)
        equations.settle(q, t)

        def phi(h, t=t, path=path):
            return equations.at(*path.at(h), t + h)["phi"]

        def rate(h, t=t, path=path):
            q_h, v_h = path.at(h)
            now = equations.at(q_h, v_h, t + h)
            return now["jacobian"] @ v_h - now["nu"]

        now = equations.at(q, v, t)
        expected = now["jacobian"] @ a - now["gamma"]
        assert np.abs(richardson(phi, 1e-3) - rate(0.0)).max() < 1e-8 * size(expected)
        assert np.abs(richardson(rate, 2.5e-4) - expected).max() < 1e-7 * size(expected)
        assert np.abs(curvature(phi, 1e-3) - expected).max() < 3e-6 * size(expected)
        assert np.abs(now["gamma"]).max() > 1e-3 or "angle" in case or case.startswith(("gear 2D", "fixed", "rack"))


@pytest.mark.parametrize("case", [case for case, m in CASES.items() if m.joints])
def test_rates_of_joint_coordinates_are_their_derivatives(case):
    equations, rng = compiled(CASES[case]), np.random.default_rng(4)
    q, v = equations.random_state(rng)
    path = Path(equations, q, v, np.zeros_like(v))
    equations.settle(q)
    rates = equations.at(q, v)["rates"]
    slope = richardson(lambda h: equations.at(*path.at(h))["coordinates"], 1e-3)
    assert np.abs(rates - slope).max(initial=0.0) < 1e-9 * size(rates)
