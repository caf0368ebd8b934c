"""What the page is given: numbers come back to float32, files stay small, shapes and meshes are taken over."""

from __future__ import annotations

import json
import re
import struct
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import vazba as vz
from vazba.element import registered
from vazba.errors import ModelError
from vazba.viewer import codec
from vazba.viewer.document import of_model, of_result
from vazba.viewer.meshes import read_mesh
from vazba.viewer.page import as_json, bundle, page
from vazba.viewer.tracks import quaternions


def unpacked(head: dict[str, Any], data: bytes) -> np.ndarray:
    """The reading side, written from the description at the top of `codec.py`."""
    planes = np.frombuffer(data, np.uint8).reshape(head["planes"], head["count"]).astype(np.uint32)
    zigzag = sum((plane << np.uint32(8 * k) for k, plane in enumerate(planes)), np.zeros(head["count"], np.uint32))
    whole = (zigzag >> np.uint32(1)).astype(np.int64) ^ -(zigzag & np.uint32(1)).astype(np.int64)
    for _ in range(head["order"]):
        whole = np.cumsum(whole)
    wrapped = (whole & 0xFFFFFFFF).astype(np.uint32).view(np.int32)
    return wrapped.view(np.float32) if head["form"] == "float" else wrapped * head["step"]


def from_blob(head: dict[str, Any], blob: bytes) -> np.ndarray:
    """An array of a document, alone or one of those that were deflated together."""
    raw = zlib.decompress(blob[head["offset"] : head["offset"] + head["bytes"]])
    at = head.get("at", 0)
    return unpacked(head, raw[at : at + head["planes"] * head["count"]])


def test_positions_come_back_better_than_float32() -> None:
    rng = np.random.default_rng(1)
    for scale in (1e-9, 1.0, 12345.6):
        values = scale * np.cumsum(rng.normal(size=500))
        back = unpacked(*codec.places(values))
        assert np.abs(back - values).max() <= np.abs(values).max() * 2.0**-25


def test_angles_come_back_over_many_turns() -> None:
    angles = np.linspace(0, 700, 4001) + np.sin(np.arange(4001))
    back = unpacked(*codec.turns(angles))
    assert np.abs(np.exp(1j * back) - np.exp(1j * angles)).max() < 2e-7


def test_curves_come_back_exactly() -> None:
    values = np.array([0.0, -0.0, 1e-40, 1.5, -3e38, np.inf, np.nan, 7.0])
    back = unpacked(*codec.floats(values))
    assert back.tobytes() == values.astype(np.float32).tobytes()


def test_arrays_that_are_deflated_together_come_back_each_from_its_place() -> None:
    blob, group = codec.Blob(), codec.Group()
    lone = blob.add(codec.floats(np.arange(5.0)))
    rows = [np.sin(np.arange(300.0) * k) for k in range(4)]
    heads = [group.add(codec.places(row)) for row in rows]
    group.close(blob)
    data = blob.bytes()
    assert from_blob(lone, data).tolist() == [0, 1, 2, 3, 4]
    for head, row in zip(heads, rows, strict=True):
        assert np.abs(from_blob(head, data) - row).max() <= 2.0**-25


def test_times_that_are_not_even_are_listed() -> None:
    assert codec.times(np.array([0.0, 0.1, 0.3]))["values"] == [0.0, 0.1, 0.3]
    assert codec.times(np.linspace(1, 2, 11)) == {"count": 11, "start": 1.0, "step": 0.1}


def test_quaternions_are_those_of_the_matrices_and_do_not_jump() -> None:
    rng = np.random.default_rng(2)
    axes = rng.normal(size=(4, 3))
    for axis in axes / np.linalg.norm(axes, axis=1, keepdims=True):
        cross = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
        angles = np.linspace(0, 4 * np.pi, 200)
        s = np.array([np.eye(3) + np.sin(a) * cross + (1 - np.cos(a)) * cross @ cross for a in angles])  # Rodrigues
        q = quaternions(s)
        expected = np.column_stack([np.cos(angles / 2), np.outer(np.sin(angles / 2), axis)])
        assert np.abs(np.abs(np.einsum("ni,ni->n", q, expected)) - 1).max() < 1e-12
        assert np.einsum("ni,ni->n", q[1:], q[:-1]).min() > 0.9


