"""Spatial examples against their closed forms: poses, velocities and accelerations of the bodies at all instants."""

from math import atan2, cos, hypot, pi, sin

import numpy as np
import pytest

import vazba as vz
from reference import jets, laws
from reference.jets import Jet, columns, cross, norm, plus, product, rot_x, rot_y, rot_z, times, unit
from reference.runs import follows_point, follows_spatial, home, near, run

ORIGIN = (Jet(0.0), Jet(0.0), Jet(0.0))
LEVEL = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


# --- two universal joints ---------------------------------------------------------------------------------------------


def test_hooke_pair() -> None:
    """tan(phi) = tan(theta)/cos(beta) in the first joint, and back again in the second."""
    beta, length, shaft = pi / 6, 0.5, 0.3
    res = run("hooke-pair")
    theta = 2 * pi * jets.time(res.time)
    phi = jets.atan2(jets.sin(theta), jets.cos(theta) * cos(beta))
    second = (length * cos(beta), length * sin(beta), 0.0)
    follows_spatial(res, "input", (-shaft, 0.0, 0.0), rot_x(theta), 1e-12)
    follows_spatial(res, "middle", ORIGIN, product(rot_z(Jet(beta)), rot_x(phi)), 1e-12)
    follows_spatial(res, "output", second, rot_x(theta), 1e-12)


def test_hooke_pair_ratio_of_speeds() -> None:
    """w2/w1 = cos(b)/(1 - sin(b)^2 cos(th)^2) between 1/cos(b) and cos(b); the pair together is even."""
    beta = pi / 6
    res = run("hooke-pair")
    theta, w = res.joint("in").angle, res.body("input").wx
    ratio = res.body("middle").wx / w
    near(ratio, cos(beta) / (1 - sin(beta) ** 2 * np.cos(theta) ** 2), 1e-13)
    near([ratio.max(), ratio.min()], [1 / cos(beta), cos(beta)], 1e-12)
    near(res.body("output").wx / w, np.ones(len(res)), 1e-13)
    near(res.joint("out").angle, theta, 1e-13)
    near(res.joint("out").displacement, np.zeros(len(res)), 1e-13)


# --- RSSR -------------------------------------------------------------------------------------------------------------


def test_rssr_input_output_equation() -> None:
    """|P - Q| = l with Q = D + b (sin psi, 0, cos psi) and e = D - P: e_x sin(psi) + e_z cos(psi) = (l^2 - b^2 - e^2)/(2 b)."""
    a, b, length, d = 0.10, 0.30, 0.50, (0.25, 0.30, -0.10)
    res = run("rssr")
    theta = 2 * pi * jets.time(res.time)
    crank = rot_x(theta)
    p = times(crank, (0.0, 0.0, a))
    e = plus(d, p, -1.0)
    k = (length**2 - b**2 - jets.dot(e, e)) / (2 * b)
    psi = jets.atan2(e[0], e[2]) - jets.acos(k / jets.sqrt(e[0] * e[0] + e[2] * e[2]))
    psi = Jet(np.mod(psi.f + pi, 2 * pi) - pi, psi.d, psi.dd)
    rocker = rot_y(psi)
    q = plus(d, times(rocker, (0.0, 0.0, b)))
    along = unit(plus(q, p, -1.0))
    across = unit(cross(times(crank, (0.0, 0.0, 1.0)), along))  # the coupler's arm: square to PQ and to the crank's arm
    follows_spatial(res, "crank", ORIGIN, crank, 1e-12)
    follows_spatial(res, "rocker", d, rocker, 1e-12)
    follows_spatial(res, "coupler", p, columns(along, across, cross(along, across)), 1e-12)
    near(np.linalg.norm(res.point("Q3").position - res.point("P1").position, axis=1), np.full(len(res), length), 1e-14)


def test_rssr_with_two_balls_has_an_idle_freedom() -> None:
    model = vz.load(home("rssr"))
    del model.joints["P"]
    model.spherical("P", "P1", "P2")
    found = vz.check(model).mobility
    assert (found.freedoms, found.undriven) == (2, 1)
    assert found.free_motions[0].bodies == ("coupler",)
    run = vz.kinematics(model)
    assert run.status == "done"
    assert [text for text in run.warnings if "coupler" in text and "idle" in text]


# --- Bennett ----------------------------------------------------------------------------------------------------------


def test_bennett() -> None:
    """tan(th1/2) tan(th2/2) = -sin((beta+alpha)/2)/sin((beta-alpha)/2), th3 = -th1, th4 = -th2 (Denavit-Hartenberg angles)."""
    alpha, beta, a = pi / 3, 100 * pi / 180, 1.0
    b = a * sin(beta) / sin(alpha)
    res = run("bennett")
    th1 = 2 * pi * jets.time(res.time) + 70 * pi / 180
    k = sin((beta + alpha) / 2) / sin((beta - alpha) / 2)
    th2 = 2 * jets.atan2(-k * jets.cos(th1 * 0.5), jets.sin(th1 * 0.5))
    crank = product(rot_x(Jet(alpha)), rot_z(th1))
    coupler = product(crank, product(rot_x(Jet(beta)), rot_z(th2)))
    rocker = product(coupler, product(rot_x(Jet(alpha)), rot_z(-th1)))
    pin_a = (a, 0.0, 0.0)
    pin_b = plus(pin_a, times(crank, (b, 0.0, 0.0)))
    pin_c = plus(pin_b, times(coupler, (a, 0.0, 0.0)))
    near(jets.values(plus(pin_c, times(rocker, (b, 0.0, 0.0))), len(res)), np.zeros(3), 1e-14)  # the loop closes
    follows_spatial(res, "crank", pin_a, crank, 1e-12)
    follows_spatial(res, "coupler", pin_b, coupler, 1e-12)
    follows_spatial(res, "rocker", pin_c, rocker, 1e-12)
    for joint, angle in (("A", th1), ("B", th2), ("C", -th1), ("D", -th2)):
        near(np.exp(1j * res.joint(joint).angle), np.exp(1j * angle.f), 1e-12)
        near(np.unwrap(res.joint(joint).angle), res.joint(joint).angle, 0)  # whole turns are counted


