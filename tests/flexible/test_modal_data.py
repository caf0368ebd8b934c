"""Beams with shapes from another program: the same as the package's own shapes, as rigid bodies of the same masses, and with the frequencies given."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import vazba as vz

SECTION, E, RHO, L = {"shape": "round", "diameter": 0.02}, 2e9, 1500.0, 1.2
A, J = np.pi * 0.01**2, np.pi * 0.01**4 / 4


def sines(nodes: int, shapes: int, dimension: int, turns: bool = True, damping: Any = 0.0) -> dict[str, Any]:
    """Data of a beam between pins: `sin(k pi x/L)` along y, masses by the trapezoidal rule."""
    x = np.linspace(0, L, nodes)
    mass = RHO * A * L / (nodes - 1) * np.where((x == 0) | (x == L), 0.5, 1.0)
    k = np.pi * np.arange(1, shapes + 1) / L
    table = []
    for at, m in zip(x, mass, strict=True):
        node: dict[str, Any] = {"position": [at, *[0.0] * (dimension - 1)], "mass": m}
        node["inertia"] = m / A * J if dimension == 2 else [2 * m / A * J, m / A * J, m / A * J]
        node["shapes"] = [[0.0, w, *[0.0] * (dimension - 2)] for w in np.sin(k * at)]
        if turns:
            slope = k * np.cos(k * at)
            node["turns"] = slope.tolist() if dimension == 2 else [[0.0, 0.0, s] for s in slope]
        table.append(node)
    omegas = k**2 * np.sqrt(E * J / (RHO * A * (1 + k**2 * J / A)))  # with the inertia of sections against turning
    return {"frequencies": (omegas / (2 * np.pi)).tolist(), "damping": damping, "nodes": table}


def placed(dimension: int) -> dict[str, Any]:
    """Along x, its axes those of the ground."""
    return {"length": L} | ({"orientation": {"quaternion": [1, 0, 0, 0]}} if dimension == 3 else {"angle": 0})


def swinging(dimension: int, **keys: Any) -> vz.Model:
    """A pendulum with a mass pinned to its end, pulled by a spring at two thirds of its length."""
    m = vz.Model("import", dimension=dimension, gravity=[0.0, -9.81, *[0.0] * (dimension - 2)])
    end = [0.0] * (dimension - 1)
    m.beam("b", **placed(dimension), section=SECTION, E=E, density=RHO, model="modal", stations=[0.6], **keys)
    m.body("ball", position=[L, *end], mass=0.3, inertia=1e-4 if dimension == 2 else [1e-4] * 3)
    axis = {"axis": (0, 0, 1)} if dimension == 3 else {}
    m.revolute("A", "ground", "b", at=[0.0, *end], **axis)
    m.revolute("B", "b", "ball", at=[L, *end], **axis)
    m.point("P", "b", [2 * L / 3, *end])
    m.point("G", at=[0.8, 0.7, *[0.0] * (dimension - 2)])
    m.spring("s", "P", "G", stiffness=200.0, free_length=0.5)
    return m


@pytest.mark.parametrize("dimension", [2, 3])
@pytest.mark.parametrize("turns", [True, False])
def test_the_same_as_shapes_of_the_package(dimension: int, turns: bool) -> None:
    """Its own sines, without axial shapes; without turns they follow from the displacements."""
    more = {"twist": 0} if dimension == 3 else {}
    own = swinging(dimension, shapes="supported", modes=3, axial=0, **more)
    read = swinging(dimension, data=sines(241, 3, dimension, turns))
    one, other = (vz.simulate(m, 0.5, 0.02, rtol=1e-9, atol=1e-11) for m in (own, read))
    bent = np.ptp(one["b@0.6.y"])
    assert bent > 0.05
    for name in ("b@0.6.x", "b@0.6.y", "ball.y", "b@1.2.vx"):
        assert other[name] == pytest.approx(one[name], abs=5e-5 * np.ptp(one[name])), name
    assert np.abs(other.energy.balance).max() < 1e-8
    assert other["A.fx"] == pytest.approx(one["A.fx"], abs=2e-3 * np.abs(one["A.fx"]).max())


def test_frequency_and_damping_are_those_given() -> None:
    """Of one shape of a beam whose start is held; what the shape looks like does not matter."""
    nodes = [
        {"position": [x, 0.1 * x], "mass": 0.2 + x, "shapes": [[0.1 * x, x**2]], "turns": [2 * x]}
        for x in (0.0, 0.5, L)
    ]
    m = vz.Model("held", dimension=2, gravity=(0, 0))
    data = {"frequencies": [7.5], "damping": 0.03, "nodes": nodes}
    m.beam("b", (0, 0), (L, 0), section=SECTION, E=E, density=RHO, model="modal", data=data)
    m.fixed("wall", "ground", "b", at=(0, 0))
    found = vz.modes(m)
    assert found.omegas[0] == pytest.approx(2 * np.pi * 7.5, rel=1e-9)
    assert found.dampings[0] == pytest.approx(0.03, rel=1e-9)


@pytest.mark.parametrize("dimension", [2, 3])
def test_stiff_data_are_a_rigid_body(dimension: int) -> None:
    """Masses beside the axis and their inertias: mass, centre and inertia of a body that swings and tumbles."""
    rng = np.random.default_rng(4)
    x, d = np.array([0.0, 0.4, 0.9, L]), dimension
    places = np.column_stack([x, rng.normal(0, 0.1, 4), rng.normal(0, 0.1, 4) if d == 3 else 0 * x])
    masses, own = rng.uniform(0.2, 0.5, 4), rng.uniform(1e-3, 2e-3, (4, 3))
    nodes = []
    for place, mass, inertia in zip(places, masses, own, strict=True):
        node = {"position": place[:d].tolist(), "mass": mass, "inertia": inertia[2] if d == 2 else inertia.tolist()}
        nodes.append(node | {"shapes": [[0.0, place[0] * (L - place[0]), 0.0][:d]]})
    centre = masses @ places / masses.sum()
    arm = places - centre
    tensor = np.einsum("g,gk,gk,ij->ij", masses, arm, arm, np.eye(3)) - np.einsum("g,gi,gj->ij", masses, arm, arm)
    tensor += np.diag(own.sum(axis=0))
    runs = []
    for elastic in (True, False):
        m = vz.Model("tumbling", dimension=d, gravity=[0.0, -9.81, 3.0][:d])
        start, end = [0.0] * d, [L, *[0.0] * (d - 1)]
        if elastic:
            data = {"frequencies": [3000.0], "damping": 1.0, "nodes": nodes}
            m.beam("b", **placed(d), section=SECTION, E=E, density=RHO, model="modal", data=data)
        else:
            inertia = tensor[2, 2] if d == 2 else tensor.tolist()
            m.body("b", position=start, mass=masses.sum(), com=centre[:d].tolist(), inertia=inertia)
        m.joint("revolute" if d == 2 else "spherical", "A", "ground", "b", at=start)
        m.point("P", "b", end)
        runs.append(vz.simulate(m, 1.0, 0.05, rtol=1e-8, atol=1e-10))
    one, other = runs
    assert np.ptp(other["P.y"]) > 0.5
    for axis in "xyz"[:d]:
        assert one[f"P.{axis}"] == pytest.approx(other[f"P.{axis}"], abs=2e-5), axis
        force, expected = one[f"A.f{axis}"][1:], other[f"A.f{axis}"][1:]  # it starts straight, not under load
        assert force == pytest.approx(expected, abs=1e-3 * np.abs(other["A.fy"]).max()), axis
    assert one.energy.kinetic == pytest.approx(other.energy.kinetic, abs=1e-4)


FILE = """
frequencies = [4.0, 20.0]
damping = [0.01, 0.02]
[[nodes]]
position = [0, 0]
mass = 0.1
shapes = [[0, 0], [0, 0]]
turns = [0, 0]
[[nodes]]
position = [0.6, 0]
mass = 0.3
shapes = [[0, 0.3], [0, -0.7]]
turns = [0.9, 0.1]
[[nodes]]
position = [1.2, 0]
mass = 0.2
inertia = 1e-3
shapes = [[0, 1.0], [0, 1.0]]
turns = [1.1, 4.0]
"""
MODEL = """
dimension = 2
[beams.arm]
from = [0, 0]
to = [1.2, 0]
section = { shape = "round", diameter = 0.02 }
E = 2e9
density = 1500
model = "modal"
data = "arm-modes.toml"
[joints.A]
type = "revolute"
bodies = ["ground", "arm"]
at = [0, 0]
"""


def test_from_a_file(tmp_path: Path) -> None:
    """Looked for beside the model; stations carry no section forces, of which such data know nothing."""
    (tmp_path / "arm-modes.toml").write_text(FILE)
    (tmp_path / "arm.toml").write_text(MODEL)
    r = vz.simulate(vz.load(tmp_path / "arm.toml"), 0.2, 0.02)
    assert r.status == "done"
    assert np.abs(r.energy.balance).max() < 1e-6
    assert "arm@1.2.y" in r.columns
    assert "arm@1.2.M" not in r.columns
    r.save(tmp_path / "run.nc")
    (tmp_path / "arm-modes.toml").unlink()  # a result stands alone
    again = vz.simulate(vz.load(tmp_path / "run.nc"), 0.2, 0.02)
    assert again["arm@1.2.y"] == pytest.approx(r["arm@1.2.y"], abs=1e-12)


def test_the_file_of_the_documentation(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs/beams.md").read_text(encoding="utf-8")
    (tmp_path / "arm-modes.toml").write_text(page.split("```none\n")[1].split("```")[0])
    (tmp_path / "arm.toml").write_text(MODEL.replace("1.2", "1.0"))
    model = vz.load(tmp_path / "arm.toml")
    assert any("modal, 1 m, 0.35 kg; first frequency 4.31 Hz (of its data)" in line for line in vz.check(model).lines())
    r = vz.simulate(model, 0.1, 0.02)
    assert r.status == "done"
    assert np.abs(r.energy.balance).max() < 1e-6


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("frequencies = [4.0, 20.0]", "frequencies = [4.0, -1]", "arm-modes.toml: frequencies = [4.0, -1] must be positive"),
        ("frequencies = [4.0, 20.0]", "frequencies = []", "must be positive"),
        ("frequencies = [4.0, 20.0]", "frequency = [4.0]", "unknown key 'frequency'; did you mean 'frequencies'?"),
        ("damping = [0.01, 0.02]", "damping = [0.01]", "arm-modes.toml: damping = [0.01] is not possible; it must be 2 numbers"),
        ("damping = [0.01, 0.02]", "damping = -1", "damping = -1 is negative"),
        ("position = [0.6, 0]", "position = [1.3, 0]", "node 3: x = 1.2 does not lie beyond node 2"),
        ("position = [1.2, 0]", "position = [1.0, 0]", "data: nodes reach from x = 0 to 1 m; the beam reaches from 0 to 1.2 m"),
        ("mass = 0.3", "mass = -0.3", "node 2: mass = -0.3 is not possible"),
        ("mass = 0.3", "mass = nan", "node 2: mass = nan is not possible"),
        ("shapes = [[0, 0.3], [0, -0.7]]", "shapes = [[0, 0.3]]", "node 2: shapes: there are not 2 of them"),
        ("shapes = [[0, 0.3], [0, -0.7]]", 'shapes = [[0, 0.3], [0, "a"]]', "node 2: shapes, 2"),
        ("turns = [0.9, 0.1]", "turns = [0.9]", "node 2: turns: there are not 2 of them"),
        ("turns = [0.9, 0.1]", "inertia = -1", "node 2: inertia = -1 is negative"),
        ("[[nodes]]", "[[node]]", "unknown key 'node'"),
        ("frequencies = [4.0, 20.0]", "frequencies = [4.0, 20.0", "file 'arm-modes.toml' is not TOML"),
    ],
)  # fmt: skip
def test_faults_in_the_file_are_told(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert old in FILE
    (tmp_path / "arm-modes.toml").write_text(FILE.replace(old, new))
    (tmp_path / "arm.toml").write_text(MODEL)
    with pytest.raises(vz.ModelError) as told:
        vz.simulate(vz.load(tmp_path / "arm.toml"), 0.1)
    assert said in str(told.value)
    assert "arm.toml:" in str(told.value)


def test_faults_of_the_model_are_told(tmp_path: Path) -> None:
    (tmp_path / "arm.toml").write_text(MODEL)
    with pytest.raises(
        vz.ModelError, match=r"arm.toml:10: beam arm: data: file 'arm-modes.toml' with modal data is not there"
    ):
        vz.simulate(vz.load(tmp_path / "arm.toml"), 0.1)
    (tmp_path / "arm-modes.toml").write_text(FILE)
    (tmp_path / "arm.toml").write_text(MODEL.replace("data =", "modes = 3\ndata ="))
    with pytest.raises(vz.ModelError, match="both data and modes are given"):
        vz.simulate(vz.load(tmp_path / "arm.toml"), 0.1)
