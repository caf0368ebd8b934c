"""Wrong input of inverse analyses, replays and feasible regions."""

from __future__ import annotations

import numpy as np
import pytest

import vazba as vz

from .mechanisms import eight_cables, platform, three_rrr


def refused(*words):
    return pytest.raises(vz.ModelError, match="(?s)" + ".*".join(words))


def test_nothing_acts():
    m = vz.Model("rod", dimension=2)
    m.body("rod", mass=1, inertia=0.1)
    m.revolute("A", "ground", "rod", at=(0, 0))
    with refused("no element is actuated and nothing is driven", "actuated = true"):
        vz.inverse(m, "rest")
    m.actuator("motor", joint="A")
    with refused("the motion is not known", "rest"):
        vz.inverse(m, until=1)


@pytest.mark.parametrize("section", ["cable", "call"])
def test_bounds_that_cross(section):
    m = platform(9.0 if section == "cable" else 1.0, 4.0 if section == "cable" else 200.0, driven=False)
    given = {} if section == "cable" else {"minimum": {"cable72": 300.0}}
    with refused("cable7[12]", "minimum = (9|300) is above maximum = (4|200)"):
        vz.inverse(m, "rest", **given)


def test_a_maximum_below_zero_on_a_cable():
    m = eight_cables(maximum=-2.0)
    with refused("cable c0", "cannot push", "none"):
        vz.inverse(m, "rest")


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"actuators": ["cable7"]}, ("no cable, spring, actuator or driver 'cable7'", "did you mean")),
        ({"minimum": {"cable99": 1.0}}, ("'cable99' is not actuated",)),
        ({"minimum": "high"}, ("'high' of cable71 is not a number",)),
        ({"objective": "least"}, ("'least' is unknown", "norm")),
        ({"objective": "level"}, ("level is not given",)),
        ({"level": {"cable71": float("inf")}}, ("not finite",)),
        ({"motion": "nowhere.nc"}, ("no result file 'nowhere.nc'", "rest")),
        ({"motion": 3}, ("not a motion",)),
        ({"actuators": ["xy", "cable71"], "motion": None, "until": 1}, ("cable71 and driver xy",)),
    ],
)
def test_wrong_arguments(given, words):
    with refused(*words):
        vz.inverse(platform(), **{"motion": "rest", **given})


def arrays(model, count=3):
    k = vz.kinematics(model, until=0.2, every=0.1)
    names = (("x", "y", "angle"), ("vx", "vy", "w"), ("ax", "ay", "alpha"))
    return [np.column_stack([k[f"{b}.{word}"] for b in model.bodies for word in words])[:count] for words in names]


@pytest.mark.parametrize(("which", "word"), [(0, "position"), (1, "velocity"), (2, "acceleration")])
def test_a_motion_off_the_joints_is_refused_with_joint_and_amount(which, word):
    m = three_rrr()
    motion = arrays(m)
    plate = list(m.bodies).index("plate")
    motion[which][1, 3 * plate] += 0.01
    with refused("joint C", r"violates it by 0\.0", "at t = 0.1 s", word):
        vz.inverse(m, tuple(motion), every=0.1)


def test_arrays_of_the_wrong_form():
    m = three_rrr()
    q, v, a = arrays(m)
    with refused("q has the shape", "x y angle"):
        vz.inverse(m, (q[:, :-1], v, a))
    with refused("v holds numbers that are not finite", "row 1"):
        vz.inverse(m, (q, np.where(np.arange(3)[:, None] == 1, np.nan, v), a))
    with refused("2 times for 3 rows"):
        vz.inverse(m, (q, v, a), time=[0, 1])
    box = eight_cables()
    q = np.array([[0.1, 0, 1, 2.0, 0, 0, 0]])
    with refused("quaternion of body box has the length 2"):
        vz.inverse(box, (q, np.zeros((1, 6)), np.zeros((1, 6))))


def test_a_result_of_another_model():
    other = vz.kinematics(three_rrr(), until=0.1, every=0.1)
    with refused("does not tell the motion of body body1"):
        vz.inverse(platform(driven=False), other)


@pytest.mark.parametrize("kind", ["modal", "ancf"])
def test_beams_with_coordinates_of_their_own_are_refused_by_name(kind):
    m = vz.Model("whip", dimension=2)
    section = {"shape": "round", "diameter": 0.02}
    m.beam("arm", start=(0.0, 0), end=(0.6, 0), section=section, E=7e10, density=2700, model=kind)
    m.revolute("A", "ground", "arm@0", at=(0, 0))
    m.drive("A", angle="t")
    with refused("beam arm", f"vz.inverse does not know model = {kind}"):
        vz.inverse(m, until=1)


def test_what_cannot_be_replayed():
    m = three_rrr()
    with refused("not the result of an inverse analysis"):
        vz.replay(vz.kinematics(m, until=0.1))
    with refused("holds one instant"):
        vz.replay(vz.inverse(m, "rest"))
    r = vz.inverse(m, until=0.1, every=0.02)
    for feedback in ({"kd": 1}, {"kp": -1}, {"kp": 1, "ki": 2}, 5):
        with refused("feedback"):
            vz.replay(r, feedback=feedback)


def test_regions_that_cannot_be_asked_for():
    m = eight_cables()
    m.point("C", "box", (0, 0, 0))
    with refused("no point 'D'"):
        vz.feasible(m, "D", "xz")
    with refused("belongs to the ground"):
        vz.feasible(m, "wall0", "xz")
    with refused("'zx' is unknown"):
        vz.feasible(m, "C", "zx")
    with refused("is not a span"):
        vz.feasible(m, "C", "xz", first=(1, 0))