def large(instants: int, bodies: int) -> vz.Result:
    """A spatial result: bodies that swing and tumble, each with its own frequencies."""
    m = vz.Model("large")
    rng = np.random.default_rng(3)
    names = [f"body{k}" for k in range(bodies)]
    for k, name in enumerate(names):
        m.body(name, position=(0.3 * k, 0, 0), mass=1.0, inertia=(1.0, 1.0, 1.0))
        m.point(f"p{k}", name, (0.2, 0.1, 0))
    t = np.linspace(0, 100, instants)
    waves = ("x", "y", "z", "vx", "vy", "vz", "wx", "wy", "wz", "ax", "ay", "az")
    data: dict[str, np.ndarray] = {q: np.empty((instants, bodies)) for q in (*waves, "qw", "qx", "qy", "qz")}
    for k in range(bodies):
        for q in waves:
            a, w, p = rng.uniform(0.1, 1.0), rng.uniform(0.3, 6.0, 2), rng.uniform(0, 6, 2)
            data[q][:, k] = a * np.sin(w[0] * t + p[0]) + 0.3 * np.sin(w[1] * t + p[1])
        angle, axis = rng.uniform(0.5, 3.0) * t, rng.normal(size=3)
        axis /= np.linalg.norm(axis)
        data["qw"][:, k] = np.cos(angle / 2)
        for i, q in enumerate(("qx", "qy", "qz")):
            data[q][:, k] = axis[i] * np.sin(angle / 2)
    return vz.Result(m, t, {"body": data}, {"body": names}, info={"analysis": "simulate"})


@pytest.mark.slow
def test_ten_thousand_instants_of_fifty_bodies_fit_into_fifteen_megabytes() -> None:
    result = large(10_000, 50)
    document = of_result(result, columns=["body3.vx"])
    assert len(page(document, "large").encode()) < 15e6
    kept = {column["name"]: column for column in document.header["columns"]}
    head = kept["body3.vx"]["data"]
    values = from_blob(head, document.blob)
    assert np.array_equal(values, result["body3.vx"].astype(np.float32))
    track = document.header["tracks"][0]
    x = track["bodies"][7][0]
    back = from_blob(x, document.blob)
    assert np.abs(back - result["body7.x"]).max() < 1e-7


# How fast large ones open and move is measured by `benchmarks/page.py`.


