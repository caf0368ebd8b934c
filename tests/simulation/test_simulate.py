"""Runs against closed forms, the behaviour of the integrator, and what a user is told."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import ellipj, ellipk

import vazba as vz
from vazba.simulation import run as run_module

from .references import matrix

G = 9.81
TIGHT = {"rtol": 1e-11, "atol": 1e-13}


def place(view):
    return np.column_stack([view[q] for q in "xyz" if q in view])


def stone(dimension=2, **values):
    m = vz.Model("stone", dimension=dimension)
    m.body("b", mass=2.0, inertia=0.3 if dimension == 2 else [0.3, 0.4, 0.5], **values)
    m.point("P", "b", (0.0,) * dimension)
    return m


# --- one body -------------------------------------------------------------------------------------------------------------


def test_projectile():
    r = vz.simulate(stone(velocity=[3.0, 4.0], angular_velocity=2.0), 2.0, 0.1)
    b, t = r.body("b"), r.time
    assert b.x == pytest.approx(3 * t, abs=1e-12)
    assert b.y == pytest.approx(4 * t - G / 2 * t**2, abs=1e-12)
    assert b.angle == pytest.approx(2 * t, abs=1e-12)
    assert b.ay == pytest.approx(-G, abs=1e-12)
    assert r.energy.balance == pytest.approx(0, abs=1e-10)


@pytest.mark.parametrize("damping", [0.0, 3.0])
def test_oscillator(damping):
    """`m x'' + b x' + k (x - l0) = 0` along x, without gravity, beside its closed form."""
    m = stone(position=[0.7, 0.0], velocity=[0.5, 0.0])
    m.gravity = (0, 0)
    m.point("O", "ground", (0, 0))
    m.spring("s", "O", "P", stiffness=50.0, free_length=1.0)
    if damping:
        m.damper("d", "O", "P", damping=damping)
    r = vz.simulate(m, 5.0, 0.05, **TIGHT)
    decay = damping / 4.0
    w = np.sqrt(25.0 - decay**2)
    swing = np.exp(-decay * r.time) * (-0.3 * np.cos(w * r.time) + (0.5 - 0.3 * decay) / w * np.sin(w * r.time))
    assert r.body("b").x == pytest.approx(1 + swing, abs=1e-9)
    assert r.spring("s").force == pytest.approx(50 * swing, abs=1e-7)
    assert np.abs(r.energy.balance).max() < 1e-9
    spent = r.energy.dissipated
    assert spent == pytest.approx(0, abs=1e-12) if not damping else spent[-1] > 2.0
    if damping:
        assert r.damper("d").force == pytest.approx(damping * r.body("b").vx, abs=1e-10)


def pendulum(angle=0.0, order=("ground", "rod"), centred=False, **values):
    """Compound pendulum, hanging along -y at angle 0; its frame at the pin, or in the mass centre."""
    m = vz.Model("pendulum", dimension=2)
    c = np.array([np.sin(angle), -np.cos(angle)]) * 0.6
    at = {"position": c.tolist()} if centred else {"com": [0, -0.6]}
    m.body("rod", mass=2.0, inertia=0.3, angle=angle, **at, **values)
    m.point("tip", "rod", (0.1, -0.6) if centred else (0.1, -1.2))
    m.revolute("A", *order, at=(0, 0))
    return m


SMALL = np.sqrt(2.0 * G * 0.6 / (0.3 + 2.0 * 0.36))  # angular frequency of small swings


def test_pendulum_swings_by_elliptic_functions():
    """From rest at 120 degrees: `sin(phi/2) = k cd(w t)`, `k = sin 60 deg`, period `4 K / w`."""
    k = np.sin(np.deg2rad(60))
    period = 4 * ellipk(k**2) / SMALL
    r = vz.simulate(pendulum(np.deg2rad(120)), 2 * period, period / 40, **TIGHT)
    _, cn, dn, _ = ellipj(SMALL * r.time, k**2)
    assert r.body("rod").angle == pytest.approx(2 * np.arcsin(k * cn / dn), abs=2e-9)
    assert r.body("rod").angle[[10, 20, 40, 80]] == pytest.approx(np.deg2rad([0, -120, 120, 120]), abs=2e-9)
    assert r.joint("A").angle == pytest.approx(r.body("rod").angle, abs=1e-12)
    assert np.abs(r.energy.balance).max() < 1e-9 * np.ptp(r.energy.kinetic)
    assert np.ptp(r.energy.kinetic + r.energy.potential) < 1e-9 * np.ptp(r.energy.kinetic)
    assert r.constraint.position.max() < 1e-12


def test_a_mass_centre_away_from_the_frame_changes_nothing():
    values = {"angular_velocity": 1.3}
    c = np.array([np.sin(0.9), -np.cos(0.9)]) * 0.6
    one = vz.simulate(pendulum(0.9, **values), 2.0, 0.05, **TIGHT)
    two = vz.simulate(pendulum(0.9, centred=True, velocity=(1.3 * np.array([-c[1], c[0]])).tolist(), **values), 2.0, 0.05, **TIGHT)  # fmt: skip
    assert place(one.point("tip")) == pytest.approx(place(two.point("tip")), abs=1e-9)
    for quantity in ("fx", "fy", "m"):
        assert one.joint("A")[quantity] == pytest.approx(two.joint("A")[quantity], abs=1e-7)


def test_a_mass_centre_away_from_the_frame_in_space():
    """A body on a ball, thrown: frame at the ball, or in the mass centre."""
    c, w = np.array([0.1, -0.3, -0.5]), np.array([1.0, -2.0, 4.0])
    runs = []
    for centred in (False, True):
        m = vz.Model("top", dimension=3)
        at = {"position": c.tolist(), "velocity": np.cross(w, c).tolist()} if centred else {"com": c.tolist()}
        m.body("b", mass=2.0, inertia=[0.3, 0.4, 0.5, 0.02, 0.03, -0.04], angular_velocity=w.tolist(), **at)
        m.point("tip", "b", at=(0.4, 0.2, -0.8))
        m.spherical("A", "ground", "b", at=(0, 0, 0))
        runs.append(vz.simulate(m, 1.5, 0.05, **TIGHT))
        assert not runs[-1].warnings
    one, two = runs
    assert place(one.point("tip")) == pytest.approx(place(two.point("tip")), abs=1e-9)
    for quantity in ("fx", "fy", "fz"):
        assert one.joint("A")[quantity] == pytest.approx(two.joint("A")[quantity], abs=1e-7)


def rotations(view):
    return np.array([matrix(p) for p in np.column_stack([view[q] for q in ("qw", "qx", "qy", "qz")])])


def test_free_axisymmetric_body_precesses():
    """`w_x + i w_y` turns with `(C - A)/A w_z` in the body; the angular momentum stands still in the ground."""
    m = vz.Model("disc", dimension=3, gravity=(0, 0, 0))
    m.body("b", mass=1.0, inertia=[0.4, 0.4, 0.7], angular_velocity=[0.8, 0.3, 5.0], orientation={"cardan": [0.4, 0.2, -1.0]})  # fmt: skip
    r = vz.simulate(m, 4.0, 0.05, **TIGHT)
    b = r.body("b")
    expected = (0.8 + 0.3j) * np.exp(1j * (0.7 - 0.4) / 0.4 * 5.0 * r.time)
    assert b.wx + 1j * b.wy == pytest.approx(expected, abs=1e-9)
    assert b.wz == pytest.approx(5.0, abs=1e-10)
    momentum = np.einsum("tij,tj->ti", rotations(b), np.column_stack([0.4 * b.wx, 0.4 * b.wy, 0.7 * b.wz]))
    assert momentum == pytest.approx(np.tile(momentum[0], (len(momentum), 1)), abs=1e-9)


def test_nothing_happens_at_ninety_degrees():
    """A spin about y goes through the attitude where Cardan angles fail; the step sequence does not notice."""
    m = vz.Model("b", dimension=3, gravity=(0, 0, 0))
    m.body("b", mass=1.0, inertia=[0.4, 0.7, 0.5], angular_velocity=[0, 2.0, 0])
    m.point("P", "b", (1.0, 0, 0))
    r = vz.simulate(m, np.pi, np.pi / 40, **TIGHT)
    b = r.body("b")
    assert b.qw * np.cos(r.time) + b.qy * np.sin(r.time) == pytest.approx(1, abs=1e-11)
    assert r.point("P").z == pytest.approx(-np.sin(2 * r.time), abs=1e-10)
    assert b.phi_y[:11] == pytest.approx(2 * r.time[:11], abs=1e-7)
    assert all(np.isfinite(b[q]).all() for q in b.quantities)


def test_ground_axes_do_not_matter():
    """A gyroscopic top that sweeps through Cardan's singular attitude, and the same in turned ground axes."""
    turn = matrix(np.array([0.8, 0.0, 0.6, 0.0]))
    runs = []
    for s in (np.eye(3), turn):
        m = vz.Model("top", dimension=3, gravity=(s @ [0, 0, -G]).tolist())
        first = s @ matrix([np.cos(0.4), np.sin(0.4), 0, 0])
        w = np.sqrt(max(1 + np.trace(first), 0)) / 2
        p = [
            w,
            *(np.array([first[2, 1] - first[1, 2], first[0, 2] - first[2, 0], first[1, 0] - first[0, 1]]) / (4 * w)),
        ]
        m.body("b", mass=2.0, inertia=[0.3, 0.5, 0.2], com=[0.5, 0, 0], orientation={"quaternion": p}, angular_velocity=[6, 1.0, 0.4])  # fmt: skip
        m.point("tip", "b", (1.0, 0.2, 0))
        m.point("A1", "b", (0, 0, 0))
        m.point("A0", "ground", (0, 0, 0))
        m.spherical("A", "A0", "A1")
        runs.append(vz.simulate(m, 2.0, 0.02, **TIGHT))
    assert max(np.abs(r.body("b").phi_y).max() for r in runs) > np.deg2rad(85)
    assert place(runs[1].point("tip")) == pytest.approx(place(runs[0].point("tip")) @ turn.T, abs=1e-9)
    assert np.abs(runs[0].energy.balance).max() < 1e-9


