"""Folders of CSV tables: the two spatial cases, the dialects of spreadsheets, and writing."""

from pathlib import Path

import numpy as np
import pytest

from vazba.algebra.rotations import cardan_matrix, cardan_rates_to_angular, matrices
from vazba.errors import ModelError
from vazba.files import load, save
from vazba.files.cells import number
from vazba.model import Model

EXAMPLES = Path(__file__).parents[2] / "examples"
BODY = "ID,Mass,Ix,Iy,Iz,x0,y0,z0\n1,30,10,10,0.01,0,0,-1\n"
POINT = "ID,IDCON,x,y,z\n10,0,0,0,0\n11,1,0,0,1\n12,1,0,0,-1\n"
JOINT = "ID,ID_FROM,ID_TO\n50,10,11\n"


def folder(path: Path, **tables: str) -> Path:
    for name, text in ({"BODY": BODY, "POINT": POINT, "JOINT": JOINT} | tables).items():
        (path / f"{name}.CSV").write_text(text, encoding="utf-8")
    return path


def gap(model: Model, joint: str) -> float:
    """Distance of the two points of a joint as described."""
    scope = model.scope()
    places = []
    for name in model.joints[joint].points:
        point = model.points[name].read(scope, [])
        r, s = np.zeros(3), np.eye(3)
        if point.body != "ground":
            body = model.bodies[point.body].read(scope, [])
            r, s = np.array(body.position), matrices(body.orientation) if body.orientation is not None else np.eye(3)
        places.append(r + s @ np.array(point.position))
    return float(np.linalg.norm(places[1] - places[0]))


def test_double_pendulum_with_cable() -> None:
    model = load(EXAMPLES / "double-pendulum-tables")
    assert list(model.bodies) == ["body1", "body2"]
    assert (model.bodies["body1"].mass, model.bodies["body1"].inertia) == (30.0, [10.0, 10.0, 0.01])
    assert model.bodies["body2"].position == [0.0, 1.0, -2.0]
    assert list(model.points) == [f"point{k}" for k in range(10, 17)]
    assert model.points["point10"].body == "ground"
    assert {j: r.TYPE for j, r in model.joints.items()} == {"joint50": "spherical", "joint51": "spherical"}
    cable = model.cables["cable20"]
    assert (cable.through, cable.stiffness, cable.damping, cable.free_length) == (
        ["point11", "point14"],
        1e4,
        100.0,
        1.5,
    )
    assert model.gravity == [0.0, 0.0, -9.8]
    assert model.simulation["until"] == 30.0
    assert max(gap(model, joint) for joint in model.joints) < 1e-15


def test_platform() -> None:
    model = load(EXAMPLES / "platform-tables")
    assert (model.name, len(model.bodies), len(model.joints), len(model.cables)) == ("platform", 4, 6, 6)
    assert max(gap(model, joint) for joint in model.joints) < 1e-14
    assert model.forces["force1"].force == [40.0, 0.0, 0.0]
    assert model.forces["force1"].start == 3.0
    assert model.gravity == [0, 0, -9.8]
    assert next(cable.through for cable in model.cables.values()) == ["point11", "point42"]


@pytest.mark.parametrize("name", ["double-pendulum-tables", "platform-tables"])
def test_tables_written_and_read_again_are_the_same_model(name: str, tmp_path: Path) -> None:
    model = load(EXAMPLES / name)
    for target in (tmp_path / "tables", tmp_path / "tables", tmp_path / "m.toml"):
        save(model, target)
        again = load(target)
        assert (again.name, again.gravity, again.simulation) == (model.name, model.gravity, model.simulation)
        for section in ("bodies", "points", "joints", "cables", "forces"):
            assert again.section(section) == model.section(section)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["m.toml", "tables"]


