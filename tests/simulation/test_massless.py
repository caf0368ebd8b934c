"""Parts whose mass does not count: a link between two pins is a rod of constant length, a point mass on a thread is a simple pendulum."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import vazba as vz

TIGHT = {"rtol": 1e-11, "atol": 1e-13}


def four_bar(coupler: bool) -> vz.Model:
    """Crank and rocker joined by a coupler without mass, or by a rod of constant length."""
    m = vz.Model("four-bar", dimension=2)
    a, b, c, d = (0, 0), (0.3, 0.5196), (1.4, 0.9), (1.8, 0.0)
    crank = m.body("crank", position=a, angle=float(np.arctan2(b[1], b[0])), mass=1.0, inertia=0.02, com=(0.3, 0))
    rocker = m.body(
        "rocker", position=d, angle=float(np.arctan2(c[1], c[0] - d[0])), mass=2.0, inertia=0.1, com=(0.5, 0)
    )
    m.revolute("A", "ground", crank, at=a)
    m.revolute("D", "ground", rocker, at=d)
    if coupler:
        link = m.body("link", position=b, angle=float(np.arctan2(c[1] - b[1], c[0] - b[0])), mass=0, inertia=0)
        m.revolute("B", crank, link, at=b)
        m.revolute("C", link, rocker, at=c)
    else:
        m.joint("distance", "B", points=(m.point("P", crank, at=b), m.point("Q", rocker, at=c)))
    return m


@pytest.fixture(scope="module")
def reference() -> vz.Result:
    return vz.simulate(four_bar(False), 2.0, 0.05, method="recursive", **TIGHT)


@pytest.mark.parametrize("integrator", ["dop853", "radau"])
def test_a_coupler_without_mass_is_a_rod(reference, integrator):
    run = vz.simulate(four_bar(True), 2.0, 0.05, method="absolute", integrator=integrator, **TIGHT)
    assert run.status == "done"
    for body in ("crank", "rocker"):
        assert run[body].angle == pytest.approx(reference[body].angle, abs=2e-9)
    assert run["energy.balance"] == pytest.approx(0.0, abs=1e-9)
    # it carries a force along itself only, the same at both ends
    angle, (bx, by), (cx, cy) = run["link"].angle, (run["B.fx"], run["B.fy"]), (run["C.fx"], run["C.fy"])
    size = np.hypot(bx, by).max()
    assert bx * np.sin(angle) - by * np.cos(angle) == pytest.approx(0.0, abs=1e-9 * size)
    assert (cx, cy) == (pytest.approx(bx, abs=1e-9 * size), pytest.approx(by, abs=1e-9 * size))


def test_auto_does_without_some_mass_and_takes_few_steps(reference):
    run = vz.simulate(four_bar(True), 2.0, 0.05)
    assert run.info["method"] == "absolute"
    assert not [text for text in run.warnings if "billionth" in text]
    assert run.info["steps"] < 400
    assert run["rocker"].angle == pytest.approx(reference["rocker"].angle, abs=1e-6)


@pytest.mark.parametrize("method", ["recursive", "minimal"])
def test_other_methods_do_without_mass_too(reference, method):
    run = vz.simulate(four_bar(True), 2.0, 0.05, method=method, **TIGHT)
    assert run.warnings == ()
    assert run["rocker"].angle == pytest.approx(reference["rocker"].angle, abs=2e-9)
    force, other = (np.hypot(run[f"{joint}.fx"], run[f"{joint}.fy"]) for joint in "BC")
    assert force == pytest.approx(other, rel=1e-8)


@pytest.mark.parametrize("dimension", [2, 3])
def test_a_point_mass_on_a_thread_is_a_simple_pendulum(dimension):
    m = vz.Model("pendulum", dimension=dimension, gravity=(0, -9.81, 0)[:dimension])
    zero = (0, 0, 0)[:dimension]
    m.body("bob", mass=3.0, inertia=0 if dimension == 2 else zero, com=(0.8, 0, 0)[:dimension])
    m.revolute("A", "ground", "bob", at=zero, **({} if dimension == 2 else {"axis": (0, 0, 1)}))
    run = vz.simulate(m, 3.0, 0.1, method="absolute", **TIGHT)
    exact = solve_ivp(
        lambda _, y: [y[1], -9.81 / 0.8 * np.cos(y[0])],
        (0, 3),
        [0, 0],
        t_eval=run.time,
        rtol=1e-12,
        atol=1e-13,
        method="DOP853",
    )
    assert run["A.angle"] == pytest.approx(exact.y[0], abs=1e-8)


def test_a_rod_without_inertia_about_its_axis_does_not_spin():
    """Between two ball joints nothing turns it; its energy and that of the same rod with a usual inertia there agree."""

    def model(axial):
        m = vz.Model("rod", dimension=3)
        m.body("plate", mass=4.0, inertia=(1.0, 1.2, 2.0), position=(1.0, 0, 0))
        m.body(
            "rod", mass=1.0, inertia=(0.1, 0.1, axial), position=(0.5, 0, 0), orientation={"cardan": (0, np.pi / 2, 0)}
        )
        m.spherical("A", "ground", "rod", at=(0, 0, 0))
        m.spherical("B", "rod", "plate", at=(1, 0, 0))
        return m

    none, some = (vz.simulate(model(axial), 2.0, 0.1, method="absolute", **TIGHT) for axial in (0.0, 0.05))
    assert none.status == "done"
    assert none["plate"].x == pytest.approx(some["plate"].x, abs=1e-8)
    assert none["rod"].wz == pytest.approx(0.0, abs=1e-9)
    assert none["energy.balance"] == pytest.approx(0.0, abs=1e-8)
    assert none.info["steps"] < 2 * some.info["steps"]


def test_what_has_no_solution_is_refused_by_name():
    """A body without mass that only a spring holds: forces balance somewhere, but no acceleration follows from that."""
    m = vz.Model("loose", dimension=2)
    m.body("block", mass=0, inertia=0, position=(1, 0))
    m.prismatic("slide", "ground", "block", at=(0, 0), axis=(1, 0))
    m.spring("s", m.point("P", "ground", (0, 0)), m.point("Q", "block", (0, 0)), stiffness=10.0, free_length=0.5)
    with pytest.warns(vz.VazbaWarning, match="block"):
        run = vz.simulate(m, 1.0, 0.1)
    assert run.status == "failed"
    assert "mass" in run.message


@pytest.mark.parametrize("method", ["absolute", "recursive", "minimal"])
def test_a_point_mass_on_a_short_arm_beside_large_parts(method):
    """`alpha = (r x g)/r^2`, where what is added for the elimination is as large as `m r^2`: its rounds end when only rounding is left (drawn by lot)."""
    g = (-0.4165485503810115, -0.9091134721119679)
    m = vz.Model("short arm", dimension=2, gravity=g)
    angle, com = 0.6147770555121976, (-0.35779572154895595, 0.0850297956169257)
    at, pin, w = np.array([-0.1144416355482405, 0.31852662797231296]), (-0.43148380495693295, 0.15162730064277005), 1.04
    arm, turn = at - pin, np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    m.body("bob", position=at, angle=angle, mass=0.6174963510094802, inertia=0.0, com=com, angular_velocity=w,
           velocity=(-w * arm[1], w * arm[0]))  # fmt: skip
    m.body("plate", position=(-0.313176126594325, -0.21698616996242814), mass=0.5393399066204339, inertia=0.0,
           com=(-0.4366627520455702, 0.39542808349528014))  # fmt: skip
    m.body("far", position=(0.46029610479545857, -1.2789144781078692), mass=0.5383575580093334,
           inertia=0.20923132418287899, com=(-0.17369732444967642, 0.6568639186617443))  # fmt: skip
    m.revolute("pin", "ground", "bob", at=pin)
    m.fixed("f", "plate", "ground", at=(-0.312648125096554, 0.6547329778579322))
    m.fixed("g", "plate", "far", at=(0.27755421023124504, -0.4229136756593603))
    run = vz.simulate(m, 1e-5, 1e-5, method=method)
    r = arm + turn @ com
    assert run["bob.alpha"][0] == pytest.approx((r[0] * g[1] - r[1] * g[0]) / (r @ r), rel=1e-9)


@pytest.mark.parametrize("method", ["absolute", "recursive", "minimal"])
def test_a_point_mass_that_is_led_onto_its_pin(method):
    """Turned about a pin at distance `d = 0.5 - t`, `w d^2` stays: there is no motion beyond 0.5 s, and the run says which body is to blame, and why."""
    m = vz.Model("onto the pin", dimension=2, gravity=(0, 0))
    m.body("bob", mass=2.0, inertia=0.0, position=(0.5, 0), velocity=(-1, 0.4), angular_velocity=0.8)
    m.slot("S", "ground", "bob", at=(0, 0), axis=(1, 0))
    m.drive("d", points=[m.point("O", "ground", (0, 0)), m.point("C", "bob", (0, 0))], distance="0.5 - t")
    with pytest.warns(vz.VazbaWarning, match="bob"):
        run = vz.simulate(m, 1.0, 0.05, method=method, rtol=1e-9, atol=1e-11)
    assert run.status == "failed"
    assert run.time[-1] == pytest.approx(0.5, abs=1e-3)
    assert run["bob.w"][:9] == pytest.approx(0.8 * (0.5 / (0.5 - run.time[:9])) ** 2, rel=1e-7)
    assert "body bob has no mass (or no inertia" in run.message
    assert "moves next to nothing" in run.message
