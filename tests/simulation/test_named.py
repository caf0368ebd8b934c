# ruff: noqa: E501  (one case, one line)
"""Cut joints and independent coordinates named by the user: the same motion, and what is said where they cannot be."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

import vazba as vz
from vazba.formulations.freedom_names import freedom_names
from vazba.kinematic.evaluate import evaluate

from .formulations import Formulations, recursive_moved
from .test_formulations import four_bar, planar_three_loops, same_run, with_velocities

EXAMPLES = Path(__file__).parents[2] / "examples"
TIGHT = {"rtol": 1e-11, "atol": 1e-13}
LONG_WAY = {
    "ground": 2.0,
    "crank": 0.6,
    "coupler": 1.7,
    "rocker": 1.4,
}  # 2 + 0.6 < 1.7 + 1.4: the crank turns round (Grashof), the rocker does not


def crank_rocker(spin: float) -> vz.Model:
    return four_bar(2, *LONG_WAY.values(), 0.8, spin=spin)


# --- the same motion ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cut", "ABCD")
@pytest.mark.parametrize("method", ["recursive", "minimal"])
def test_whatever_joint_is_cut_the_motion_is_that_of_the_bodies(method: str, cut: str) -> None:
    m = four_bar(2, 2.5, 1.2, 1.8, 2.0, 1.05)
    first = vz.simulate(m, 1.0, 0.02, method="absolute", **TIGHT)
    r = vz.simulate(m, 1.0, 0.02, method=method, cuts=cut, **TIGHT)
    assert r.info["cuts"] == [cut]
    same_run(r, first, 1e-8)


@pytest.mark.parametrize(("cuts", "independent"), [
    (("B", "F", "S"), ()), (("A", "G", "P"), ()), ((), ("A.angle", "Q.displacement")), (("C",), ("D.angle", "Q.displacement")),
])  # fmt: skip
def test_three_loops_cut_and_described_as_named(cuts: tuple[str, ...], independent: tuple[str, ...]) -> None:
    """Eight bars, of the closures some; the pusher on the crank and one more coordinate are independent."""
    first, r = (
        vz.simulate(with_velocities(planar_three_loops(), 2), 0.3, 0.02, method=name, **named, **TIGHT)
        for name, named in (("absolute", {}), ("minimal", {"cuts": cuts, "independent": independent}))
    )
    assert set(vz.topology(planar_three_loops(), cuts).cuts) >= set(cuts)
    same_run(r, first, 1e-8)
    assert all(name in r.info["unknowns"] for name in independent)


def test_a_crank_that_turns_round_serves_as_named_all_the_way() -> None:
    """Crank-rocker: the angle of the crank determines the posture always, so that nothing is to be said."""
    m = crank_rocker(9.0)
    first = vz.simulate(m, 2.0, 0.01, method="absolute", **TIGHT)
    r = vz.simulate(m, 2.0, 0.01, method="minimal", independent="A.angle", **TIGHT)
    assert np.ptp(first.joint("A").angle) > 4 * np.pi
    same_run(r, first, 1e-7)
    assert r.warnings == ()
    assert max(r.constraint.position.max(), r.constraint.velocity.max()) < 1e-12


def test_coordinates_that_come_to_a_dead_centre_are_left_with_a_remark() -> None:
    """The rocker turns back twice in a turn of the crank: there its angle says nothing of the speed of the crank."""
    m = crank_rocker(9.0)
    first = vz.simulate(m, 2.0, 0.01, method="absolute", **TIGHT)
    r = vz.simulate(m, 2.0, 0.01, method="minimal", independent=["D.angle"], **TIGHT)
    assert r.status == "done"
    same_run(r, first, 1e-7)
    turns_back = first.time[np.flatnonzero(np.diff(np.sign(first.body("rocker").w)))[0]]
    (remark,) = r.warnings
    assert "D.angle do not determine the motion well near t = " in remark
    when = float(remark.split("t = ")[1].split()[0])
    assert turns_back - 0.1 < when < turns_back + 0.02
    assert r.info["independent"] == ["D.angle"]


def test_named_coordinates_stand_in_the_model_and_give_way_to_the_call(tmp_path: Path) -> None:
    """What the file names belongs to its method; with another method of the call, and in a comparison, it does not apply."""
    m = crank_rocker(3.0)
    m.simulation = {"until": 0.4, "every": 0.1, "cuts": ["B"], "independent": ["C.angle"]}
    m = vz.load(vz.save(m, tmp_path / "m.toml") or tmp_path / "m.toml")
    assert m.simulation["cuts"] == ["B"]
    r = vz.simulate(m)
    assert (r.info["method"], r.info["cuts"], r.info["independent"]) == ("minimal", ["B"], ["C.angle"])
    assert vz.topology(m).cuts == vz.joint_tree(m).loops == ("B",)
    assert vz.topology(m, cuts=()).cuts == ("C",)
    for given, method, cuts in (
        ({"method": "absolute"}, "absolute", []), ({"method": "recursive"}, "recursive", ["B"]), ({"integrator": "radau"}, "absolute", []),
        ({"cuts": (), "independent": ()}, "recursive", []), ({"integrator": "generalized_alpha", "step": 1e-3}, "recursive", ["B"]),
    ):  # fmt: skip
        other = vz.simulate(m, **given)
        assert (other.info["method"], other.info["cuts"], other.info["independent"]) == (method, cuts, [])
    assert vz.compare(m, integrators=["dop853"]).agree


# --- names ----------------------------------------------------------------------------------------------------------------

JOINTS = [
    (2, "revolute", ("angle",)), (2, "prismatic", ("displacement",)), (2, "slot", ("displacement", "angle")),
    (3, "revolute", ("angle",)), (3, "prismatic", ("displacement",)), (3, "screw", ("angle",)), (3, "cylindrical", ("angle", "displacement")),
    (3, "universal", ("angle_1", "angle_2")), (3, "planar", ("angle", "displacement_1", "displacement_2")), (3, "spherical", ("turn_x", "turn_y", "turn_z")),
]  # fmt: skip


@pytest.mark.parametrize("forward", [True, False])
@pytest.mark.parametrize(("dimension", "kind", "words"), JOINTS)
def test_a_freedom_is_called_by_the_coordinate_it_moves(
    dimension: int, kind: str, words: tuple[str, ...], forward: bool
) -> None:
    """Where the joint reports a coordinate of that name it grows by one for one of the freedom's, and other freedoms leave it alone."""
    m = vz.Model(kind, dimension)
    m.body("rod", mass=1.0, inertia=1.0 if dimension == 2 else (1.0, 2.0, 3.0))
    m.body("bob", mass=1.0, inertia=1.0 if dimension == 2 else (1.0, 2.0, 3.0))
    m.revolute("A", "ground", "rod", at=(0, 0, 0)[:dimension], **({} if dimension == 2 else {"axis": (1, 2, 2)}))
    bodies = ("rod", "bob") if forward else ("bob", "rod")
    more: dict[str, object] = {"at": (0.3, 0.2, 0.1)[:dimension]}
    if kind == "universal":
        more["axes"] = [(1, 0, 0), (0, 1, 0)]
    elif kind not in ("spherical",) and (dimension == 3 or kind != "revolute"):
        more["axis"] = (0.6, 0.8, 0.0)[:dimension]
    m.joint(kind, "J", bodies=bodies, **more, **({"lead": 0.3} if kind == "screw" else {}))
    f = Formulations(m)
    names = freedom_names(f.system, f.tree)
    assert set(names) == {"A.angle", *(f"J.{word}" for word in words)}
    reported = {coordinate.name: k for k, (joint, coordinate) in enumerate(f.system.coordinate_names) if joint == "J"}
    start = f.recursive.start(f.assembled)
    for k, name in enumerate(names):
        seen = []
        for h in (-1e-4, 1e-4):
            x = start.copy()
            recursive_moved(f.tree, x, np.eye(len(names))[k] * h)
            y = f.bodies(x)
            evaluate(f.system, f.absolute.work, y[: f.system.nq], y[f.system.nq : f.system.nq + f.system.nv], 0.0)
            seen.append(f.absolute.work.coordinates.copy())
        rate = (seen[1] - seen[0]) / 2e-4
        for word, place in reported.items():
            if f"J.{word}" in names:
                assert rate[place] == pytest.approx(float(name == f"J.{word}"), abs=1e-6), (name, word)