@pytest.mark.parametrize(
    "text",
    [
        "ID;Mass;Ix;Iy;Iz;x0;y0;z0\n1;30,5;10;10;0,01;0;,5;-1\n",
        "\ufeffID,Mass,Ix,Iy,Iz,x0,y0,z0\r\n\r\n1,30.5,10,10,1e-2,0,.5,-1\r\n,,,,,,,\r\n",
        '"ID","Mass","Ix","Iy","Iz","x0","y0","z0",,\n"1","30,5","10"," 10 ",0.01,0,0.5,-1,,\n',
        "id ; MASS ; ix ; iy ; iz ; X0 ; Y0 ; Z0 ;\n 1 ; 30,5 ; 10 ; 10 ; 0,01 ; 0 ; 0,5 ; \u22121 ;\n",
        "sep=;\nID;Mass;Ix;Iy;Iz;x0;y0;z0\n1,0;30.5;10;10;0.01;0;0.5;-1",
        "ID\tMass\tIx\tIy\tIz\tx0\ty0\tz0\n1\t30,5\t10\t10\t0,01\t0\t0,5\t-1\n",
        "z0,y0,x0,Iz,Iy,Ix,Mass,ID\r-1,0.5,0,0.01,10,10,30.5,1\r",
    ],
)
def test_dialects_of_spreadsheets(text: str, tmp_path: Path) -> None:
    body = load(folder(tmp_path, BODY=text)).bodies["body1"]
    assert (body.mass, body.inertia, body.position) == (30.5, [10.0, 10.0, 0.01], [0.0, 0.5, -1.0])


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1250"])
def test_encodings_of_spreadsheets(encoding: str, tmp_path: Path) -> None:
    folder(tmp_path)
    text = "ID,IDREF,IDCON,x,y,z\n10,z\u00e1klad,0,0,0,0\n11,ty\u010d,1,0,0,1\n"
    (tmp_path / "POINT.CSV").write_bytes(text.encode(encoding))
    assert list(load(tmp_path).points) == ["point10", "point11"]


@pytest.mark.parametrize(
    "text",
    [
        'ID,k,b,l0,ID_THROUGH\n20,1,2,1.5,"11,12,10"\n',
        "ID,k,b,l0,ID_THROUGH\n20,1,2,1.5,11;12;10\n",
        "ID;k;b;l0;ID_THROUGH\n20;1;2;1,5;11;12;10\n",
        "ID;k;b;l0;ID_THROUGH\n20;1;2;1,5;11,12,10;;\n",
        'ID;k;ID_THROUGH;b;l0\n20;1;"11;12;10";2;1,5\n',
    ],
)
def test_points_of_a_cable(text: str, tmp_path: Path) -> None:
    cable = load(folder(tmp_path, CABLE=text)).cables["cable20"]
    assert (cable.through, cable.free_length) == (["point11", "point12", "point10"], 1.5)


def test_file_names_in_any_case_and_other_files_are_left_alone(tmp_path: Path) -> None:
    folder(tmp_path)
    (tmp_path / "BODY.CSV").rename(tmp_path / "Body.csv")
    (tmp_path / "notes.txt").write_text("?")
    (tmp_path / "measured.csv").write_text("?")
    assert list(load(tmp_path).bodies) == ["body1"]


def test_cardan_angles_rates_and_products_of_inertia(tmp_path: Path) -> None:
    header = "ID,Mass,Ix,Iy,Iz,Dxy,Dxz,Dyz,x0,y0,z0,px0,py0,pz0,vx0,vy0,vz0,"
    row = "1,2,3,4,5,0.1,0.2,0.3,0,0,0,0.4,0.5,0.6,7,8,9,"
    body = load(folder(tmp_path, BODY=f"{header}wx0,wy0,wz0\n{row}1,2,3\n")).bodies["body1"]
    assert body.inertia == [3.0, 4.0, 5.0, 0.1, 0.2, 0.3]
    assert body.orientation == {"cardan": [0.4, 0.5, 0.6]}
    assert (body.velocity, body.angular_velocity) == ([7.0, 8.0, 9.0], [1.0, 2.0, 3.0])
    w = load(folder(tmp_path, BODY=f"{header}dpx0,dpy0,dpz0\n{row}1,2,3\n")).bodies["body1"].angular_velocity
    eta, rates, h = np.array([0.4, 0.5, 0.6]), np.array([1.0, 2.0, 3.0]), 1e-6
    s = cardan_matrix(eta)
    turned = s.T @ (cardan_matrix(eta + h * rates) - cardan_matrix(eta - h * rates)) / (2 * h)  # S^T dS/dt = ~w
    np.testing.assert_allclose(w, [turned[2, 1], turned[0, 2], turned[1, 0]], atol=1e-9)
    np.testing.assert_allclose(s @ w, cardan_rates_to_angular(eta, rates), atol=1e-14)