def test_a_thousand_bodies_move(tab: Any, tmp_path: Path) -> None:
    m = vz.Model("many", dimension=2)
    names = [f"b{k}" for k in range(1000)]
    for k, name in enumerate(names):
        m.body(name, position=(k % 40, k // 40), angle=0.01 * k)
        m.point(f"s{k}", name, (-0.4, 0))
        m.point(f"e{k}", name, (0.4, 0))
    t = np.linspace(0, 5, 11)
    k = np.arange(1000)
    data = {
        "x": (k % 40) + 0.0 * t[:, None],
        "y": (k // 40) + 0.1 * np.sin(3 * t)[:, None],
        "angle": 0.01 * k + t[:, None],
    }
    page = tab.again(vz.Result(m, t, {"body": data}, {"body": names}).html(tmp_path / "many.html").as_uri())
    assert page.locator(".tree .label").count() == 0  # sections are closed beyond 200 elements
    found = page.evaluate("t => { vazba.seek(t); return vazba.bodies(); }", float(t[7]))
    assert len(found) == 1000
    for number in (0, 517, 999):
        angle = data["angle"][7, number]
        assert found[f"b{number}"][:2] == pytest.approx([np.cos(angle), np.sin(angle)], abs=2e-7)
        assert found[f"b{number}"][12:14] == pytest.approx([data["x"][7, number], data["y"][7, number]], abs=3e-6)
    calls = page.evaluate(
        "() => { const { stage } = vazba.app; stage.renderer.render(stage.scene, stage.camera); return stage.renderer.info.render.calls; }"
    )
    assert calls < 10  # all bars at once, not a call each
    tab.quiet()


# --- what is drawn ----------------------------------------------------------------------------------------------------


def test_every_kind_of_element_tells_what_is_drawn_of_it() -> None:
    unseen = {"events", "frictions", "controllers"}  # controllers are drawn at the joint they name
    for record in registered():
        drawn = record(name="x").drawing()
        assert bool(drawn["form"]) == (record.SECTION not in unseen), record


def shaped(**values: Any) -> dict[str, Any]:
    m = vz.Model("one")
    m.body("b", mass=1.0, inertia=(1, 1, 1), **values)
    m.point("p", "b", (1, 0, 0))
    m.point("q", "b", (0, 1, 0))
    solids = of_model(m).header["scene"]["solids"]
    assert len(solids) == 1
    return solids[0]


def test_shapes_of_bodies() -> None:
    assert shaped(shape={"box": [1, "2*1", 3]})["size"] == [1.0, 2.0, 3.0]
    assert shaped(shape={"sphere": {"radius": 0.5}})["radius"] == 0.5
    made = shaped(shape={"cylinder": {"radius": 0.5, "length": 2, "axis": [0, 1, 0]}})
    assert (made["form"], made["length"], made["axis"]) == ("cylinder", 2.0, [0.0, 1.0, 0.0])
    assert shaped(shape={"plate": {"corners": [[0, 0, 0], [1, 0, 0], [0, 1, 0]]}})["form"] == "plate"


def test_colours_of_bodies() -> None:
    m = vz.Model("one", dimension=2)
    m.body("a", colour="#ABC")
    m.body("b", colour="red")
    colours = [e["colour"] for e in of_model(m).header["scene"]["elements"]]
    assert colours == ["#aabbcc", "#c8372d"]


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"shape": {"bx": [1, 1, 1]}}, "did you mean 'box'?"),
        ({"shape": {"box": [1, 0, 1]}}, "edges are positive"),
        ({"shape": {"sphere": {"radius": -1}}}, "not positive"),
        ({"shape": {"sphere": {}}}, "radius is missing"),
        ({"shape": {"box": [1, 1, 1], "sphere": {"radius": 1}}}, "one form"),
        ({"colour": "greenish"}, "did you mean 'green'?"),
        ({"mesh": "part.step"}, ".stl or .obj"),
        ({"mesh": "../part.stl"}, ""),
    ],
)
def test_wrong_appearance_is_told(values: dict[str, Any], words: str) -> None:
    m = vz.Model("one")
    m.body("b", mass=1.0, inertia=(1, 1, 1), **values)
    if values == {"mesh": "../part.stl"}:
        m.allowed = (Path("/nowhere"),)
    with pytest.raises(ModelError) as caught:
        vz.check(m)
    assert words in str(caught.value)
    assert "body b" in str(caught.value)


CORNERS = np.array([[[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 0, 1], [1, 0, 1], [0, 1, 1]]], np.float32)


def test_meshes_in_three_forms(tmp_path: Path) -> None:
    binary = b"\0" * 80 + struct.pack("<I", 2) + b"".join(struct.pack("<12fH", 0, 0, 1, *t.ravel(), 0) for t in CORNERS)
    (tmp_path / "b.stl").write_bytes(binary)
    facets = "".join(
        "facet normal 0 0 1\nouter loop\n" + "".join(f"vertex {x} {y} {z}\n" for x, y, z in t) + "endloop\nendfacet\n"
        for t in CORNERS
    )
    (tmp_path / "a.stl").write_text(f"solid part\n{facets}endsolid part\n")
    vertices = "".join(f"v {x} {y} {z}\n" for t in CORNERS for x, y, z in t)
    (tmp_path / "c.obj").write_text(vertices + "f 1/1 2/1 3/1\nf -3 -2 -1\n")
    for name in ("b.stl", "a.stl", "c.obj"):
        assert np.array_equal(read_mesh(tmp_path / name), CORNERS)


