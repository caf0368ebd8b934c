"""Do they stand? Verdicts against stiffness matrices written down apart and small simulated pushes; frequencies of chains and trusses."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from tests.tensegrity.nodal import Nodal

import vazba as vz

T = vz.tensegrity
EA, MASS, PUSH = 2e4, 1.0, 1e-4  # N, kg, m/s


def _web(rng: np.random.Generator) -> tuple[vz.Model, Nodal, np.ndarray] | None:
    """Two or three nodes in a plane, strings to a ring of anchors, elastic bars between the nodes that push; the shape by force densities."""
    count, ring = int(rng.integers(2, 4)), 6
    angles = 2 * np.pi * np.arange(ring) / ring + rng.uniform(-0.2, 0.2, ring)
    places = {f"a{k}": (np.cos(x), np.sin(x), 0.0) for k, x in enumerate(angles)}
    places |= {f"f{k}": (*rng.uniform(-0.5, 0.5, 2), 0.0) for k in range(count)}
    strings = {f"s{k}-{j}": (f"f{k}", f"a{j}") for k in range(count) for j in rng.choice(ring, 3, replace=False)}
    bars = {f"b{i}-{j}": (f"f{i}", f"f{j}") for i, j in itertools.combinations(range(count), 2)}
    densities = {name: float(rng.uniform(40, 160)) for name in strings} | {
        name: -float(rng.uniform(20, 220)) for name in bars
    }
    form = T.form_find(places, densities, members={**strings, **bars}, fixed=[f"a{k}" for k in range(ring)])
    if min(form.lengths.values()) < 0.1 or max(form.lengths.values()) > 4:
        return None
    m = vz.Model("web", gravity=[0, 0, 0])
    for name, place in form.positions.items():
        speed = (PUSH * rng.normal(size=3)).tolist()
        m.node(name, place.tolist(), mass=MASS, fixed=name[0] == "a", velocity=speed if name[0] == "f" else None)
    for name, ends in {**strings, **bars}.items():
        free = EA * form.lengths[name] / (EA + form.forces[name])
        if name in strings:
            m.cable(name, through=list(ends), stiffness=EA, free_length=free)
        else:
            m.bar(name, ends, stiffness=EA, free_length=free)
    index = {name: k for k, name in enumerate(form.positions)}
    pairs = [(index[a], index[b]) for a, b in [*strings.values(), *bars.values()]]
    nodal = Nodal(np.array(list(form.positions.values())), [], pairs, tuple(range(ring)))
    return m, nodal, np.array([form.forces[name] for name in [*strings, *bars]])


def test_verdicts_of_fifty_structures_are_what_small_pushes_show() -> None:
    rng, seen = np.random.default_rng(5), {True: 0, False: 0}
    while sum(seen.values()) < 50:
        drawn = _web(rng)
        if drawn is None:
            continue
        m, nodal, tension = drawn
        least = float(np.linalg.eigvalsh(nodal.stiffness(tension, EA))[0])
        if abs(least) < 2.0:  # too near to neither
            continue
        stands = least > 0
        seen[stands] += 1
        found = vz.modes(m, at="drawn")
        assert found.stable == stands
        if stands:  # there is a prestress, at least this one, that stiffens all
            assert T.analyse(m).stable
        rate = np.sqrt(abs(least) / MASS)
        start = np.concatenate([node.velocity for node in m.nodes.values() if node.velocity is not None])
        bound = 1.2 * np.linalg.norm(start) / rate  # of a stable one: m v^2 = k x^2 at most
        res = vz.simulate(m, until=9 / rate, every=0.5 / rate, rtol=1e-6, atol=1e-10)
        free = [name for name, node in m.nodes.items() if node.velocity is not None]
        far = sum((res[f"{name}.{axis}"] - res[f"{name}.{axis}"][0]) ** 2 for name in free for axis in "xyz")
        assert (np.sqrt(far.max()) < bound) == stands
    assert min(seen.values()) >= 10


def test_a_hanging_chain_has_the_zeros_of_laguerres_polynomial() -> None:
    """n equal masses on massless rigid bars of length l: `w^2 = x g/l` with `L_n(x) = 0`."""
    n, long = 5, 0.3
    m = vz.Model("chain", dimension=2)
    m.node("n0", [0.0, 0.0], fixed=True)
    for k in range(1, n + 1):
        m.node(f"n{k}", [0.0, -k * long], mass=0.7)
        m.bar(f"b{k}", (f"n{k - 1}", f"n{k}"))
    zeros = np.sort(np.polynomial.laguerre.lagroots([0.0] * n + [1.0]))
    assert vz.modes(m).omegas == pytest.approx(np.sqrt(zeros * 9.81 / long), rel=1e-7)
    forces = vz.equilibrium(m).tensions
    assert [forces[f"b{k}"] for k in range(1, n + 1)] == pytest.approx(
        [0.7 * 9.81 * (n - k + 1) for k in range(1, n + 1)]
    )


@pytest.mark.parametrize("dimension", [2, 3])
def test_a_truss_vibrates_like_its_finite_elements(dimension: int) -> None:
    """Elastic bars without prestress: `K = EA/l n n^T`, `M = m/6 [[2, 1], [1, 2]]` for each direction, assembled here."""
    rng = np.random.default_rng(dimension)
    count, ea, line = 6, 3e6, 2.0
    x = rng.uniform(0, 3, (count, dimension))
    pairs = list(itertools.combinations(range(count), 2))
    m = vz.Model("truss", dimension=dimension, gravity=[0] * dimension)
    for k, place in enumerate(x):
        m.node(f"n{k}", place.tolist(), fixed=k < dimension)
    stiff, mass = np.zeros((x.size, x.size)), np.zeros((x.size, x.size))
    d = dimension
    for a, b in pairs:
        gap = x[b] - x[a]
        long = float(np.linalg.norm(gap))
        m.bar(f"b{a}-{b}", (f"n{a}", f"n{b}"), density=line / 1e-4, area=1e-4, stiffness=ea)
        n = gap / long
        for i, j, sign, part in ((a, a, 1, 2), (b, b, 1, 2), (a, b, -1, 1), (b, a, -1, 1)):
            stiff[d * i : d * i + d, d * j : d * j + d] += sign * ea / long * np.outer(n, n)
            mass[d * i : d * i + d, d * j : d * j + d] += part * line * long / 6 * np.eye(d)
    free = slice(d * d, None)
    root = np.linalg.inv(np.linalg.cholesky(mass[free, free]))
    wanted = np.sqrt(np.linalg.eigvalsh(root @ stiff[free, free] @ root.T))
    assert vz.modes(m).omegas == pytest.approx(wanted, rel=1e-7)


def test_frequencies_over_prestress() -> None:
    """Of a prism whose strings hardly stretch: the softest grows with the root of the level, and is that of the nodal model."""
    from tests.tensegrity.nodal import prism

    m = T.prism(3, 1.0, 2.0, stiffness=1e9, prestress=0)
    found = T.sweep(m, [10.0, 40.0, 90.0], count=3)
    assert found.frequencies.shape == (3, 3)
    assert found.stable.all()
    assert found.frequencies[:, 0] / found.frequencies[0, 0] == pytest.approx([1.0, 2.0, 3.0], rel=1e-5)
    nodal = prism(3, 1.0, 1.0, 2.0)
    t = nodal.self_stresses()[:, 0]
    t *= np.sign(t[-1]) * 40.0 / np.abs(t).max()
    wanted = nodal.frequencies(t, 1e9, 1.0)
    assert found.frequencies[1] == pytest.approx(wanted[wanted > 1e-3][:3], rel=1e-5)
    with pytest.raises(vz.ModelError, match="level = 0 N is not possible"):
        T.sweep(m, [0.0, 1.0])
    with pytest.raises(vz.ModelError, match="no self-stress"):
        T.sweep(T.prism(3, 1.0, 2.0, twist=0.2, prestress=0), [1.0])


@pytest.mark.parametrize(("stages", "bars"), [(2, 3), (3, 4)])
def test_a_tower_of_class_one(stages: int, bars: int) -> None:
    """No two bars meet; the inward pull at an inner triangle is that of its strings, `4 sin^2(pi/n)` ring and `4 sin^2(pi/2n)` belt."""
    m = T.tower(stages, bars, 0.5, 1.0, class_=1, prestress=60.0)
    found = T.analyse(m)
    assert (found.bars_at_a_node, found.rigid) == (1, 6)
    assert found.stable
    eq = vz.equilibrium(m)
    assert eq.moved < 1e-9
    density = {name: eq.tensions[name] / long for name, long in zip(found.structure.names, found.structure.lengths)}
    end, q = density["ringn1-1"], density["side1-1"]
    assert end == pytest.approx(q / (2 * np.sin(np.pi / bars)), rel=1e-9)
    pull = 4 * np.sin(np.pi / bars) ** 2
    assert pull * density["ringn2-1"] + 4 * np.sin(np.pi / bars / 2) ** 2 * density["belt1-1a"] == pytest.approx(
        pull * end, rel=1e-9
    )
    with pytest.raises(vz.ModelError, match="class_ = 3 is not possible"):
        T.tower(2, class_=3)


def test_the_level_of_prestress_is_swept_by_the_command_for_modes(tmp_path) -> None:
    """As `vz.tensegrity.sweep` says, at the same levels."""
    from typer.testing import CliRunner

    from vazba.cli.app import app

    m = T.prism(3, 1.0, 2.0, stiffness=1e6, prestress=0)
    vz.save(m, tmp_path / "prism.toml")
    table = tmp_path / "sweep.csv"
    command = ["modes", str(tmp_path / "prism.toml"), "--sweep", "level=10..90/3", "-o", str(table)]
    assert CliRunner().invoke(app, command).exit_code == 0
    rows = np.genfromtxt(table, delimiter=",", names=True, dtype=None, encoding="utf-8")
    found = T.sweep(m, [10.0, 50.0, 90.0], count=3)
    for level, wanted in zip(found.levels, found.frequencies):
        seen = rows["frequency"][rows["level"] == level]
        assert seen[seen > 1e-3 * seen.max()][:3] == pytest.approx(wanted, rel=1e-6)
    assert CliRunner().invoke(app, [*command[:3], "level=0..90/3"]).exit_code == 2
    told = CliRunner().invoke(app, ["tensegrity", command[1], "--sweep", "level=10..90/3"]).stdout  # written alike
    levels = told[told.index("against prestress") :].splitlines()[1:]
    assert [float(line.split(" N ")[0]) for line in levels if line] == [10.0, 50.0, 90.0]
    for name in ("modes", "tensegrity"):
        assert CliRunner().invoke(app, [name, *command[1:3], "level=10..90/99999999"]).exit_code == 2
    with pytest.raises(TypeError, match="needs the forces"):
        T.prestress(m)
