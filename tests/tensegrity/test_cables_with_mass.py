"""Cables with mass, bars with a moment of inertia of their own: closed forms."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import vazba as vz

G = 9.81


def _hanging(dimension: int, end: str, **cable: float) -> vz.Model:
    """A bead of 0.5 kg on a stiff cable of 1.2 m; the bead is a node, or a ball whose centre hangs there."""
    m = vz.Model("pendulum", dimension=dimension)
    down = [0.0, -1.2] if dimension == 2 else [0.0, 0.0, -1.2]
    m.point("O", "ground", [0.0] * dimension)
    if end == "node":
        m.node("N", down, mass=0.5)
    else:
        m.body("ball", position=down, mass=0.5, inertia=0.01 if dimension == 2 else [0.01] * 3)
        m.point("N", "ball", [0.0] * dimension)
    m.cable("c", through=["O", "N"], stiffness=1e8, free_length=1.2, **cable)
    return m


@pytest.mark.parametrize("dimension", [2, 3])
@pytest.mark.parametrize("end", ["node", "body"])
@pytest.mark.parametrize("cable", [{"mass": 0.9}, {"density": 1500.0, "area": 5e-4}])
def test_a_heavy_pendulum_rope(dimension: int, end: str, cable: dict[str, float]) -> None:
    """A straight rope of mass m with a bead M: `w^2 = (M + m/2) g / ((M + m/3) l)`, at rest `F = (M + m/2) g` (its weight in halves)."""
    m = _hanging(dimension, end, **cable)
    wanted = np.sqrt((0.5 + 0.45) * G / ((0.5 + 0.3) * 1.2))
    omegas = vz.modes(m).omegas
    omegas = omegas[omegas > 1e-3]
    assert omegas[: dimension - 1] == pytest.approx([wanted] * (dimension - 1), rel=1e-6)
    assert vz.equilibrium(m).tensions["c"] == pytest.approx(0.95 * G, rel=1e-9)
    assert not [name for name in vz.simulate(m, until=0.01).columns if "#" in name]
    text = str(vz.check(m))
    assert "#" not in text
    assert ("1 node" if end == "node" else "1 body") in text


def test_a_rope_swings_as_energy_says() -> None:
    """Let go level: kinetic energy `(M/2 + m/6) v^2` at the bead is what weight gave, `(M + m/2) g h`; the ledger closes."""
    m = _hanging(2, "body", mass=0.9)
    m.bodies["ball"] = type(m.bodies["ball"])(name="ball", position=[1.2, 0.0], mass=0.5, inertia=0.01)
    res = vz.simulate(m, until=0.5, every=0.05, rtol=1e-9, atol=1e-11)
    fallen = -res["N.y"]
    assert (0.25 + 0.15) * (res["N.vx"] ** 2 + res["N.vy"] ** 2) == pytest.approx(0.95 * G * fallen, rel=1e-5, abs=1e-5)
    assert np.abs(res["energy.balance"]).max() < 1e-6
    assert res["momentum.px"] == pytest.approx((0.5 + 0.45) * res["N.vx"], rel=1e-9, abs=1e-12)


def test_the_start_velocity_of_a_body_is_that_of_its_rope() -> None:
    """A spinning disc: the end of the rope starts with the rim, and nothing is slowed by it."""
    m = vz.Model("disc", dimension=2, gravity=[0, 0])
    m.body("disc", mass=2.0, inertia=1.0, velocity=[1.0, 0.0], angular_velocity=3.0)
    m.point("P", "disc", [0.0, 0.5])
    m.point("O", "ground", [0.0, 2.0])
    m.cable("c", through=["O", "P"], stiffness=10.0, free_length=5.0, mass=0.6)
    res = vz.simulate(m, until=0.01, every=0.01)
    assert (res["disc.vx"][0], res["disc.w"][0]) == pytest.approx((1.0, 3.0), rel=1e-12)
    assert res["energy.kinetic"][0] == pytest.approx(
        1.0 + 4.5 + 0.6 / 6 * 0.5**2, rel=1e-9
    )  # the rim goes with -0.5 m/s


def test_a_taut_rope_of_n_pieces_vibrates_like_linear_finite_elements() -> None:
    """Across: `w_j^2 = 6 F/(mu h^2) (1 - c)/(2 + c)`, `c = cos(j pi/n)`: linear elements with consistent mass; nearly `j pi/L sqrt(F/mu)`."""
    n, length, tension, mu, ea = 8, 2.0, 300.0, 0.4, 1e7
    h = length / n
    m = vz.Model("rope", dimension=3, gravity=[0, 0, 0])
    for k in range(n + 1):
        m.node(f"n{k}", [k * h, 0, 0], fixed=True if k in (0, n) else ["z"])
    for k in range(n):
        m.cable(f"c{k}", through=[f"n{k}", f"n{k + 1}"], stiffness=ea, free_length=ea * h / (ea + tension), mass=mu * h)
    c = np.cos(np.arange(1, n) * np.pi / n)
    wanted = np.sqrt(6 * tension / (mu * h**2) * (1 - c) / (2 + c))
    assert vz.modes(m).omegas[: n - 1] == pytest.approx(wanted, rel=1e-6)
    assert wanted[0] == pytest.approx(np.pi / length * np.sqrt(tension / mu), rel=0.01)


def test_pieces_share_the_mass_by_length() -> None:
    """A rope over a pin: 1 m to the left wall, 2 m to the right one; a third and two thirds of its mass, half of each stands on the node."""
    m = vz.Model("over a pin", dimension=2)
    m.node("A", [-1.0, 0.0], fixed=True)
    m.node("P", [0.0, 0.0], fixed=["x"])
    m.node("B", [2.0, 0.0], fixed=True)
    m.point("S", "ground", [0.0, 1.0])
    m.cable("rope", through=["A", "P", "B"], stiffness=1e-6, free_length=4.0, mass=3.0)
    m.spring("s", "S", "P", stiffness=500.0, free_length=1.0)
    assert vz.equilibrium(m).tensions["s"] == pytest.approx(1.5 * G, rel=1e-9)
    assert vz.modes(m).omegas == pytest.approx([np.sqrt(500.0 / (3.0 / 3))], rel=1e-6)  # m/3 of each piece


def test_a_bar_with_its_own_inertia() -> None:
    """A dumb-bell (all mass at the ends, `I = m l^2/4`) and a bar with its mass in the middle (`I = 0`), as pendulums: `w^2 = m g l/2 / (I + m l^2/4)`."""
    for inertia in (0.0, 0.3, 2.0 * 1.5**2 / 4):
        m = vz.Model("pendulum", dimension=2)
        m.node("A", [0, 0], fixed=True)
        m.node("B", [0, -1.5])
        m.bar("b", ("A", "B"), mass=2.0, inertia=inertia)
        wanted = np.sqrt(2.0 * G * 0.75 / (inertia + 2.0 * 0.75**2))
        assert vz.modes(m).omegas == pytest.approx([wanted], rel=1e-9)
        m.nodes["B"] = type(m.nodes["B"])(name="B", position=[1.5, 0.0])
        res = vz.simulate(m, until=0.4, every=0.1, rtol=1e-10, atol=1e-12)
        spin = np.hypot(res["B.vx"], res["B.vy"]) / 1.5
        assert res["energy.kinetic"] == pytest.approx((inertia + 2.0 * 0.75**2) / 2 * spin**2, rel=1e-9, abs=1e-12)
        assert np.abs(res["energy.balance"]).max() < 1e-8


def test_files_keep_the_mass(tmp_path: Path) -> None:
    m = _hanging(3, "body", density=1500.0, area=5e-4)
    for place in (tmp_path / "m.toml", tmp_path / "tables"):
        vz.save(m, place)
        assert next(iter(vz.equilibrium(vz.load(place)).tensions.values())) == pytest.approx(0.95 * G, rel=1e-9)
    (tmp_path / "t").mkdir()
    (tmp_path / "t" / "NODE.CSV").write_text("ID,x,y,z,mass,fix\n1,0,0,0,,1\n2,0,0,-1.2,0.5,\n")
    (tmp_path / "t" / "CABLE.CSV").write_text('ID,k,b,l0,mass,ID_THROUGH\n5,1e8,0,1.2,0.9,"1,2"\n')
    assert vz.equilibrium(vz.load(tmp_path / "t")).tensions["cable5"] == pytest.approx(0.95 * G, rel=1e-9)


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda m: m.cable("d", through=["O", "N"], stiffness=1, free_length=1, mass=1, density=1), "cable d: mass and density are given together"),
        (lambda m: m.cable("d", through=["O", "N"], stiffness=1, free_length=1, density=1), "cable d: density is given without an area"),
        (lambda m: m.cable("d", through=["O", "N"], stiffness=1, free_length=1, mass=-1), "cable d: mass = -1"),
        (lambda m: m.bar("d", ("N", "M"), inertia=1), "bar d: inertia is given without a mass"),
        (lambda m: m.revolute("M-support", "O", "P"), "node M: joint M-support has the name of its support"),
    ],
)  # fmt: skip
def test_faults_are_told_by_name(spoil: object, told: str) -> None:
    m = _hanging(2, "node", mass=1.0)
    m.node("M", [1.0, 0.0], mass=1.0, fixed=["x"])
    m.body("b", mass=1.0, inertia=1.0)
    m.point("P", "b", [0.0, 0.0])
    spoil(m)  # type: ignore[operator]
    with pytest.raises(vz.ModelError, match=told):
        vz.simulate(m, until=0.1)


def test_names_of_users_stay_free() -> None:
    """A point called like the foot of a node was taken for it once."""
    m = _hanging(2, "body", mass=0.9)
    m.node("K", [1.0, 0.0], mass=1.0, fixed=["x"])
    m.point("K-foot", "ground", [1.0, 2.0])
    m.point("N-mass", "ground", [3.0, 0.0])
    m.spring("s", "K-foot", "K", stiffness=1e3, free_length=1.0)
    res = vz.simulate(m, until=0.1, every=0.1)
    assert res["K-foot.y"] == pytest.approx([2.0, 2.0])
    assert "K-support.fx" in res.columns


def test_methods_that_do_not_know_such_cables_say_so() -> None:
    m = _hanging(2, "body", mass=0.9)
    with pytest.raises(vz.ModelError, match="method = recursive does not go with cable c, which has mass"):
        vz.simulate(m, until=0.1, method="recursive")
    with pytest.raises(
        vz.ModelError, match=r"point N: vz.matrices does not know nodes, and cables with mass end in such"
    ):
        vz.matrices(m)
    with pytest.raises(vz.ModelError, match=r"cables with mass: vz.inverse does not know mass between nodes"):
        vz.inverse(m, "rest", actuators=["c"])