def test_joint_types_and_axes(tmp_path: Path) -> None:
    table = "ID,ID_FROM,ID_TO,TYPE,ax,ay,az,bx,by,bz,lead\n1,10,11,,,,,,,,\n2,10,11,Revolute,0,1,0,,,,\n"
    table += "3,10,11,universal,1,0,0,0,1,0,\n4,10,11,screw,0,0,1,,,,0.01\n5,10,11,point on line,0,0,1,,,,\n"
    joints = load(folder(tmp_path, JOINT=table)).joints
    assert [j.TYPE for j in joints.values()] == ["spherical", "revolute", "universal", "screw", "point_on_line"]
    assert joints["joint2"].axis == [0.0, 1.0, 0.0]
    assert joints["joint3"].axes == [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]
    assert joints["joint4"].lead == 0.01


@pytest.mark.parametrize(
    "text",
    [
        "until,10\nevery,0.5\nmethod,absolute\ng,9.8\n",
        "key;value\nuntil;10\nevery;0,5\nmethod;absolute\ngz;-9,8\n",
        "Until;Every;Method;gx;gy;gz\n10;0,5;absolute;0;0;-9,8\n",
    ],
)
def test_simulation_table(text: str, tmp_path: Path) -> None:
    model = load(folder(tmp_path, SIMULATION=text))
    assert model.simulation == {"until": 10.0, "every": 0.5, "method": "absolute"}
    assert model.gravity == [0.0, 0.0, -9.8]


@pytest.mark.parametrize("cell", ["joint50 joint51", "joint50;joint51", '"joint50, joint51"'])
def test_names_in_the_simulation_table(cell: str, tmp_path: Path) -> None:
    joints = "ID,ID_FROM,ID_TO\n50,10,11\n51,10,11\n"
    model = load(folder(tmp_path, SIMULATION=f"until,1\ncuts,{cell}\nindependent,joint50.turn_x\n", JOINT=joints))
    assert model.simulation["cuts"] == ["joint50", "joint51"]
    assert model.simulation["independent"] == ["joint50.turn_x"]
    with pytest.raises(ModelError, match=r"SIMULATION\.CSV:2: simulation: cuts: there is no joint 'joint7'"):
        load(folder(tmp_path, SIMULATION="until,1\ncuts,joint7\n", JOINT=joints))


def test_model_toml_beside_the_tables_may_refer_to_their_elements(tmp_path: Path) -> None:
    folder(tmp_path, JOINT="ID,ID_FROM,ID_TO,TYPE,ax,ay,az\n50,10,11,revolute,1,0,0\n")
    (tmp_path / "motion.csv").write_text("0,0\n1,1\n")
    text = '[parameters]\nk = 3\n[springs.s]\npoints = ["point10", "point12"]\nstiffness = "2*k"\n'
    (tmp_path / "model.toml").write_text(text + '[drivers.d]\njoint = "joint50"\nangle = { table = "motion.csv" }\n')
    model = load(tmp_path, set={"k": 4})
    assert model.name == tmp_path.name
    assert model.drivers["d"].joint == "joint50"
    assert model.springs["s"].read(model.scope(), []).stiffness == 8.0