def test_bennett_counts_as_rigid() -> None:
    found = vz.check(vz.load(home("bennett"))).mobility
    assert (found.freedoms, found.freedoms_counted, found.redundant) == (1, -2, 3)


def test_lengths_that_break_the_condition_of_bennett_do_not_close() -> None:
    assert not vz.check(vz.load(home("bennett")).with_parameters(b=1.2)).assembles


# --- Stewart platform -------------------------------------------------------------------------------------------------

FEET, HEADS = (10, 110, 130, 230, 250, 350), (50, 70, 170, 190, 290, 310)


def test_stewart_platform_moves_as_prescribed() -> None:
    rb, rp, h = 0.60, 0.35, 0.80
    res = run("stewart")
    w = 2 * pi * jets.time(res.time)
    centre = (0.12 * jets.sin(w), 0.08 * jets.sin(2 * w), h + 0.10 * (1 - jets.cos(w)))
    turn = rot_z(15 * pi / 180 * jets.sin(w))
    follows_spatial(res, "platform", centre, turn, 1e-12)
    for k, (foot, head) in enumerate(zip(np.radians(FEET), np.radians(HEADS)), start=1):
        radial, tangent = (cos(foot), sin(foot), 0.0), (-sin(foot), cos(foot), 0.0)
        base = (rb * cos(foot), rb * sin(foot), 0.0)
        ball = plus(centre, times(turn, (rp * cos(head), rp * sin(head), 0.0)))
        leg = plus(ball, base, -1.0)
        along = unit(leg)
        arm = unit(cross(along, radial))
        drawn = columns(radial, tangent, (0.0, 0.0, 1.0))  # the same three directions in the frame of the leg
        rotation = product(columns(cross(arm, along), arm, along), tuple(zip(*drawn)))
        near(res.joint(f"P{k}").displacement, norm(leg).f, 1e-13)
        follows_spatial(res, f"barrel{k}", base, rotation, 1e-12)
        follows_spatial(res, f"rod{k}", ball, rotation, 1e-12)


# --- screw press ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("every", [0.1, 2.5])
def test_screw_press_counts_whole_turns(every: float) -> None:
    """Displacement = lead * turns; with results every 2.5 s the spindle makes up to ten turns between two of them."""
    lead, turns, gap = 0.006, 25, 0.22
    res = run("screw-press") if every == 0.1 else vz.kinematics(vz.load(home("screw-press")), every=every)
    angle = laws.smooth_step(res.time, 0.0, -2 * pi * turns, 0.0, 10.0)
    height = gap + lead / (2 * pi) * angle
    follows_spatial(res, "spindle", (0.0, 0.0, height), rot_z(angle), 1e-12)
    follows_spatial(res, "platen", (0.0, 0.0, height), LEVEL, 1e-12)
    near(res.joint("thread").angle, angle.f, 1e-13)
    assert res.body("platen").z[-1] == pytest.approx(gap - lead * turns, abs=1e-12)


# --- crane from tables ------------------------------------------------------------------------------------------------


def test_crane() -> None:
    """The cylinder, the column and the boom make a triangle: its angle at the boom's pin by the law of cosines."""
    res = run("crane-tables")
    t = res.time
    slew = pi / 2 * jets.sin(2 * pi * 0.05 * jets.time(t))
    stroke = laws.smooth_step(t, 2.75, 3.6, 2.0, 12.0)
    extension = laws.smooth_step(t, 0.5, 3.0, 5.0, 18.0)
    root, foot, head = (0.5, 3.0), (0.8, 1.0), (2.0, -0.3)  # in the plane of the boom: column, column, boom
    down = (foot[0] - root[0], foot[1] - root[1])
    m, n = hypot(*down), hypot(*head)
    gamma = jets.acos((m * m + n * n - stroke * stroke) / (2 * m * n))
    lift = gamma + (atan2(down[1], down[0]) - atan2(head[1], head[0]))
    column = rot_z(slew)
    boom = product(column, rot_y(-lift))
    pin = times(column, (root[0], 0.0, root[1]))
    follows_spatial(res, "body1", (0.0, 0.0, 1.5), column, 1e-12)
    follows_spatial(res, "body2", plus(pin, times(boom, (2.5, 0.0, 0.0))), boom, 1e-12)
    follows_spatial(res, "body3", plus(pin, times(boom, (extension + 2.5, 0.0, 0.0))), boom, 1e-12)
    follows_point(res.point("point32"), plus(pin, times(boom, (extension + 5.0, 0.0, 0.0))), 1e-12)
    end = plus(pin, times(boom, (head[0], 0.0, head[1])))
    start = times(column, (foot[0], 0.0, foot[1]))
    along, across = unit(plus(end, start, -1.0)), times(column, (0.0, 1.0, 0.0))
    cylinder = columns(along, across, cross(along, across))
    follows_spatial(res, "body4", plus(start, along), cylinder, 1e-12)
    follows_spatial(res, "body5", plus(end, along, -1.0), cylinder, 1e-12)
    assert np.degrees([lift.f[0], lift.f[-1]]) == pytest.approx([13, 53], abs=0.5)