# --- integrator -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("integrator", "low", "high"), [("dopri5", 4.3, 6.5), ("dop853", 7.0, 10.5)])
def test_errors_follow_the_tolerance_and_the_order_is_that_of_the_method(integrator, low, high):
    k = np.sin(np.deg2rad(60))
    period = 4 * ellipk(k**2) / SMALL
    _, cn, dn, _ = ellipj(SMALL * 0.9 * period, k**2)
    exact, tolerances, errors, steps = 2 * np.arcsin(k * cn / dn), 10.0 ** -np.arange(7, 13), [], []
    for tolerance in tolerances:
        how = {"rtol": tolerance, "atol": tolerance, "integrator": integrator, "method": "absolute"}
        r = vz.simulate(pendulum(np.deg2rad(120)), 0.9 * period, 0.9 * period, **how)
        errors.append(abs(r.body("rod").angle[-1] - exact))
        steps.append(r.info["steps"])
    slope = np.polyfit(np.log(tolerances), np.log(errors), 1)[0]
    order = -np.polyfit(np.log(steps), np.log(errors), 1)[0]
    assert 0.8 < slope < 1.25
    assert low < order < high
    assert max(np.array(errors) / tolerances) < 100


def test_output_times_do_not_change_the_motion():
    fine, coarse = (vz.simulate(pendulum(2.0), 3.0, every, **TIGHT) for every in (0.0005, 1.5))
    same = [0, 3000, 6000]
    assert fine.body("rod").angle[same] == pytest.approx(coarse.body("rod").angle, abs=1e-9)
    assert fine.body("rod").w[same] == pytest.approx(coarse.body("rod").w, abs=1e-9)
    assert fine.info["steps"] < 2 * coarse.info["steps"]
    k, t = np.sin(1.0), fine.time
    _, cn, dn, _ = ellipj(SMALL * t, k**2)
    assert fine.body("rod").angle == pytest.approx(2 * np.arcsin(k * cn / dn), abs=1e-9)  # also between the steps