def test_other_names_get_ids_and_expressions_become_numbers(tmp_path: Path) -> None:
    model = Model("m", gravity=(0, 0, "-g0"), parameters={"g0": 9.8, "l": 2})
    model.body("rod", position=(0, 0, "l/2"), orientation={"cardan": [0, "90*deg", 0]}, mass="3*l")
    model.body("body1")
    model.point("top", "rod", at=("l/2", 0, 1))
    model.point("origin", "ground", (0, 0, 0))
    model.point("end", "body1", (0, 0, 1))
    model.revolute("pin", "top", "end", axes=[(0, 0, 1), (1, 0, 0)])
    model.distance("bar", "origin", "end", length="l")
    model.spring("s", "top", "end", stiffness="10*l", free_length=0.1)
    model.damper("d", "top", "end", damping=2)
    model.cable("c", ["top", "origin", "end"], stiffness=1, free_length=1)
    model.force("f", "end", force=(0, "l", 0), start=1)
    save(model, tmp_path / "out")
    again = load(tmp_path / "out")
    scope = again.scope()
    assert list(again.bodies) == ["body2", "body1"]
    assert again.bodies["body2"].mass == 6.0
    assert again.gravity == [0, 0, "-g0"]
    np.testing.assert_allclose(again.points["point1"].position, [0, 0, 1], atol=1e-15)
    assert again.joints["joint1"].axes == [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]
    assert again.joints["joint2"].read(scope, []).length == 2.0
    assert again.springs["spring1"].stiffness == 20.0
    assert again.dampers["damper1"].points == ["point1", "point3"]
    assert again.cables["cable1"].through == ["point1", "point2", "point3"]
    assert again.forces["force1"].force == [0.0, 2.0, 0.0]


def test_what_does_not_fit_into_tables_goes_into_model_toml_beside_them(tmp_path: Path) -> None:
    """One of everything: the model that is read again moves as the one that was saved."""
    model = Model("m", parameters={"l": 2})
    model.simulation = {"until": "l/4", "every": 0.1}
    model.body("wheel", mass=2, inertia=(1, 1, 1))
    model.body("arm", position=("l", 0, 0), com=("l/10", 0, 0), mass=1, inertia=(0.1, 0.2, 0.3))
    model.body("hand", position=(3, 0, 0), mass=1, inertia=(0.1, 0.2, 0.3))
    model.revolute("pin", "ground", "wheel", at=(0, 0, 0), axis=(0, 0, 1))
    model.cylindrical("elbow", "wheel", "arm", at=("l", 0, 0), axis=(0, 1, 0))
    model.point("tip", "arm", (1, 0, 0))
    model.point("palm", "hand", (0, 0, 0))
    model.point("top", "ground", (0, 0, 3))
    model.spherical("wrist", "tip", "palm")
    model.drive("motor", "pin", angle="t**2/l")
    model.spring("flat", "top", "tip", stiffness=10, free_length=3)
    model.spring("coil", joint="elbow", coordinate="angle", stiffness=5, free_angle=0.1)
    model.damper("oil", joint="elbow", coordinate="displacement", damping=3)
    model.cable("rope", ["palm", "top"], stiffness=30, free_length="3 - t/l")
    model.force("wind", "palm", force=("sin(t)", 0, "l"), frame="hand")
    model.torque("twist", "hand", ("t", 0, 0))
    model.actuator("winch", through=("top", "palm"), tension=4)
    model.limit("stop", "elbow", coordinate="angle", lower=-2, upper=2, stiffness=100)
    model.bushing("mount", "top", "palm", stiffness=(1, 1, 1, 0, 0, 0))
    model.friction("rub", "elbow", coordinate="displacement", viscous=0.2)
    model.event("near", points=("top", "palm"), value=1)
    save(model, tmp_path / "out")
    assert {path.name for path in (tmp_path / "out").iterdir()} == {
        "BODY.CSV", "POINT.CSV", "JOINT.CSV", "SPRING.CSV", "model.toml",
    }  # fmt: skip
    again = load(tmp_path / "out")
    names = {"wheel": "body1", "arm": "body2", "hand": "body3"}
    assert sorted(again.bodies) == sorted(names.values())
    assert again.joints["joint1"].bodies == ["ground", "body1"]
    assert again.drivers["motor"].joint == "joint1"
    assert again.forces["force1"].frame == "body3"
    assert again.cables["cable1"].through == ["point2", "point3"]
    assert set(again.springs) == {"spring1", "spring2"}
    assert again.parameters == {"l": 2}

    from vazba.simulation.simulate import simulate

    one, other = simulate(model, rtol=1e-11, atol=1e-12), simulate(again, rtol=1e-11, atol=1e-12)
    assert one.status == other.status == "done"
    for body, called in names.items():
        for quantity in ("x", "y", "z", "wx", "wy", "wz"):
            np.testing.assert_allclose(other[called][quantity], one[body][quantity], atol=1e-8)


