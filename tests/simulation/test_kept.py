"""A model keeps its system from one run to the next: every run is that of a model made anew, whatever was changed between."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import vazba as vz

EXAMPLES = Path(__file__).parents[2] / "examples"
FREE = EXAMPLES / "four-bar-free" / "four-bar-free.toml"
RUN = {"until": 0.2, "every": 0.02}


def pendulum(length: float = 1.0) -> vz.Model:
    """A pendulum with a spring at its pin and a force on its end; lists, a table and an array stand in it."""
    m = vz.Model("pendulum", dimension=2, gravity=[0, -9.81], parameters={"l": length, "c": 2.0})
    m.body("rod", position=[0, 0], angle=0.3, mass="l", inertia="l**3/12", com=["l/2", 0])
    m.revolute("pin", "ground", "rod", at=(0, 0))
    m.point("end", "rod", np.array([length, 0.0]))
    m.spring("spring", joint="pin", stiffness="c")
    m.force("push", "end", force=["sin(t)", {"polynomial": [0.1, 0.2]}])
    return m


def same(a: vz.Result, b: vz.Result) -> bool:
    """Whether two results are the same, bit by bit."""
    if {kind: list(held) for kind, held in a.data.items()} != {kind: list(held) for kind, held in b.data.items()}:
        return False
    pairs = [(a.data[kind][quantity], b.data[kind][quantity]) for kind in a.data for quantity in a.data[kind]]
    told = all(getattr(a, key) == getattr(b, key) for key in ("status", "message", "warnings", "names"))
    return told and all(x.tobytes() == y.tobytes() for x, y in [(a.time, b.time), *pairs])


@pytest.mark.parametrize("method", ["absolute", "recursive", "minimal"])
@pytest.mark.parametrize(
    "name", ["four-bar-free", "four-bar-ladder", "pendulum-chain", "heavy-top", "cart-pole-loop", "three-rrr"]
)
def test_runs_of_a_kept_system_have_the_bits_of_the_first(name: str, method: str) -> None:
    path = next(path for path in (EXAMPLES / name / f"{name}.toml", EXAMPLES / name / f"{name}.py") if path.exists())
    until = 1e-9 + 10 * vz.load(path).scope().number(vz.load(path).simulation["every"])
    first, model = vz.simulate(vz.load(path), until=until, method=method), vz.load(path)
    for other in ("absolute", method, method):
        again = vz.simulate(model, until=until, method=other)
    assert model.kept is not None
    assert same(first, again)
    shorter = vz.simulate(model, until=until / 2, method=method)
    assert same(shorter, vz.simulate(vz.load(path), until=until / 2, method=method))
    assert same(first, again)  # nothing of it was written into


@pytest.mark.parametrize("more", [{}, {"bar_stiffness": 1e5}, {"supported": True, "gravity": (0.0, 0.0, -9.81)}])
@pytest.mark.parametrize("integrator", ["dop853", "radau"])
def test_nodes_and_bars_are_kept_too(more: dict[str, object], integrator: str) -> None:
    def tower() -> vz.Model:
        m = vz.tensegrity.tower(2, prestress=50.0, damping=2.0, **more)
        m.force("tap", point="n2-1", force=[0, 3, -5], stop=0.03)
        return m

    how = {"until": 0.1, "every": 0.02, "integrator": integrator}
    first, model = vz.simulate(tower(), **how), tower()
    for _ in range(3):
        again = vz.simulate(model, **how)
    assert model.kept is not None
    assert same(first, again)
    model.nodes["n2-2"] = replace(model.nodes["n2-2"], mass=1.0)
    heavier = tower()
    heavier.nodes["n2-2"] = replace(heavier.nodes["n2-2"], mass=1.0)
    assert same(vz.simulate(model, **how), vz.simulate(heavier, **how))
    assert not same(vz.simulate(model, **how), first)


def test_a_kept_system_is_the_same_one() -> None:
    model = pendulum()
    vz.simulate(model, **RUN)
    kept = model.kept.system
    vz.simulate(model, **RUN)
    assert model.kept.system is kept


def other_parameter(m: vz.Model) -> None:
    m.parameters["c"] = 5.0


def other_gravity(m: vz.Model) -> None:
    m.gravity[1] = -1.62


def other_record(m: vz.Model) -> None:
    m.bodies["rod"] = replace(m.bodies["rod"], mass="2*l")


def other_list(m: vz.Model) -> None:
    m.bodies["rod"].com[0] = "l/3"


def other_array(m: vz.Model) -> None:
    m.points["end"].position[0] = 0.7


def other_table(m: vz.Model) -> None:
    m.forces["push"].force[1]["polynomial"][0] = 0.4


def one_less(m: vz.Model) -> None:
    del m.springs["spring"]


def one_more(m: vz.Model) -> None:
    m.damper("damper", joint="pin", damping=0.2)


def minus_zero(m: vz.Model) -> None:
    m.gravity[0] = -0.0


def true_for_one(m: vz.Model) -> None:
    m.bodies["rod"].position[0] = True


@pytest.mark.parametrize(
    "edit",
    [
        other_parameter,
        other_gravity,
        other_record,
        other_list,
        other_array,
        other_table,
        one_less,
        one_more,
        minus_zero,
    ],
)
def test_every_edit_is_seen(edit: Callable[[vz.Model], None]) -> None:
    model, fresh = pendulum(), pendulum()
    before = vz.simulate(model, **RUN)
    kept = model.kept.system
    edit(model)
    edit(fresh)
    after = vz.simulate(model, **RUN)
    assert model.kept.system is not kept
    assert same(after, vz.simulate(fresh, **RUN))
    assert edit is minus_zero or not same(before, after)


def test_what_an_edit_makes_wrong_is_told() -> None:
    model = pendulum()
    vz.simulate(model, **RUN)
    true_for_one(model)
    with pytest.raises(vz.ModelError, match="True is not a number"):
        vz.simulate(model, **RUN)
    model.bodies["rod"].position[0] = 0
    model.simulation["nonsense"] = 1
    with pytest.raises(vz.ModelError, match="nonsense"):
        vz.simulate(model, **RUN)


def test_files_and_functions_are_read_every_time(tmp_path: Path) -> None:
    """The end of a slide that is driven by a table, and by a function: where these say."""

    def driven(law: object) -> vz.Model:
        m = vz.Model("slide", dimension=2)
        m.body("block", mass=1, inertia=1)
        m.prismatic("rail", "ground", "block", at=(0, 0), axis=(1, 0))
        m.drive("rail", displacement=law)
        return m

    path, scale = tmp_path / "law.csv", [1.0]
    by_table, by_function = driven({"table": str(path)}), driven(lambda t: scale[0] * t)
    for rate in (1.0, 3.0):
        path.write_text(f"0,0\n1,{rate}\n", encoding="utf-8")
        scale[0] = rate
        for model in (by_table, by_function):
            found = vz.simulate(model, until=1, every=0.5)
            assert model.kept is None
            np.testing.assert_allclose(found["block.x"], rate * found.time, atol=1e-12)


def test_copies_have_systems_of_their_own() -> None:
    model = pendulum()
    first = vz.simulate(model, **RUN)
    for other in (copy.copy(model), copy.deepcopy(model), pickle.loads(pickle.dumps(model))):
        assert other.kept is None
        result = vz.simulate(other, **RUN)
        assert result.model is other
        assert same(result, first)
    softer = vz.simulate(model.with_parameters(c=0.0), **RUN)
    assert not same(softer, first)
    assert same(vz.simulate(model, **RUN), first)


def test_threads_may_share_a_model() -> None:
    model = vz.load(FREE)
    first = vz.simulate(vz.load(FREE), until=1, every=0.02)
    vz.simulate(model, until=1, every=0.02)
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: vz.simulate(model, until=1, every=0.02), range(12)))
    assert all(same(first, one) for one in found)


def arrays_in(held: object, seen: set[int]) -> list[np.ndarray]:
    """All arrays that can be reached from something kept."""
    if id(held) in seen:
        return []
    seen.add(id(held))
    if isinstance(held, np.ndarray):
        return [held]
    inner: list[object] = []
    if isinstance(held, dict):
        inner = list(held.values())
    elif isinstance(held, (list, tuple)):
        inner = list(held)
    elif type(held).__module__.startswith("vazba.") and not isinstance(held, vz.Model):
        slots = [getattr(held, name) for name in getattr(type(held), "__slots__", ()) if hasattr(held, name)]
        inner = [*getattr(held, "__dict__", {}).values(), *slots]
    return [array for one in inner for array in arrays_in(one, seen)]


@pytest.mark.parametrize(
    "name",
    ["four-bar-free", "three-rrr", "quarter-car", "platform-tables", "three-loops", "heavy-top", "class-two-tower"],
)
def test_no_run_writes_into_what_is_kept(name: str) -> None:
    """Whatever a kernel writes into must be copied for each run: else one run would see what another left."""
    folder = EXAMPLES / name
    path = next((p for p in (folder / f"{name}.toml", folder / f"{name}.py") if p.exists()), folder)
    model = vz.load(path)
    model.simulation = {"until": 0.05, "every": 0.01}
    ways = [("recursive", "dop853"), ("minimal", "dop853"), ("absolute", "dop853"), ("absolute", "radau")]

    def run_all() -> int:
        done = 0
        for method, integrator in ways:
            try:
                done += vz.simulate(model, method=method, integrator=integrator).status == "done"
            except vz.ModelError:
                continue  # what a method cannot do
            held = arrays_in(model.kept.system, set())
            before = [array.tobytes() for array in held]
            vz.simulate(model, until=0.03, method=method, integrator=integrator)  # ends elsewhere
            assert before == [array.tobytes() for array in held], (method, integrator)
        return done

    run_all()
    assert run_all() > 0