def test_the_speed_of_the_computer_does_not_change_the_motion(monkeypatch):
    """How many output times are computed at once follows the clock; the result must not."""
    runs = []
    for tick in (1e-9, 1e9):
        monkeypatch.setattr(run_module, "TICK", tick)
        runs.append(vz.simulate(pendulum(2.0), 1.0, 0.01))
    assert np.array_equal(runs[0].body("rod").angle, runs[1].body("rod").angle)


def test_a_force_that_steps_in_is_not_felt_before():
    """Polynomials of degree two on both sides of the step are exact for the method: nothing to reject, no error."""
    for start in (0.7, 1.0):
        m = stone()
        m.force("F", "P", [3.0, 0.0], start=start)
        r = vz.simulate(m, 2.0, 0.25)
        assert r.body("b").x == pytest.approx(0.75 * np.clip(r.time - start, 0, None) ** 2, abs=1e-13)
        assert r.info["rejected"] <= 3


@pytest.mark.parametrize("every", [0.5, 0.05, 0.01])
def test_a_cable_that_pulls_from_an_output_time_on(every):
    """Free fall of half a second, then an oscillation about the new rest with damping."""
    m = stone(position=[0, -1])
    m.gravity = (0, -9.8)
    m.point("O", "ground", (0, 0))
    free = 1 + 4.9 * 0.25
    m.cable("c", ["O", "P"], stiffness=100 * free, damping=4.0 * free, free_length=free)
    r = vz.simulate(m, 1.0, every, **TIGHT)
    assert r.status == "done"
    s = r.time - 0.5
    w = np.sqrt(50 - 1.0)
    rest = 2.0 * 9.8 / 100
    stretch = rest + np.exp(-s) * (-rest * np.cos(w * s) + (4.9 - rest) / w * np.sin(w * s))
    rate = np.gradient(stretch, r.time) if len(s) > 3 else None
    pulled = s >= 0
    if rate is not None:  # compare while it pulls; later it goes loose and is thrown up
        pulled &= np.cumsum(pulled & (100 * stretch + 4 * rate < 0)) == 0
        assert -r.body("b").y[pulled] == pytest.approx(free + stretch[pulled], abs=1e-9)
    fallen = r.time <= 0.5
    assert -r.body("b").y[fallen] == pytest.approx(1 + 4.9 * r.time[fallen] ** 2, abs=1e-11)
    assert np.abs(r.energy.balance).max() < 1e-9