def test_bodies_that_float_are_called_by_their_coordinates() -> None:
    for dimension, words in ((2, ["x", "y", "angle"]), (3, ["x", "y", "z", "turn_x", "turn_y", "turn_z"])):
        m = vz.Model("stone", dimension)
        m.body("stone", mass=1.0, inertia=1.0 if dimension == 2 else (1.0, 1.0, 2.0))
        m.body("bob", mass=1.0, inertia=1.0 if dimension == 2 else (1.0, 1.0, 2.0))
        r = vz.simulate(m, 0.1, 0.1, independent=[f"{b}.{w}" for b in ("stone", "bob") for w in words])
        assert r.info["method"] == "minimal"
        assert r.body("stone").vy[-1] == pytest.approx(-0.981 if dimension == 2 else 0.0, abs=1e-12)


# --- what cannot be -------------------------------------------------------------------------------------------------------

FAULTS = {
    "no such joint": ({"cuts": "AA"}, "cuts: there is no joint 'AA'; did you mean 'A'?"),
    "not a name": ({"cuts": [3]}, "cuts = 3 is not a name"),
    "not names": ({"cuts": 3}, "cuts = 3 is not a name"),
    "two of a loop": ({"cuts": ["B", "C"]}, "joint B cannot be cut; no other joint carries body coupler then; leave it out of cuts"),
    "no joint": ({"independent": ["crnk.angle"]}, "independent: there is no joint or body 'crnk'; did you mean 'crank'?"),
    "no coordinate": ({"independent": ["A.angel"]}, "independent: 'A.angel' is no coordinate of the tree of joints; did you mean 'A.angle'?"),
    "only the joint": ({"independent": "A"}, "independent: 'A' is no coordinate of the tree of joints; known: A.angle"),
    "a body in the tree": ({"independent": "crank.angle"}, "independent: 'crank.angle' is no coordinate of the tree of joints; name coordinates of joints"),
    "of a joint that is cut": ({"independent": "C.angle"}, 'independent: C.angle is not among the coordinates; joint C is kept by equations; have another joint of its loop cut: cuts = ["A"]'),
    "too many": ({"independent": ["B.angle", "A.angle"]}, 'independent names 2 coordinates, 1 is needed; A.angle follows from B.angle; write independent = ["B.angle"]'),
    "absolute, cuts": ({"method": "absolute", "cuts": "B"}, "cuts does not go with method = absolute; it has no tree of joints; leave it out, or use method = recursive or minimal"),
    "absolute": ({"method": "absolute", "independent": "A.angle"}, "independent does not go with method = absolute; it has no tree of joints; leave it out, or use method = minimal"),
    "recursive": ({"method": "recursive", "independent": "A.angle"}, "independent does not go with method = recursive; its speeds are those of the whole tree; leave it out, or use method = minimal"),
    "radau": ({"integrator": "radau", "cuts": "B"}, "cuts does not go with radau; that integrator works in absolute coordinates; leave it out, or use dop853"),
    "generalized_alpha": ({"integrator": "generalized_alpha", "independent": "A.angle"}, "independent does not go with generalized_alpha; that integrator works in absolute coordinates"),
}  # fmt: skip