def test_tables_of_motion_laws_come_along(tmp_path: Path) -> None:
    (tmp_path / "law.csv").write_text("0,0\n1,1\n2,4\n3,9\n")
    text = '[bodies.b]\n[points.P]\nbody = "b"\n[joints.J]\ntype = "revolute"\nbodies = ["ground", "b"]\nat = [0, 0, 0]\naxis = [0, 0, 1]\n'
    (tmp_path / "m.toml").write_text(text + '[drivers.d]\njoint = "J"\nangle = { table = "law.csv" }\n')
    save(load(tmp_path / "m.toml"), tmp_path / "out")
    assert load(tmp_path / "out").drivers["d"].angle == {"table": {"times": [0, 1, 2, 3], "values": [0, 1, 4, 9]}}


def test_what_cannot_be_written_as_tables_is_said_and_nothing_is_written(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"planar model does not fit.*save it as TOML"):
        save(Model("m", dimension=2), tmp_path / "out")
    model = Model("m")
    model.body("b", com=(0, 0, 1))
    with pytest.raises(ModelError, match="nothing of this model fits into tables; save it as TOML"):
        save(model, tmp_path / "out")
    model.revolute("A", "ground", "b", at=(0, 0, 0), axis=(0, 0, 1))
    model.point("P", "b", (0, 0, 0))
    model.drive("A", angle=lambda t: t)
    with pytest.raises(ModelError, match=r"driver A: angle: a Python function cannot be written to a file"):
        save(model, tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


def test_a_table_in_the_way_is_not_overwritten_silently(tmp_path: Path) -> None:
    folder(tmp_path, SPRING="ID,ID_FROM,ID_TO,k,l0\n1,10,12,5,0\n")
    model = load(EXAMPLES / "double-pendulum-tables")
    with pytest.raises(ModelError, match=r"SPRING.CSV: this table is in the way"):
        save(model, tmp_path)
    assert (tmp_path / "BODY.CSV").read_text() == BODY


@pytest.mark.parametrize(
    ("cell", "value"), [("1,5", 1.5), ("-.5e1", -5.0), ("1 000", None), ("1_0", None), ("0x1", None), ("1,5,2", None)]
)
def test_numbers_in_cells(cell: str, value: float | None) -> None:
    assert number(cell) == value


def test_a_misspelt_table_is_not_passed_over(tmp_path: Path) -> None:
    folder(tmp_path, CABEL="ID,k,b,l0,ID_THROUGH\n20,1000,1,1,11;12\n")
    with pytest.raises(ModelError, match=r"CABEL\.CSV: this table is not read.*rename it to CABLE\.CSV"):
        load(tmp_path)


def test_a_curve_may_have_the_name_of_an_element(tmp_path: Path) -> None:
    folder(tmp_path, JOINT="ID,ID_FROM,ID_TO,TYPE,ax,ay,az\n50,10,11,revolute,1,0,0\n")
    (tmp_path / "driver.csv").write_text("time,angle\n0,0\n1,1\n")
    (tmp_path / "model.toml").write_text('[drivers.d]\njoint = "joint50"\nangle = { table = "driver.csv" }\n')
    assert load(tmp_path).drivers["d"].joint == "joint50"


def test_gravity_may_be_written_out(tmp_path: Path) -> None:
    model = load(folder(tmp_path, SIMULATION="until,2\ngravity,1.62\n"))
    assert list(model.gravity or ()) == [0.0, 0.0, -1.62]
