# ruff: noqa: E501  (one case, one line)
"""Runs that cannot go on, or pass places where they are not determined: what is said, and what is kept."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import vazba as vz

from .test_faults import PENDULUM, SPRING, model, pendulum, said

# --- laws written in Python ---------------------------------------------------------------------------------------------


def raises(length: float, rate: float, t: float) -> float:
    raise ValueError("no idea")


def raises_later(length: float, rate: float, t: float) -> float:
    if t > 0.5:
        raise ValueError("no idea")
    return 1.0


def ends(length: float, rate: float, t: float) -> float:
    return np.sqrt(0.5 - t)


def outside(length: float, rate: float, t: float, q: np.ndarray, v: np.ndarray) -> float:
    return q[100]


def outside_later(length: float, rate: float, t: float, q: np.ndarray, v: np.ndarray) -> float:
    return q[int(200 * t)]  # there are three


def called_in_python(length: float, rate: float, t: float) -> float:
    held = {"one": object()}  # which no compiler takes
    return float(len(held)) if t < 0.5 else float("nan")


@pytest.mark.parametrize(("law", "why"), [
    (raises, r"at length 1, rate 0, t = 0 it raises ValueError: no idea"), (lambda *_: "much", "it gives 'much'"),
    (lambda *_: None, "it gives None"), (lambda *_: 1j, "it gives 1j"), (lambda *_: True, "it gives True"),
    (lambda *_: np.zeros(2), r"it gives \[0. 0.\]"), (lambda length: length, "it raises TypeError"),
])  # fmt: skip
def test_a_law_that_gives_no_number_is_refused(law: object, why: str) -> None:
    m = pendulum()
    m.spring("s", "O", "P", law=law)
    with pytest.raises(
        vz.ModelError, match=rf"spring s: law: the Python function .* gives no number; .*{why}.*; return a number"
    ):
        vz.simulate(m, 1)
    m = pendulum()
    m.event("e", joint="A", function=law)
    with pytest.raises(vz.ModelError, match=r"event e: function: the Python function .* gives no number"):
        vz.simulate(m, 1)


@pytest.mark.filterwarnings("ignore:.*cannot be compiled:vazba.errors.VazbaWarning")
@pytest.mark.parametrize(("law", "said"), [
    (raises_later, "spring s: its law gives no finite number at length .* It raises ValueError: no idea. Correct the law"),
    (called_in_python, "spring s: its law gives no finite number at length .* It gives nan. Correct the law"),
    (ends, "spring s: its law gives no finite number at length .* It gives nan. Correct the law"),
])  # fmt: skip
def test_a_law_that_fails_on_the_way_is_named_and_what_was_computed_kept(law: object, said: str) -> None:
    m = pendulum()
    m.spring("s", "O", "P", law=law)
    with np.errstate(all="ignore"), pytest.warns(vz.VazbaWarning, match=said):
        result = vz.simulate(m, 1, 0.1)
    assert result.status == "failed"
    assert result.time[-1] == pytest.approx(0.5, abs=1e-6)
    assert np.isfinite(result["rod"].angle).all()


def test_an_index_outside_is_no_number() -> None:
    m = pendulum()
    m.spring("s", "O", "P", law=outside)
    with pytest.raises(vz.ModelError, match="it raises IndexError"):
        vz.simulate(m, 1)
    m = pendulum()
    m.spring("s", "O", "P", law=outside_later)
    with pytest.warns(vz.VazbaWarning, match="It raises IndexError"):
        result = vz.simulate(m, 1, 0.1)
    assert result.status == "failed"
    assert result.time[-1] < 0.0151


def test_an_event_whose_function_has_no_value_is_named() -> None:
    m = pendulum()
    m.event("e", joint="A", function=ends)
    with np.errstate(all="ignore"), pytest.warns(vz.VazbaWarning, match="event e: its law gives no finite number"):
        result = vz.simulate(m, 1, 0.1)
    assert result.time[-1] == pytest.approx(0.5, abs=1e-6)


# --- runs that cannot go on ---------------------------------------------------------------------------------------------

POLES = {
    "force": ('[forces.f]\npoint = "P"\nforce = ["1/(t - 0.55)**2", 0]', "force f: force grows beyond all bounds at t = 0.55 s. Correct it, or end the run before."),
    "slow force": ('[forces.f]\npoint = "P"\nforce = ["1/(t - 0.55)", 0]', "force f: force grows beyond all bounds at t = 0.55 s"),
    "actuator": ('[actuators.a]\njoint = "A"\ntorque = "1/(t - 0.55)**2"', "actuator a: torque grows beyond all bounds at t = 0.55 s"),
    "free length": (SPRING + 'stiffness = 10\nfree_length = "1/(0.55 - t)"', "spring s: free_length grows beyond all bounds at t = 0.55 s"),
    "gap in a law": ('[forces.f]\npoint = "P"\nforce = ["sqrt(abs(t - 0.55) - 0.001)", 0]', "force f: force has no finite value at t = 0.549 s. Correct it, or end the run before."),
    "gap in a free length": ('[cables.c]\nthrough = ["O", "P"]\nstiffness = 10\nfree_length = "1 + sqrt(abs(t - 0.55) - 0.001)"', "cable c: free_length has no finite value at t = 0.549 s"),
}  # fmt: skip


@pytest.mark.parametrize("case", POLES)
def test_laws_that_run_away_between_results(case: str, tmp_path: Path) -> None:
    text, expected = POLES[case]
    with pytest.warns(vz.VazbaWarning, match="the run stops at t = 0.5"):
        result = vz.simulate(model(tmp_path, PENDULUM + text))
    assert result.status == "failed"
    assert expected in result.message
    assert result.time[:6] == pytest.approx(np.arange(6) / 10)
    assert np.isfinite(result["rod"].angle).all()


FREE = 'dimension = 2\n[bodies.b]\nmass = 1\ninertia = 1\n[points]\nO = {}\nP = { body = "b", position = [1, 0] }\n'
HOPELESS = {
    "energy out of nothing": (PENDULUM + '[dampers.d]\njoint = "A"\ndamping = -5000', {}, r"velocities have run away \(fastest body: rod, .*\): energy is fed in by damper d\."),
    "pushed away": (FREE + '[springs.s]\npoints = ["O", "P"]\nstiffness = -1e7', {}, r"velocities have run away \(fastest body: b, .*\): energy is fed in by spring s\."),
    "stiff": (PENDULUM + '[springs.s]\njoint = "A"\nstiffness = 1e16\nfree_angle = 1e-9', {"integrator": "dop853"}, r"it is given up: .* \(the stiffest element is spring s, with a motion of its own at 1\.4e\+08 1/s; .*try integrator = radau"),
    "stiff damper": (PENDULUM + '[dampers.d]\njoint = "A"\ndamping = 1e9', {"integrator": "dop853"}, r"it is given up: .* \(the stiffest element is damper d, with a motion of its own at 2\.0e\+09 1/s"),
    "stiff cable": (PENDULUM + '[cables.c]\nthrough = ["O", "P"]\nstiffness = 1e15\nfree_length = 1', {"integrator": "dop853"}, "the stiffest element is cable c"),
}  # fmt: skip


@pytest.mark.parametrize("case", HOPELESS)
def test_a_run_without_end_is_given_up_within_seconds(case: str, tmp_path: Path) -> None:
    """Own motions: sqrt(K/J) = sqrt(1e16/0.5) and B/J = 1e9/0.5, about the centre of mass."""
    text, options, expected = HOPELESS[case]
    with pytest.warns(vz.VazbaWarning, match=expected):
        result = vz.simulate(model(tmp_path, text), 100, 50, **options)  # type: ignore[arg-type]
    assert result.status == "failed"
    assert result.time[0] == 0
    assert result.info["steps"] < 1e6


def test_a_stiff_damped_cable_comes_to_its_end(tmp_path: Path) -> None:
    text = '[cables.c]\nthrough = ["O", "P"]\nstiffness = 1e9\ndamping = 1e7\nfree_length = 1.4'
    result = vz.simulate(model(tmp_path, PENDULUM + text))
    assert result.status == "done"
    assert result["c"].length[-1] == pytest.approx(1.4, abs=1e-3)


def test_a_body_that_falls_for_ever_falls_as_it_should() -> None:
    m = vz.Model("stone", dimension=2)
    m.body("stone", mass=1, inertia=1)
    result = vz.simulate(m, 1e6, 1e5)
    assert result["stone"].y == pytest.approx(-0.5 * 9.81 * result.time**2, rel=1e-12)


def test_energies_beyond_all_numbers_are_said() -> None:
    m = vz.Model("heavy", dimension=2, gravity=(0, -1e99))
    m.body("star", mass=1e99, inertia=1e99)
    result = vz.simulate(m, 1e10, 1e9)
    assert result["star"].y == pytest.approx(-0.5e99 * result.time**2, rel=1e-12)
    assert result.warnings == (
        "from t = 1e+09 s the energies are too large for numbers: masses or velocities are beyond all measure",
    )


def test_a_million_instants() -> None:
    result = vz.simulate(pendulum(), 1, 1e-6)
    assert len(result) == 1_000_001
    assert result.info["steps"] < 100
    assert np.abs(0.5 * 2.5 * result["rod"].w ** 2 + 2 * 9.81 * np.sin(result["rod"].angle)).max() < 1e-5


def test_joints_that_contradict_each_other_do_not_assemble(tmp_path: Path) -> None:
    text = '[joints.B]\ntype = "revolute"\npoints = ["O", "Q"]\n'
    with pytest.raises(vz.AssemblyError, match=r"the model does not assemble at t = 0 s: .*joint B") as caught:
        vz.simulate(model(tmp_path, PENDULUM + text))
    assert caught.value.exit_code == 3
    assert {name for name, gap, _ in caught.value.gaps if gap > 0.1} == {"joint A", "joint B"}


@pytest.mark.parametrize(("second", "word"), [("t + 1", "contradict"), ("t", "depend on"), ("t**2", "depend on")])
def test_drivers_that_contradict_each_other(second: str, word: str, tmp_path: Path) -> None:
    text = f'[drivers.a]\njoint = "A"\nangle = "t"\n[drivers.b]\njoint = "A"\nangle = "{second}"\n'
    assert said(tmp_path, PENDULUM + text) == [
        f"m.toml:20: driver b: driven values: 2, degrees of freedom: 1; drivers a, b {word} each other; remove one of them"
    ]


def test_friction_that_locks_is_named(tmp_path: Path) -> None:
    text = PENDULUM.replace("mass = 2", "mass = 2\nangular_velocity = 3")
    text += '[frictions.pin]\njoint = "A"\ncoefficient = 0.9\nradius = 5\n'
    with pytest.warns(vz.VazbaWarning, match=r"a joint locks itself\. Involved: pin\. Lower the coefficient"):
        assert vz.simulate(model(tmp_path, text)).status == "failed"


# --- singular postures --------------------------------------------------------------------------------------------------


def parallelogram(angle: float, speed: float, coupler: float = 2.0, gravity: tuple[float, float] = (0, 0)) -> vz.Model:
    """Cranks of length 1, two metres apart; a coupler of two metres stays parallel to the ground and the cranks turn steadily."""
    m = vz.Model("parallelogram", dimension=2, gravity=gravity)
    c, s = np.cos(angle), np.sin(angle)
    for name, x in (("crank", 0), ("rocker", 2)):
        m.body(name, position=(x, 0), angle=angle, mass=1, inertia=1 / 12, com=(0.5, 0), angular_velocity=speed)
    m.body("coupler", position=(c, s), mass=1, inertia=1 / 3, com=(1, 0), velocity=(-speed * s, speed * c))
    m.revolute("A", "ground", "crank", at=(0, 0))
    m.revolute("D", "ground", "rocker", at=(2, 0))
    m.revolute("B", m.point("B1", "crank", (1, 0)), m.point("B2", "coupler", (0, 0)))
    m.revolute("C", m.point("C1", "rocker", (1, 0)), m.point("C2", "coupler", (coupler, 0)))
    return m


@pytest.mark.parametrize("integrator", ["dop853", "dopri5", "radau"])
@pytest.mark.parametrize("every", [0.02, 0.07, 3.0])
def test_a_change_point_that_is_passed_is_said_with_its_time(integrator: str, every: float) -> None:
    """All bars lie in one line when the cranks, turning at 2 rad/s, have gone down from 60 degrees."""
    result = vz.simulate(
        parallelogram(np.pi / 3, -2.0), 1.5, every, integrator=integrator, rtol=1e-6, atol=1e-8, step=0.05
    )
    assert result["crank"].angle == pytest.approx(np.pi / 3 - 2 * result.time, abs=1e-4)
    assert len(result.warnings) == 1
    assert result.warnings[0].startswith("the mechanism passes a singular posture near t = ")
    assert result.info["singular"] == pytest.approx(np.pi / 6, abs=2e-3)
    assert f"near t = {result.info['singular']:.4g} s" in result.warnings[0]


@pytest.mark.parametrize("coupler", [1.9, 2.05, 2.3])
def test_mechanisms_that_only_come_near_pass_nothing(coupler: float) -> None:
    """With a coupler of another length the bars are never all in line (a rocker turns back, or the coupler stays bent)."""
    result = vz.simulate(parallelogram(np.pi / 3, 0.0, coupler, gravity=(0, -9.81)), 5, 0.02)
    assert result.status == "done"
    assert not any("singular" in remark for remark in result.warnings)
    assert result.info["singular"] is None


def test_a_comparison_is_told_of_a_change_point_by_a_number(tmp_path: Path) -> None:
    """It keeps to the time before; the number is kept in files."""
    m = parallelogram(np.pi / 3, -2.0)
    found = vz.compare(m, 1.0, 0.02, rtol=1e-6, atol=1e-8, tolerance=1e-3, integrators=[])
    assert found.agree
    assert any("passes a singular posture near t = 0.52" in text for text in found.notes)
    found.reference.save(tmp_path / "run.nc")
    assert vz.Result.load(tmp_path / "run.nc").info["singular"] == pytest.approx(np.pi / 6, abs=2e-3)


def test_redundant_constraints_are_not_taken_for_a_singular_posture() -> None:
    """A third crank halfway holds what the others hold already."""
    m = parallelogram(np.pi / 3, -1.0)
    m.body("third", position=(1, 0), angle=np.pi / 3, mass=1, inertia=1 / 12, com=(0.5, 0), angular_velocity=-1.0)
    m.revolute("E", "ground", "third", at=(1, 0))
    m.revolute("F", m.point("F1", "third", (1, 0)), m.point("F2", "coupler", (1, 0)))
    result = vz.simulate(m, 0.9, 0.02)
    assert result["third"].angle == pytest.approx(np.pi / 3 - result.time, abs=1e-6)
    assert ["not unique" in text for text in result.warnings] == [True]


def test_a_run_that_starts_at_a_singular_posture_says_so() -> None:
    result = vz.simulate(parallelogram(0.0, 1.0), 0.1)
    assert any(remark.startswith("the run starts at a singular posture") for remark in result.warnings)
