"""The double pendulum with cable and the platform against motions found without the package (see `references`)."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest

import vazba as vz

from .references import Loops, Pendulum

EXAMPLES = Path(__file__).parents[2] / "examples"
METHODS = ("absolute", "recursive", "minimal")


def place(view):
    return np.column_stack([view.x, view.y, view.z])


def exchanged(r):
    """Largest change of a kind of energy."""
    e = r.energy
    return max(np.ptp(e.kinetic), np.ptp(e.potential), np.ptp(e.elastic), np.ptp(e.input), np.ptp(e.dissipated))


# --- double pendulum with cable -------------------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=METHODS)
def pendulum_run(request):
    return vz.simulate(
        vz.load(EXAMPLES / "double-pendulum-tables"), 4.0, 0.02, method=request.param, rtol=1e-12, atol=1e-14
    )


@cache
def pendulum_in_minimal_coordinates():
    reference = Pendulum()
    return reference, reference.run(reference.start, np.linspace(0, 4, 201))


def test_double_pendulum_with_cable_agrees_with_minimal_coordinates(pendulum_run):
    """Two wholly different formulations and integrators; the cable switches several times within the four seconds."""
    r, (reference, found) = pendulum_run, pendulum_in_minimal_coordinates()
    assert reference.switches >= 5
    rod, plate = np.array([reference.centres(y) for y in found]).transpose(1, 0, 2)
    assert place(r.body("body1")) == pytest.approx(rod, abs=2e-11)
    assert place(r.body("body2")) == pytest.approx(plate, abs=2e-11)
    turn = np.column_stack([r.body("body2")[q] for q in ("qw", "qx", "qy", "qz")])
    assert np.abs(np.sum(turn * found[:, 4:8], axis=1)) == pytest.approx(1.0, abs=1e-10)
    spin = np.column_stack([r.body("body2")[q] for q in ("wx", "wy", "wz")])
    assert spin == pytest.approx(found[:, 11:14], abs=1e-9)
    stretch, tension = np.array([reference.cables(y) for y in found])[:, :, 0].T
    expected = np.where((stretch < 0) | (tension < 0), 0.0, tension)
    assert r.cable("cable20").force == pytest.approx(expected, abs=1e-5)  # N, of some 6300
    assert r.cable("cable20").length == pytest.approx(stretch + 1.5, abs=1e-10)


def test_double_pendulum_keeps_energy_and_constraints(pendulum_run):
    r = pendulum_run
    assert r.status == "done"
    assert np.abs(r.energy.balance).max() < 1e-8 * exchanged(r)
    assert np.diff(r.energy.dissipated).min() >= 0
    assert r.energy.dissipated[-1] > 100
    assert max(r.constraint.position.max(), r.constraint.velocity.max()) < 1e-10


def test_double_pendulum_at_usual_tolerances(pendulum_run):
    r = vz.simulate(vz.load(EXAMPLES / "double-pendulum-tables"), 4.0, 0.02, method=pendulum_run.info["method"])
    assert place(r.body("body2")) == pytest.approx(place(pendulum_run.body("body2")), abs=1e-6)
    assert np.abs(r.energy.balance).max() < 1e-6 * exchanged(r)


# --- platform -------------------------------------------------------------------------------------------------------------


def platform(push, start):
    m = vz.load(EXAMPLES / "platform-tables")
    m.forces.clear()
    m.point("centre", "body4", (0, 0, 0))
    m.force("push", "centre", [push, 0, 0], start=start)
    return m


def platform_reference(push, start):
    """The platform from its description: feet on radius 1, heads on 1.5, rods of 2 m with local z along them."""
    corners = [np.array([np.cos(a), np.sin(a), 0]) for a in np.deg2rad([0, 120, 240])]
    height = np.sqrt(4 - 0.25)
    heads = [1.5 * c + [0, 0, height] for c in corners]
    y, joints = [], []
    for k, (foot, head) in enumerate(zip(corners, heads)):
        z = (head - foot) / 2
        axis = np.cross(
            [0, 0, 1], z
        )  # turn z to the rod: one angle about a level axis; its spin about z changes nothing
        half = np.arcsin(np.linalg.norm(axis)) / 2
        y += [*((head + foot) / 2), np.cos(half), *(np.sin(half) * axis / np.linalg.norm(axis))]
        joints += [((-1, foot), (k, np.array([0, 0, -1.0]))), ((k, np.array([0, 0, 1.0])), (3, 1.5 * corners[k]))]
    y += [0, 0, height, 1, 0, 0, 0]
    pairs = ((0, 1), (1, 2), (2, 0), (0, 2), (2, 1), (1, 0))
    cables = [((-1, corners[a]), (3, 1.5 * corners[b]), 1500.0, 10.0, 2.91) for a, b in pairs]
    rod = np.diag([1, 1, 0.1])
    loops = Loops([1, 1, 1, 5], [rod, rod, rod, np.diag([1, 1, 5])], joints, cables, (0, 0, -9.8),
                  ((3, np.zeros(3)), np.array([push, 0, 0.0])), start)  # fmt: skip
    return loops, np.array([*y, *np.zeros(24)])


@cache
def platform_by_newton_and_euler(push):
    loops, start = platform_reference(push, 0.25)
    found = loops.run(start, np.linspace(0, 1.25, 26), rtol=1e-11, atol=1e-12)
    assert loops.switches >= 2
    return found


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("push", [40.0, 5.0])
def test_platform_agrees_with_newton_and_euler(push, method):
    """Closed loops, six cables that go slack and taut, and a force that steps in."""
    r = vz.simulate(platform(push, 0.25), 1.25, 0.05, method=method, rtol=1e-12, atol=1e-14)
    found = platform_by_newton_and_euler(push)
    assert place(r.body("body4")) == pytest.approx(found[:, 21:24], abs=1e-9)
    assert place(r.body("body1")) == pytest.approx(found[:, 0:3], abs=1e-9)
    assert np.ptp(r.body("body4").x) > 0.01


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("push", [40.0, 5.0])
def test_platform_with_a_late_step_force(push, method):
    tight = vz.simulate(platform(push, 3.0), 6.0, 0.02, method=method, rtol=1e-11, atol=1e-13)
    usual = vz.simulate(platform(push, 3.0), 6.0, 0.02, method=method, rtol=1e-8, atol=1e-10)
    assert tight.status == usual.status == "done"
    before, plate = tight.time <= 3.0, tight.body("body4")
    for quantity in ("x", "y", "phi_x", "phi_y", "vx", "vy"):  # nothing moves the plate off its axis
        assert np.abs(plate[quantity][before]).max() < 1e-10
    forces = np.array([tight.cable(f"cable{k}").force[before] for k in range(71, 77)])
    assert np.ptp(forces, axis=0).max() < 1e-8
    assert place(usual.body("body4")) == pytest.approx(place(plate), abs=1e-6)
    assert np.abs(tight.energy.balance).max() < 1e-8 * exchanged(tight)
    assert np.abs(usual.energy.balance).max() < 1e-5 * exchanged(usual)
    assert tight.energy.input == pytest.approx(push * plate.x, abs=1e-8)  # a constant force: work = force x way
    assert max(tight.constraint.position.max(), tight.constraint.velocity.max()) < 1e-10


@pytest.mark.parametrize("name", ["double-pendulum-tables", "platform-tables", "platform-5N-tables"])
def test_nothing_drifts_in_independent_coordinates(name):
    """Loops are closed at every evaluation: gaps stay at rounding of the sizes (metres) and speeds, with nothing that stabilises."""
    r = vz.simulate(vz.load(EXAMPLES / name), method="minimal")
    assert r.status == "done"
    fastest = max(np.abs(r.body(b)[q]).max() for b in r.names["body"] for q in ("vx", "vy", "vz", "wx", "wy", "wz"))
    assert r.constraint.position.max() < 1e-13 * r.info["length"]
    assert r.constraint.velocity.max() < 1e-13 * max(1.0, fastest)
    other = vz.simulate(vz.load(EXAMPLES / name), method="recursive")
    for body in r.names["body"]:
        assert place(r.body(body)) == pytest.approx(place(other.body(body)), abs=1e-6)