@pytest.mark.parametrize("case", FAULTS)
def test_names_that_cannot_be_taken(case: str) -> None:
    given, expected = FAULTS[case]
    with pytest.raises(vz.ModelError) as caught:
        vz.simulate(crank_rocker(1.0), 1, 0.1, **given)  # type: ignore[arg-type]
    (fault,) = caught.value.faults
    assert str(fault).startswith(f"simulation: {expected}")


def three_pendulums() -> vz.Model:
    """Two free pendulums; a third is geared to the first, a fourth is driven: two are independent."""
    m = vz.Model("pendulums", 2)
    for k, name in enumerate("abcd"):
        m.body(name, position=(k, 0), mass=1.0, inertia=0.1, com=(0, -0.5))
        m.revolute(name.upper(), "ground", name, at=(k, 0))
    m.joint("gear", "wheels", joints=["A", "C"], ratio=-2)
    m.drive("motor", joint="D", angle="0.1*sin(t)")
    return m


@pytest.mark.parametrize(("names", "expected"), [
    (["A"], 'independent names 1 coordinate, 2 are needed; write independent = ["A.angle", "B.angle"]'),
    (["A", "C"], 'the 2 independent coordinates depend on each other where the run starts; C.angle follows from A.angle; write independent = ["A.angle", "B.angle"]'),
    (["C", "D"], 'the 2 independent coordinates depend on each other where the run starts; D.angle cannot move by itself: joints and drivers hold it; write independent = ["C.angle", "B.angle"]'),
    (["A", "B", "D"], 'independent names 3 coordinates, 2 are needed; D.angle cannot move by itself: joints and drivers hold it; write independent = ["A.angle", "B.angle"]'),
])  # fmt: skip
def test_sets_that_are_not_independent(names: list[str], expected: str) -> None:
    with pytest.raises(vz.ModelError) as caught:
        vz.simulate(three_pendulums(), 1, 0.1, independent=[f"{name}.angle" for name in names])
    assert [str(fault) for fault in caught.value.faults] == [f"simulation: {expected}"]