def test_a_mesh_is_drawn_and_a_damaged_one_told(tmp_path: Path) -> None:
    (tmp_path / "part.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
    (tmp_path / "bad.stl").write_bytes(b"nonsense")
    text = 'name = "m"\n[bodies.a]\nmesh = "part.obj"\n[bodies.b]\nmesh = "bad.stl"\n[points]\np = {body = "b", position = [1, 0, 0]}\n'
    (tmp_path / "m.toml").write_text(text)
    document = of_model(vz.load(tmp_path / "m.toml"))
    assert document.header["scene"]["solids"][0]["form"] == "mesh"
    assert any("bad.stl" in warning for warning in document.header["warnings"])


def test_bounds_of_an_inverse_analysis_are_on_the_page() -> None:
    m = vz.Model("lift", dimension=2)
    m.body("load", mass=2.0, inertia=0.1)
    m.prismatic("guide", "ground", "load", at=(0, 0), axis=(0, 1))
    m.drive("guide", displacement="0.1*t**2")
    m.actuator("motor", joint="guide", actuated=True, minimum=-5.0, maximum=30.0)
    result = vz.inverse(m, until=1.0, every=0.1)
    header = of_result(result).header
    assert header["bounds"] == {"motor.effort": [-5.0, 30.0]}
    assert header["shown"][0] == ["motor.effort"]
    said = dict(header["summary"])["actuator motor"]
    force = 2.0 * (9.81 + 0.2)  # m (g + a)
    assert f"{force:.4g} to {force:.4g}" in said
    assert "bounds -5 and 30" in said


def test_contact_forces_have_arrows_where_bodies_touch(tab: Any, tmp_path: Path) -> None:
    m = vz.Model("touching", dimension=2)
    m.body("ball", shape={"circle": {"radius": 0.1}})
    t = np.linspace(0, 1, 3)
    touch = {"x": t, "y": 0 * t, "fx": 0 * t, "fy": 1 + t, "normal": 1 + t}
    data = {"body": {"x": t, "y": 0.1 + 0 * t, "angle": 0 * t}, "contact": touch}
    result = vz.Result(m, t, data, {"body": ["ball"], "contact": ["floor"]})
    page = tab.again(result.html(tmp_path / "touch.html").as_uri())
    page.evaluate("(async () => { await vazba.app.arrow('contacts', true); vazba.seek(1); vazba.bodies(); })()")
    set_ = "[...vazba.app.arrows.sets.get('contacts').shafts.numbers.slice(0, 12)]"
    page.wait_for_function(f"{set_}[3] === 1")  # the arrow starts where they touch
    rows = np.array(page.evaluate(set_)).reshape(3, 4)
    assert rows[1, 3] == pytest.approx(0.0, abs=1e-6)
    assert rows[:, 2] / np.linalg.norm(rows[:, 2]) == pytest.approx([0, 1, 0], abs=1e-6)  # and points along the force
    tab.quiet()


# --- the page as a file -----------------------------------------------------------------------------------------------


def test_the_page_stands_alone() -> None:
    m = vz.Model("</script><script>alert(1)</script>", dimension=2)
    m.body("a<b&c>", mass=1, inertia=1)
    text = page(of_model(m), m.name)
    script, style = bundle()
    rest = text.replace(script, "").replace(style, "")
    assert rest.count("<script") == rest.count("</script>") == 3
    assert "http" not in re.sub(r"http-equiv", "", rest)
    assert "</script" not in script
    assert "</style" not in style
    header = re.search(r'id="vazba-header">(.*?)</script>', rest, re.DOTALL)[1]
    assert json.loads(header)["name"] == m.name
    assert not re.search(r"[<>&]", header)


def test_numbers_that_json_has_not() -> None:
    assert as_json({"a": float("nan"), "b": [float("inf"), np.float32(1.5)]}) == '{"a":null,"b":[null,1.5]}'


def test_robots_bring_what_their_links_look_like(tmp_path: Path) -> None:
    visual = "<visual><origin {0}/><geometry><{1}/></geometry>{2}</visual>"
    red = '<material name="r"><color rgba="1 0 0 1"/></material>'
    links = {
        "a": visual.format('xyz="0 0 1"', 'cylinder radius="0.1" length="2"', red),
        "b": visual.format('rpy="0 0 1.5707963267948966"', 'box size="4 2 1"', "")
        + visual.format("", 'sphere radius="0.5"', ""),
        "c": visual.format("", 'mesh filename="part.stl"', ""),
        "d": visual.format('xyz="x"', 'box size="1 2"', ""),  # nonsense changes no number, and is left out
    }
    inertial = '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial>'
    text = '<robot name="r"><link name="base"/>' + "".join(
        f'<link name="{n}">{inertial}{v}</link>' for n, v in links.items()
    )
    text += (
        "".join(f'<joint name="j{n}" type="continuous"><parent link="base"/><child link="{n}"/></joint>' for n in links)
        + "</robot>"
    )
    (tmp_path / "r.urdf").write_text(text)
    bodies = vz.load(tmp_path / "r.urdf").bodies
    assert bodies["a"].shape == {"cylinder": {"radius": 0.1, "start": [0, 0, 0], "end": [0, 0, 2]}}
    assert bodies["a"].colour == "#ff0000"
    plate, ball = bodies["b"].shape
    assert np.allclose(np.ptp(plate["plate"]["corners"], axis=0), [2, 4, 0])  # a quarter turn about z
    assert plate["plate"]["thickness"] == 1.0
    assert ball["sphere"]["radius"] == 0.5
    assert bodies["c"].mesh == "part.stl"
    assert (bodies["d"].shape, bodies["d"].mesh) == (None, None)


def test_meshes_of_robots_are_shifted_scaled_and_found_in_packages(tmp_path: Path) -> None:
    """`package://` below a folder with package.xml; elsewhere outside the robot's own folder only where allowed."""
    (tmp_path / "arm" / "urdf").mkdir(parents=True)
    (tmp_path / "arm" / "meshes").mkdir()
    (tmp_path / "arm" / "meshes" / "part.obj").write_text("v 0 0 0\nv 1000 0 0\nv 0 1000 0\nf 1 2 3\n")
    mesh = '<mesh filename="package://arm/meshes/part.obj" scale="0.001 0.001 -0.001"/>'
    turned = '<visual><origin xyz="0 0 2" rpy="0 0 1.5707963267948966"/><geometry>' + mesh + "</geometry></visual>"
    inertial = '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial>'
    joint = '<joint name="j" type="continuous"><parent link="base"/><child link="a"/></joint>'
    path = tmp_path / "arm" / "urdf" / "arm.urdf"
    path.write_text(f'<robot name="arm"><link name="base"/><link name="a">{inertial}{turned}</link>{joint}</robot>')
    with pytest.warns(vz.VazbaWarning, match="--allow-path"):
        assert vz.load(path).bodies["a"].mesh is None
    assert vz.load(path, allow=[tmp_path / "arm"]).bodies["a"].mesh["file"] == "../meshes/part.obj"
    (tmp_path / "arm" / "package.xml").write_text("<package/>")
    document = of_model(vz.load(path))
    (solid,) = document.header["scene"]["solids"]
    head = solid["corners"]
    corners = from_blob(head, document.blob).reshape(3, 3)
    # a quarter turn about z takes (1, 0) to (0, 1) and (0, 1) to (-1, 0); mirrored, so the order is reversed
    assert np.allclose(corners, [[-1, 0, 2], [0, 1, 2], [0, 0, 2]], atol=1e-6)


@pytest.mark.parametrize(
    ("mesh", "words"),
    [
        ({"file": "part.stl", "skale": 2}, "did you mean 'scale'?"),
        ({"file": "part.stl", "scale": 0}, "nothing would be left"),
        ({"file": "part.stl", "orientation": 3}, "cardan"),
        ({"scale": 2}, ".stl or .obj"),
    ],
)
def test_wrong_meshes_are_told(mesh: dict[str, Any], words: str) -> None:
    m = vz.Model("one")
    m.body("b", mass=1.0, inertia=(1, 1, 1), mesh=mesh)
    with pytest.raises(ModelError) as caught:
        vz.check(m)
    assert words in str(caught.value)