# --- what a user is told --------------------------------------------------------------------------------------------------


def test_stopping_keeps_what_was_done():
    def stop(now, end):
        assert end == 5.0
        if now > 1.0:
            raise KeyboardInterrupt

    r = vz.simulate(pendulum(1.0), 5.0, 0.01, progress=stop)
    assert r.status == "interrupted"
    assert "stopped by the user" in r.message
    assert 1.0 <= r.time[-1] < 5.0
    whole = vz.simulate(pendulum(1.0), 5.0, 0.01)
    kept = len(r) - 1  # the last instant is that at which it was stopped
    assert r.body("rod").angle[:kept] == pytest.approx(whole.body("rod").angle[:kept], abs=1e-7)
    assert r.time[kept - 1] < r.time[kept] <= r.time[kept - 1] + 0.01
    there = vz.simulate(pendulum(1.0), float(r.time[kept]), 1.0)
    assert r.body("rod").angle[kept] == pytest.approx(there.body("rod").angle[-1], abs=1e-7)


def test_progress_is_told_while_it_runs_also_when_results_are_few():
    seen = []
    r = vz.simulate(pendulum(1.0), 100.0, 100.0, progress=lambda now, _: seen.append(now))
    assert len(r) == 2
    assert len(seen) > 3
    assert seen == sorted(seen)
    assert seen[-1] == 100.0


def test_a_run_stopped_between_two_results_keeps_the_time_reached():
    def stop(now, end):
        if now > 10.0:
            raise KeyboardInterrupt

    r = vz.simulate(pendulum(1.0), 100.0, 100.0, progress=stop)
    assert r.status == "interrupted"
    assert len(r) == 2
    assert 10.0 < r.time[-1] < 100.0
    assert f"t = {r.time[-1]:.6g} s" in r.message
    assert np.abs(r.energy.balance).max() < 1e-6


def test_the_steps_do_not_depend_on_who_looks_on():
    """Looking in more or less often must not change a single bit."""
    runs = [vz.simulate(pendulum(1.0), 20.0, every) for every in (20.0, 0.01, 0.01)]
    assert runs[0].info["steps"] == runs[1].info["steps"]
    assert runs[0].body("rod").angle[-1] == runs[1].body("rod").angle[-1]
    assert np.array_equal(runs[1].body("rod").angle, runs[2].body("rod").angle)
    assert runs[1].info["evaluations"] == runs[2].info["evaluations"]


def test_a_body_without_mass_is_named():
    m = pendulum()
    m.body("feather")
    m.body("paper", inertia=1.0)
    with pytest.raises(vz.ModelError, match="feather") as caught:
        vz.simulate(m, 1.0)
    assert "paper" in str(caught.value)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"until": -1.0}, "past"),
        ({"until": 1.0, "every": 0.0}, "every = 0"),
        ({"until": 1.0, "rtol": 0.0}, "rtol = 0"),
        ({"until": 1.0, "atol": -1e-9}, "atol"),
        ({"until": 1.0, "method": "absolut"}, "absolute"),
        ({"until": 1.0, "integrator": "dopri"}, "dopri5"),
        ({}, "until is not given"),
    ],
)
def test_settings_that_cannot_be(settings, words):
    with pytest.raises(vz.ModelError, match=words):
        vz.simulate(pendulum(), **settings)


def test_velocities_that_do_not_fit_are_changed_and_said():
    m = pendulum(0.0, velocity=[1.0, 0.0])  # the pin is in the frame: it cannot move
    r = vz.simulate(m, 0.1, 0.05)
    assert len(r.warnings) == 1
    assert "rod" in r.warnings[0]
    assert np.hypot(r.body("rod").vx[0], r.body("rod").vy[0]) < 1e-12
    # the impulse of the pin at the frame leaves the angular momentum about it: m c x v = (J + m c^2) w
    assert r.body("rod").w[0] == pytest.approx(2.0 * 0.6 * 1.0 / (0.3 + 2.0 * 0.36), rel=1e-9)
    assert not vz.simulate(pendulum(0.3, angular_velocity=1.0), 0.1, 0.05).warnings
