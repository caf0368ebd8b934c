"""Curves, pictures and animations: what stands in the files, not how they look."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

import vazba as vz
from vazba.errors import ModelError, VazbaError
from vazba.figures import animate, mode_shapes, picture, plot, skeleton
from vazba.figures.draw import direction, projection, zigzag
from vazba.figures.skeleton import described, hull, motion, world
from vazba.model import Model
from vazba.result import Result

CRANK, ROD = 0.3, 0.8
EXAMPLES = Path(__file__).parents[2] / "examples"


def slider_crank(count: int = 21) -> Result:
    """A slider-crank that turns once in two seconds, from its closed form."""
    t = np.linspace(0, 2, count)
    phi = np.pi * t + 1.0
    x, y, zero = CRANK * np.cos(phi), CRANK * np.sin(phi), np.zeros(count)
    psi = -np.arcsin(y / ROD)
    end = x + ROD * np.cos(psi)
    model = Model("slider-crank", dimension=2)
    model.body("crank", angle=1.0)
    model.body("rod", position=[x[0], y[0]], angle=psi[0])
    model.body("slider", position=[end[0], 0.0])
    model.point("B", "crank", [CRANK, 0.0])
    model.point("R", "rod", [0.0, 0.0])
    model.point("C", "rod", [ROD, 0.0])
    model.point("L", "rod", [0.4, 0.25])
    model.point("S", "slider", [0.0, 0.0])
    model.point("G", "ground", [0.0, 0.0])
    model.point("K", "ground", [1.5, 0.0])
    model.revolute("A", "ground", "crank", at=[0, 0])
    model.revolute("pin", "B", "R")
    model.revolute("D", "C", "S")
    model.prismatic("slide", "S", "G", axis=[1, 0])
    model.spring("coil", "S", "K", stiffness=10.0)
    bodies = {
        "x": np.stack([zero, x, end], axis=1),
        "y": np.stack([zero, y, zero], axis=1),
        "angle": np.stack([phi, psi, zero], axis=1),
        "vx": np.gradient(np.stack([zero, x, end], axis=1), t, axis=0),
        "ax": np.zeros((count, 3)),
    }
    point = np.array([x + 0.4 * np.cos(psi) - 0.25 * np.sin(psi), y + 0.4 * np.sin(psi) + 0.25 * np.cos(psi)])
    data = {"body": bodies, "point": {"x": point[0][:, None], "y": point[1][:, None]}}
    return Result(model, t, data, {"body": ("crank", "rod", "slider"), "point": ("L",)})


def tripod() -> Model:
    model = Model("tripod", dimension=3)
    model.body("plate", position=[0, 0, 1.0], orientation={"cardan": [0.2, 0.1, 0.0]})
    model.body("mast", position=[1.0, 0, 0.5])
    for i in range(4):
        a = np.pi * i / 2
        model.point(f"P{i}", "plate", [np.cos(a), np.sin(a), 0.0])
        model.point(f"Q{i}", "ground", [2 * np.cos(a), 2 * np.sin(a), 0.0])
        model.cable(f"c{i}", [f"Q{i}", f"P{i}"], stiffness=1.0, free_length=1.0)
    model.revolute("foot", "ground", "mast", at=[1, 0, 0], axis=[0, 0, 1])
    model.cylindrical("tube", "ground", "mast", at=[1, 0, 1], axis=[0, 0, 1])
    return model


@pytest.fixture(scope="module")
def run() -> Result:
    return slider_crank()


def labels(figure: Any) -> list[tuple[str, list[str]]]:
    """Label of the vertical axis and legend entries of each panel."""
    said = []
    for ax in figure.axes:
        legend = ax.get_legend()
        said.append((ax.get_ylabel(), [text.get_text() for text in legend.get_texts()] if legend else []))
    return said


def test_curves_are_grouped_by_unit(run: Result) -> None:
    figure = plot(run, ["slider.x", "slider.vx", "slider.ax", "rod"])
    assert labels(figure) == [
        ("[m]", ["slider.x", "rod.x", "rod.y"]),
        ("slider.vx [m/s]", []),
        ("slider.ax [m/s²]", []),
    ]
    assert figure.axes[-1].get_xlabel() == "time [s]"
    assert figure.axes[0].get_xlabel() == ""
    (line,) = figure.axes[1].get_lines()
    assert np.array_equal(line.get_ydata(), run["slider.vx"])


def test_patterns_and_trajectories(run: Result) -> None:
    figure = plot(run, ["*.angle", "L.x:L.y"])
    assert labels(figure) == [("L.y [m]", []), ("angle [rad]", ["crank.angle", "rod.angle", "slider.angle"])]
    assert figure.axes[0].get_aspect() == 1.0
    assert figure.axes[0].get_xlabel() == "L.x [m]"


def test_curves_over_another_column(run: Result) -> None:
    figure = plot(run, "slider.x", x="crank.angle")
    assert figure.axes[0].get_xlabel() == "crank.angle [rad]"
    assert np.array_equal(figure.axes[0].get_lines()[0].get_xdata(), run["crank.angle"])


def test_several_results_are_overlaid_with_their_file_names(run: Result, tmp_path: Path) -> None:
    for name in ("fine.nc", "coarse.nc"):
        run.save(tmp_path / name)
    figure = plot([Result.load(tmp_path / name) for name in ("fine.nc", "coarse.nc")], ["slider.x"])
    assert labels(figure) == [("x [m]", ["slider.x, fine.nc", "slider.x, coarse.nc"])]
    assert labels(plot([run, run], "slider.x"))[0][1] == ["slider.x, slider-crank (1)", "slider.x, slider-crank (2)"]


def test_all_unknown_columns_are_named_at_once(run: Result) -> None:
    with pytest.raises(ModelError) as caught:
        plot(run, ["slider.y", "slidr", "slider.vz", "*.foo", "L.x:L.z"])
    text = str(caught.value)
    assert len(caught.value.faults) == 4
    assert "'slidr'; did you mean 'slider'?" in text
    assert "'slider.vz'; did you mean 'slider.vx'?" in text
    assert "no column 'L.x:L.z'" in text
    with pytest.raises(ModelError, match="no column is named"):
        plot(run, [])


def test_files_by_ending(run: Result, tmp_path: Path) -> None:
    plot(run, ["slider.x", "rod.x", "slider.ax"], tmp_path / "c.svg")
    text = (tmp_path / "c.svg").read_text()
    for word in ("slider.x", "rod.x", "slider.ax [m/s²]", "time [s]", "slider-crank"):
        assert word in text
    plot(run, "slider.x", tmp_path / "c.pdf")
    assert (tmp_path / "c.pdf").read_bytes().startswith(b"%PDF")
    plot(run, "slider.x", tmp_path / "c.png")
    assert np.asarray(Image.open(tmp_path / "c.png").convert("L")).std() > 5
    with pytest.raises(ModelError, match=r"use \.png, \.svg, \.pdf"):
        plot(run, "slider.x", tmp_path / "c.bmp")
    with pytest.raises(VazbaError, match="nowhere"):
        plot(run, "slider.x", tmp_path / "nowhere" / "c.png")


def test_names_are_not_taken_for_formulas(tmp_path: Path) -> None:
    names = ("_a", "$b$", "čep ω")
    res = Result(None, [0, 1], {"body": {"x": np.zeros((2, 3))}}, {"body": names})
    figure = plot(res, ["*.x"], tmp_path / "c.svg")
    assert labels(figure)[0][1] == ["_a.x", "$b$.x", "čep ω.x"]
    assert all(f"{name}.x" in (tmp_path / "c.svg").read_text() for name in names)


def test_skeleton_of_a_planar_mechanism(run: Result) -> None:
    assert run.model is not None
    frame = skeleton(run.model)
    parts = {part.body: part for part in frame.parts}
    assert parts["rod"].filled
    assert len(parts["rod"].lines[0]) == 4  # a closed triangle
    assert np.allclose(sorted(parts["crank"].lines[0][:, 0]), [0, CRANK])
    assert parts["slider"].lines == ()
    assert [(link.name, link.kind) for link in frame.links] == [("coil", "spring")]
    assert {mark.name: mark.type for mark in frame.marks}["slide"] == "prismatic"
    assert np.allclose(sorted(place[0] for place in frame.ground), [0.0, 1.5])  # the guide is not a support


def test_skeleton_of_a_spatial_mechanism() -> None:
    frame = skeleton(tripod())
    parts = {part.body: part for part in frame.parts}
    assert parts["plate"].filled
    assert len(parts["plate"].lines[0]) == 5
    assert np.allclose(
        np.linalg.norm(np.diff(parts["plate"].lines[0], axis=0), axis=1), np.sqrt(2)
    )  # sides, no diagonals
    assert not parts["mast"].filled
    assert len(frame.links) == 4


def test_poses_put_points_where_the_result_has_them(run: Result) -> None:
    assert run.model is not None
    place = skeleton(run.model).points["L"]
    poses = motion(run)
    assert np.allclose(world(poses, place)[:, :2], run.point("L").position)
    assert np.allclose(world(described(run.model), place)[0, :2], run.point("L").position[0])


def test_poses_in_space_turn_by_the_quaternion() -> None:
    half = np.sqrt(0.5)
    quantities = {"x": 1.0, "y": 2.0, "z": 3.0, "qw": half, "qx": 0.0, "qy": 0.0, "qz": half}  # a quarter turn about z
    res = Result(None, [0.0], {"body": {q: [[v]] for q, v in quantities.items()}}, {"body": ("b",)})
    assert np.allclose(world(motion(res), ("b", np.array([1.0, 0, 0]))), [[1, 3, 3]])


def test_geometry_helpers() -> None:
    square = np.array([[0.0, 0], [1, 1], [0.5, 0.5], [1, 0], [0, 1]])
    assert sorted(hull(square)) == [0, 1, 3, 4]
    view = projection(3)
    assert np.allclose(view @ view.T, np.eye(3))
    assert view[1] @ [0, 0, 1] > 0.5  # up is up
    line = zigzag(np.zeros(2), np.array([2.0, 0.0]), 0.1)
    assert np.allclose(line[[0, -1]], [[0, 0], [2, 0]])
    assert np.ptp(line[:, 1]) > 0.15


def test_picture_shows_names_and_units(run: Result, tmp_path: Path) -> None:
    assert run.model is not None
    picture(run.model, tmp_path / "p.svg")
    text = (tmp_path / "p.svg").read_text()
    for word in (">crank<", ">rod<", ">pin<", ">coil<", ">D, slide<", ">x [m]<", ">slider-crank<"):
        assert word in text
    picture(run.model, tmp_path / "bare.svg", labels=False)
    assert ">crank<" not in (tmp_path / "bare.svg").read_text()


@pytest.mark.parametrize("model", [slider_crank().model, tripod(), Model("one", dimension=3)])
def test_picture_is_not_blank(model: Model, tmp_path: Path) -> None:
    if not model.bodies:
        model.body("lonely")
    picture(model, tmp_path / "p.png", labels=False)
    pixels = np.asarray(Image.open(tmp_path / "p.png").convert("L"))
    assert (pixels < 200).sum() > 300


def test_picture_of_given_poses_differs(run: Result, tmp_path: Path) -> None:
    assert run.model is not None
    for name, poses in (("a", None), ("b", motion(run, slice(7, 8)))):
        picture(run.model, tmp_path / f"{name}.png", poses=poses)
    a, b = ((tmp_path / f"{name}.png").read_bytes() for name in "ab")
    assert a != b
    picture(run, tmp_path / "c.png")  # a result shows its first instant, which is the described one
    assert (tmp_path / "c.png").read_bytes() == a


@pytest.mark.parametrize("ending", [".gif", ".apng"])
def test_animation_runs_in_real_time(run: Result, tmp_path: Path, ending: str) -> None:
    seen: list[tuple[int, int]] = []
    made = animate(
        run, tmp_path / f"a{ending}", fps=5, trace=("L", "slider"), size=(320, 240), progress=lambda *n: seen.append(n)
    )
    with Image.open(tmp_path / f"a{ending}") as image:
        assert (made, image.n_frames, image.size) == (11, 11, (320, 240))
        assert image.info["duration"] == 200
        first = np.asarray(image.convert("RGB"), dtype=int)
        image.seek(5)
        later = np.asarray(image.convert("RGB"), dtype=int)
    assert seen == [(i, 11) for i in range(1, 12)]
    assert np.all(first[0, 0] == 255)
    assert 0.01 < (np.abs(first - later).max(axis=2) > 60).mean() < 0.3  # it moves, and its surroundings do not


def test_animation_of_a_spatial_mechanism_is_limited_and_stretched(tmp_path: Path) -> None:
    model, count = tripod(), 40
    t = np.linspace(0, 1, count)
    still = {"x": [0, 1.0], "y": [0, 0], "z": [1, 0.5], "qw": [1, 1], "qx": [0, 0], "qy": [0, 0], "qz": [0, 0]}
    data = {q: np.tile(np.array(v, dtype=float), (count, 1)) for q, v in still.items()}
    data["z"][:, 0] += 0.2 * np.sin(t)
    res = Result(model, t, {"body": data}, {"body": ("plate", "mast")})
    assert animate(res, tmp_path / "a.gif", seconds=4, frames=5, size=(200, 160)) == 5
    with Image.open(tmp_path / "a.gif") as image:
        assert image.n_frames == 5
        assert image.info["duration"] == 1000


def test_animation_says_what_is_wrong(run: Result, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="'M' to trace"):
        animate(run, tmp_path / "a.gif", trace=("M",))
    with pytest.raises(ModelError, match=r"\.gif"):
        animate(run, tmp_path / "a.avi")
    with pytest.raises(ModelError, match="fps = 0"):
        animate(run, tmp_path / "a.gif", fps=0)
    with pytest.raises(VazbaError, match="holds no model"):
        animate(Result(None, [0.0], {}, {}), tmp_path / "a.gif")
    with pytest.raises(ModelError, match="no instant"):
        animate(Result(run.model, [], {}, {}), tmp_path / "a.gif")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("package", ["matplotlib", "PIL"])
def test_a_missing_package_is_named(run: Result, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, package: str) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(VazbaError, match=r"pip install 'vazba\[plot\]'"):
        animate(run, tmp_path / "a.gif")
    if package == "matplotlib":
        with pytest.raises(VazbaError, match="plots need matplotlib"):
            plot(run, "slider.x")


def test_importing_the_plots_does_not_import_matplotlib() -> None:
    import subprocess

    code = "import sys, vazba.figures; print({'matplotlib', 'PIL', 'h5py', 'pandas'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_views_of_a_spatial_mechanism() -> None:
    front, top = (projection(3, *direction(word)) for word in ("front", "top"))
    assert np.allclose(front[:2], [[1, 0, 0], [0, 0, 1]])  # x to the right, z upwards
    assert np.allclose(top[:2], [[1, 0, 0], [0, 1, 0]])
    assert direction("30,-10") == (30.0, -10.0)
    with pytest.raises(ModelError, match="did you mean 'front'"):
        direction("frnt")


def test_a_shape_is_the_outline_of_its_body() -> None:
    m = Model("shaped", dimension=2)
    m.body("plate", shape={"box": [4, 2]})
    m.body("disc", shape={"circle": {"radius": 3, "centre": [1, 0]}})
    plate, disc = skeleton(m).parts
    assert plate.filled
    assert np.ptp(plate.lines[0], axis=0).tolist() == [4, 2, 0]
    assert np.allclose(np.hypot(*(disc.lines[0][:, :2] - [1, 0]).T), 3)


def test_nodes_are_drawn_where_they_are_and_where_they_go(tmp_path: Path) -> None:
    import vazba as vz

    model = vz.tensegrity.prestress(vz.tensegrity.prism(3, 1.0, 1.5), 100.0)
    drawn, node = described(model), next(iter(model.nodes))
    assert drawn[node][0][0] == pytest.approx(model.nodes[node].position)
    run = vz.simulate(model, 0.1, 0.05)
    moving = motion(run)
    assert moving[node][0] == pytest.approx(run.point(node).position)
    assert vz.picture(run, tmp_path / "p.png") is not None
    assert (tmp_path / "p.png").stat().st_size > 1000
    page = tmp_path / "p.html"
    run.html(page)
    assert all(name in page.read_text(encoding="utf-8") for name in ("bars", "nodes"))


@pytest.mark.parametrize(
    ("name", "ends"),
    [("four-bar-flexible", ("coupler", 1.8, "rocker", 2.0)), ("flexible-robot-arm", ("upper", 1.2, "forearm", 0.0))],
)
def test_modes_of_beams_bend_them_and_leave_the_joints_closed(name: str, ends: tuple[Any, ...], tmp_path: Path) -> None:
    modes = vz.modes(vz.load(EXAMPLES / name / f"{name}.toml"))
    poses = motion(modes.motion(2))
    first, long, second, at = ends
    met = [world(poses, (beam, np.array([x, 0.0, 0.0]))) for beam, x in ((first, long), (second, at))]
    assert np.abs(met[0] - met[1]).max() < 1e-6  # the pin between them
    straight = [world(poses, (first, np.array([x, 0.0, 0.0]))) for x in (0.0, long / 2, long)]
    assert np.abs(straight[1] - (straight[0] + straight[2]) / 2).max() > 1e-3  # bent
    mode_shapes(modes, tmp_path / "shapes.png", count=2)
    assert (tmp_path / "shapes.png").stat().st_size > 5000