def test_where_nothing_is_free_nothing_is_independent() -> None:
    m = vz.Model("clock", 2)
    m.body("hand", mass=1.0, inertia=1.0)
    m.revolute("A", "ground", "hand", at=(0, 0))
    m.drive("motor", joint="A", angle="t")
    with pytest.raises(
        vz.ModelError,
        match=r"independent names 1 coordinate, none is needed; A\.angle cannot move by itself.*leave it out",
    ):
        vz.simulate(m, 1, 0.1, independent="A.angle")


def test_a_set_that_is_at_its_dead_centre_at_the_start() -> None:
    """Crank and coupler in line: the rocker is at rest whatever the crank does. Its angle is not independent there, the crank's is."""
    along = (
        LONG_WAY["crank"] + LONG_WAY["coupler"]
    )  # cosine rule in the triangle of ground, crank and coupler in line, and rocker
    start = np.arccos((along**2 + LONG_WAY["ground"] ** 2 - LONG_WAY["rocker"] ** 2) / (2 * along * LONG_WAY["ground"]))
    m = four_bar(2, *LONG_WAY.values(), float(start), spin=2.0)
    with pytest.raises(
        vz.ModelError,
        match=r"D\.angle is not independent where the run starts; D\.angle cannot move by itself.*(A\.angle|B\.angle)",
    ):
        vz.simulate(m, 1, 0.1, independent="D.angle")
    r = vz.simulate(m, 0.5, 0.1, independent="A.angle", **TIGHT)
    same_run(r, vz.simulate(m, 0.5, 0.1, method="absolute", **TIGHT), 1e-8)


def test_faults_in_a_file_tell_their_line(tmp_path: Path) -> None:
    text = (EXAMPLES / "four-bar-free" / "four-bar-free.toml").read_text(encoding="utf-8")
    line = len(text.splitlines()) + 1
    path = tmp_path / "m.toml"
    for named, expected in (
        ('cuts = ["Q"]', "simulation: cuts: there is no joint 'Q'; known: A, B, C, D"),
        ('cuts = "B"', "simulation: cuts = 'B' is not a list of names"),
        ('cuts = ["A", "B"]', "simulation: joint A cannot be cut; no other joint carries body crank then"),
        ('independent = ["Q.angle"]', "simulation: independent: there is no joint or body 'Q'"),
        (
            'independent = ["A.angle", "D.angle"]',
            "simulation: independent names 2 coordinates, 1 is needed; D.angle follows from A.angle",
        ),
        ('independent = ["A.turn"]', "simulation: independent: 'A.turn' is no coordinate of the tree of joints"),
        ('method = "absolute"\ncuts = ["B"]', "simulation: cuts does not go with method = absolute"),
    ):
        path.write_text(f"{text}\n{named}\n", encoding="utf-8")
        with pytest.raises(vz.ModelError) as caught:
            vz.simulate(vz.load(path))
        (fault,) = (str(fault).replace(f"{tmp_path}{os.sep}", "") for fault in caught.value.faults)
        assert fault.startswith(f"m.toml:{line + 1 + named.count(chr(10))}: {expected}"), fault
