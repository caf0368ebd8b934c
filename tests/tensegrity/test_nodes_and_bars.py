"""Nodes and bars: closed forms, rigid bodies with ball joints, a truss of finite elements written down here, files, faults."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import vazba as vz

T = vz.tensegrity


def _chain(form: str, dimension: int) -> vz.Model:
    """Two rods hanging from a pin, drawn askew, with a mass at the elbow and a spring to the wall."""
    m = vz.Model("chain", dimension=dimension)
    down = [0.0, 0.0, 0.0][:dimension]
    elbow, tip, wall = (
        ([0.8, 0.0, -0.6], [1.4, 0.0, -1.4], [2.0, 0.0, 0.0])
        if dimension == 3
        else ([0.8, -0.6], [1.4, -1.4], [2.0, 0.0])
    )
    m.point("W", "ground", wall)
    if form == "nodes":
        m.node("A", down, fixed=True)
        m.node("B", elbow, mass=0.3)
        m.node("C", tip)
        m.bar("one", ("A", "B"), mass=1.2)
        m.bar("two", ("B", "C"), density=2000.0, area=5e-4)
    else:
        m.rod("one", down, elbow, diameter=1e-6, density=1.2 / (np.pi / 4 * 1e-12))
        m.rod("two", elbow, tip, diameter=1e-6, density=1.0 / (np.pi / 4 * 1e-12))
        m.body("bead", position=elbow, mass=0.3, inertia=1e-9 if dimension == 2 else [1e-9] * 3)
        m.point("B", "bead", down)
        m.point("C", "two", m.points["two_end"].position)
        m.point("A", "ground", down)
        joint = m.revolute if dimension == 2 else m.spherical
        joint("a", "A", "one_start")
        joint("b", "one_end", "two_start")
        m.fixed("hold", "two_start", "B") if dimension == 2 else m.fixed("hold", "one_end", "B")
    m.spring("s", "C", "W", stiffness=30.0, free_length=0.7)
    return m


@pytest.mark.parametrize("dimension", [2, 3])
@pytest.mark.parametrize("integrator", ["dop853", "radau"])
def test_bars_move_like_rods_on_ball_joints(dimension: int, integrator: str) -> None:
    """Rigid bodies are another way in another formulation: same motion, energies and momentum."""
    mine = vz.simulate(_chain("nodes", dimension), until=1.5, every=0.25, integrator=integrator, rtol=1e-10, atol=1e-12)
    rods = vz.simulate(_chain("bodies", dimension), until=1.5, every=0.25, integrator="dop853", rtol=1e-11, atol=1e-13)
    assert mine.status == rods.status == "done"
    axes = "xyz"[:dimension]
    for axis in axes:
        assert mine[f"C.{axis}"] == pytest.approx(rods[f"C.{axis}"], abs=3e-7)
        assert mine[f"B.v{axis}"] == pytest.approx(rods[f"B.v{axis}"], abs=3e-6)
    assert mine["energy.kinetic"] == pytest.approx(rods["energy.kinetic"], abs=1e-5)
    assert mine["energy.potential"] - mine["energy.potential"][0] == pytest.approx(
        rods["energy.potential"] - rods["energy.potential"][0], abs=1e-5
    )
    assert np.abs(mine["energy.balance"]).max() < 1e-7
    spin = "l" if dimension == 2 else "ly"
    assert mine[f"momentum.{spin}"] == pytest.approx(rods[f"momentum.{spin}"], abs=1e-5)


@pytest.mark.parametrize("dimension", [2, 3])
def test_a_physical_pendulum(dimension: int) -> None:
    """Frequency `sqrt(3 g/(2 l))`; force at the lowest point, of a bar that is let go horizontally: at the node `m g/2` and `(m/3) v^2/l`, `v^2 = 3 g l`."""
    m = vz.Model("pendulum", dimension=dimension)
    down, level = ([0.0, 0.0, -2.0], [2.0, 0.0, 0.0]) if dimension == 3 else ([0.0, -2.0], [2.0, 0.0])
    m.node("A", [0.0] * dimension, fixed=True)
    m.node("B", down)
    m.bar("rod", ("A", "B"), mass=3.0)
    found = vz.modes(m)
    assert found.omegas == pytest.approx([np.sqrt(1.5 * 9.81 / 2.0)] * (dimension - 1), rel=1e-9)
    assert vz.equilibrium(m).tensions["rod"] == pytest.approx(1.5 * 9.81, rel=1e-9)
    m.nodes["B"] = type(m.nodes["B"])(name="B", position=level)
    res = vz.simulate(m, until=1.2, every=0.001, rtol=1e-10, atol=1e-12)
    k = int(np.argmin(res["B.z" if dimension == 3 else "B.y"]))
    assert res["rod.force"][k] == pytest.approx(1.5 * 9.81 + 3.0 / 3 * 3 * 9.81 * 2.0 / 2.0, rel=1e-4)
    assert res["rod.length"] == pytest.approx(2.0, abs=1e-9)
    assert np.abs(res["rod.rate"]).max() < 1e-8


def test_an_elastic_bar_vibrates_like_the_consistent_finite_elements() -> None:
    """Twelve elements of a fixed-free rod: eigenvalues of `K = EA/h [[1, -1], [-1, 1]]`, `M = m/6 [[2, 1], [1, 2]]`, assembled here."""
    n, length, ea, mass = 12, 3.0, 5e4, 2.4
    m = vz.Model("rod", dimension=2, gravity=[0, 0])
    for k in range(n + 1):
        m.node(f"n{k}", [k * length / n, 0.0], fixed=True if k == 0 else ["y"])
    for k in range(n):
        m.bar(f"e{k}", (f"n{k}", f"n{k + 1}"), mass=mass / n, stiffness=ea)
    stiff, weight = np.zeros((n + 1, n + 1)), np.zeros((n + 1, n + 1))
    for k in range(n):
        stiff[k : k + 2, k : k + 2] += ea / (length / n) * np.array([[1, -1], [-1, 1]])
        weight[k : k + 2, k : k + 2] += mass / n / 6 * np.array([[2, 1], [1, 2]])
    root = np.linalg.inv(np.linalg.cholesky(weight[1:, 1:]))
    wanted = np.sqrt(np.linalg.eigvalsh(root @ stiff[1:, 1:] @ root.T))
    assert vz.modes(m).omegas == pytest.approx(wanted, rel=1e-8)
    assert wanted[0] == pytest.approx(np.pi / 2 / length * np.sqrt(ea * length / mass), rel=1e-3)  # the continuous rod


def test_a_loaded_string_of_beads() -> None:
    """n beads on a tight string: `w_j = 2 sqrt(F/(m a)) sin(j pi/(2 (n + 1)))` across it."""
    n, a, tension, mass = 5, 0.4, 80.0, 0.25
    m = vz.Model("beads", dimension=2, gravity=[0, 0])
    for k in range(n + 2):
        m.node(f"n{k}", [k * a, 0.0], mass=mass, fixed=k in (0, n + 1))
    for k in range(n + 1):
        m.cable(f"c{k}", through=[f"n{k}", f"n{k + 1}"], stiffness=1e7, free_length=1e7 * a / (1e7 + tension))
    wanted = [2 * np.sqrt(tension / (mass * a)) * np.sin(j * np.pi / (2 * (n + 1))) for j in range(1, n + 1)]
    assert vz.modes(m).omegas[:n] == pytest.approx(wanted, rel=1e-6)
    found = T.analyse(m)
    assert (found.static, found.kinematic, found.rigid) == (1, n, 0)
    assert found.stable


def test_elastic_bars_push_and_pull() -> None:
    """Two bars of a shallow truss under a load: `F = P/(2 sin a)`, sunk by statics of the deformed shape."""
    m = vz.Model("truss", dimension=2, gravity=[0, 0])
    m.node("A", [-1.0, 0.0], fixed=True)
    m.node("B", [1.0, 0.0], fixed=True)
    m.node("C", [0.0, 0.5], mass=0.1)
    for side in "AB":
        m.bar(f"bar{side}", (side, "C"), mass=0.2, stiffness=1e6)
    found = T.statics(m, {"C": (0.0, -1000.0)})
    height = found.positions["C"][1]
    force = -1000.0 / (2 * height / np.hypot(1.0, height))
    assert found.forces["barA"] == pytest.approx(force, rel=1e-9)
    assert force == pytest.approx(1e6 * (np.hypot(1.0, height) / np.hypot(1.0, 0.5) - 1), rel=1e-6)
    assert found.equilibrium.tensions["barB"] == pytest.approx(force, rel=1e-9)


def test_nodes_go_wherever_points_go() -> None:
    """A body hangs by a ball joint on a node, a driver moves a node, a force pulls at one, a node slides along an axis."""
    m = vz.Model("mixed", gravity=[0, 0, -9.81])
    m.node("N", [0, 0, 0], mass=1.0, fixed=["x", "y"])
    m.body("ball", position=[0, 0, -1], mass=2.0, inertia=[0.1, 0.1, 0.1])
    m.point("top", "ball", [0, 0, 1])
    m.spherical("J", "N", "top")
    m.point("O", "ground", [0, 0, 3])
    m.spring("s", "O", "N", stiffness=300.0, free_length=2.0)
    m.force("f", "N", [0, 0, 3.0])
    eq = vz.equilibrium(m)
    assert eq.tensions["s"] == pytest.approx(3.0 * 9.81 - 3.0, rel=1e-9)
    assert vz.check(m).mobility.freedoms == 1 + 3
    driven = vz.Model("driven")
    driven.node("N", [0, 0, 0], mass=1.0)
    driven.node("M", [1, 0, 0], mass=1.0)
    driven.bar("b", ("N", "M"), mass=1.0)
    driven.drive("lift", point="N", position=["0", "0", "0.1*t"])
    res = vz.simulate(driven, until=0.5, every=0.1)
    assert res["N.z"][-1] == pytest.approx(0.05, abs=1e-9)


@pytest.mark.parametrize("ending", [".toml", ""])
def test_files_keep_nodes_and_bars(tmp_path: Path, ending: str) -> None:
    m = T.prism(3, 1.0, 2.0, supported=True, prestress=60.0, bar_stiffness=1e6)
    m.force("push", "t1", [1.0, 2.0, 3.0])
    vz.save(m, tmp_path / f"model{ending}")
    again = vz.load(tmp_path / f"model{ending}")
    assert (len(again.nodes), len(again.bars), len(again.cables)) == (6, 3, 9)
    assert sorted(vz.equilibrium(again).tensions.values()) == pytest.approx(
        sorted(vz.equilibrium(m).tensions.values()), rel=1e-12
    )


def test_tables_by_hand(tmp_path: Path) -> None:
    (tmp_path / "NODE.CSV").write_text("ID,x,y,z,mass,fix\n1,0,0,2,,1\n2,0,0,1,0.5,xy\n3,0,0,0,1,\n")
    (tmp_path / "BAR.CSV").write_text("ID,ID_FROM,ID_TO,mass,EA,l0\n1,2,3,2,,\n")
    (tmp_path / "CABLE.CSV").write_text('ID,k,b,l0,ID_THROUGH\n5,1e4,0,0.9,"1,2"\n')
    m = vz.load(tmp_path)
    assert m.cables["cable5"].through == ["node1", "node2"]
    tensions = vz.equilibrium(m).tensions
    assert tensions["cable5"] == pytest.approx(3.5 * 9.81, rel=1e-9)
    assert tensions["bar1"] == pytest.approx((1.0 + 1.0) * 9.81, rel=1e-9)
    (tmp_path / "POINT.CSV").write_text("ID,IDCON,x,y,z\n3,0,0,0,0\n")
    with pytest.raises(vz.ModelError, match="the number 3 is that of a point too"):
        vz.load(tmp_path)


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda m: m.node("M", [0, 1, 0]), "node M: it has no mass; how it moves is not determined"),
        (lambda m: m.node("M", [0, 1, 0], mass=1, fixed="x"), "node M: fixed = 'x' is not understood"),
        (lambda m: m.node("M", [0, 1, 0], mass=1, fixed=["w"]), "node M: fixed: 'w' is no axis of the model"),
        (lambda m: m.bar("b", ("A", "A"), mass=1), "bar b: nodes = .* both its ends are the same node"),
        (lambda m: m.bar("b", ("A", "Z"), mass=1), "bar b: nodes: there is no node 'Z'"),
        (lambda m: m.bar("b", ("A", "B"), density=7800), "bar b: density is given without an area"),
        (lambda m: m.bar("b", ("A", "B"), mass=1, damping=3), "bar b: damping is given, and no stiffness"),
        (lambda m: m.point("A", "ground", [0, 0, 0]), "node A: one of the points has the same name"),
        (lambda m: (m.node("M", [0, 0, 0], mass=1), m.bar("b", ("A", "M"), mass=1)), "bar b: its length is 0 m between A and M"),
        (lambda m: (m.node("M", [0, 1, 0]), m.node("N", [0, 2, 0]), m.bar("b", ("M", "N"), mass=1, inertia=0)), "bar b: inertia = 0 .* how it turns"),
        (lambda m: (m.node("M", [0, 1, 0], mass=1, fixed=["x"]), m.bar("M-support", ("A", "M"), mass=1)), "node M: bar M-support has the name of its support"),
        (lambda m: (m.node("M", [0, 1, 0], mass=1, fixed=["x"]), m.node("M-support", [9, 1, 0], mass=1)), "node M: node M-support has the name"),
        (lambda m: m.cable("c", through=["A", "Q"], stiffness=1, free_length=1), "cable c: through: there is no point or node 'Q'"),
    ],
)  # fmt: skip
def test_faults_are_told_by_name(spoil: object, told: str) -> None:
    m = vz.Model("m", dimension=3)
    m.node("A", [0, 0, 0], mass=1.0)
    m.node("B", [1, 0, 0], mass=1.0)
    spoil(m)  # type: ignore[operator]
    with pytest.raises(vz.ModelError, match=told):
        vz.simulate(m, until=0.1)


def test_methods_that_do_not_know_nodes_say_so() -> None:
    m = T.prism(3)
    for method in ("recursive", "minimal"):
        with pytest.raises(vz.ModelError, match="does not go with node b1"):
            vz.simulate(m, until=0.1, method=method)
    with pytest.raises(vz.ModelError, match="does not know nodes"):
        vz.matrices(m)


def test_a_node_nothing_holds_is_named() -> None:
    m = T.prism(3)
    m.node("lost", [5, 5, 5], mass=1.0)
    with pytest.raises(vz.ModelError, match="node lost: nothing holds it"):
        T.analyse(m)


@pytest.mark.parametrize("dimension", [2, 3])
def test_a_run_goes_on_from_a_stored_instant(dimension: int, tmp_path: Path) -> None:
    """Nodes, a body and a heavy cable between them: two halves are the whole, also by a file."""
    m, z = vz.Model("parts", dimension=dimension), (0,) * (dimension - 2)
    m.node("A", (0, *z, 0), fixed=True)
    m.node("B", (1, *z, 0.1), mass=0.2)
    m.bar("b", ("A", "B"), mass=2.0)
    m.body("c", position=(2, *z, 0), mass=1.0, inertia=0.1 if dimension == 2 else [0.1, 0.1, 0.1])
    m.point("P", "c", (0, *z, 0.1))
    m.cable("rope", ("B", "P"), stiffness=500, free_length=0.9, mass=0.1)
    how = {"rtol": 1e-10, "atol": 1e-11, "integrator": "dop853"}
    whole, half = vz.simulate(m, 0.4, 0.1, **how), vz.simulate(m, 0.2, 0.1, **how)
    half.save(tmp_path / "half.nc")
    for start in (half, str(tmp_path / "half.nc")):
        rest = vz.simulate(m, 0.4, 0.1, start=start, **how)
        for name in ("B.x", "B.vx", "c.x", "P.vx", "b.force"):
            assert rest[name][-1] == pytest.approx(whole[name][-1], abs=1e-7), name
