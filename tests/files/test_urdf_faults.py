# ruff: noqa: E501  (one case, one line)
"""Wrong URDF, one case each: the message says the file, the line, the element, what is wrong and how to mend it."""

import warnings
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from vazba.errors import ModelError, VazbaWarning
from vazba.files import load
from vazba.files.urdf import text_reading
from vazba.files.urdf_xml import MAX_DEPTH, MAX_ELEMENTS

FAST = settings(max_examples=150, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
GOOD = """<robot name="r">
<link name="base"/>
<link name="arm"><inertial>
<mass value="1"/>
<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="j" type="revolute">
<parent link="base"/>
<child link="arm"/>
<origin xyz="0 0 1" rpy="0 0 1"/>
<axis xyz="0 0 1"/>
<limit lower="-1" upper="1" effort="3" velocity="4"/>
<dynamics damping="1" friction="2"/>
</joint>
<link name="hand"/>
<joint name="k" type="continuous">
<parent link="arm"/>
<child link="hand"/>
<mimic joint="j" multiplier="2" offset="0.1"/>
</joint>
</robot>
"""


def said(data: bytes | str) -> list[str]:
    with pytest.raises(ModelError) as caught:
        text_reading(data.encode() if isinstance(data, str) else data, "r.urdf").finish()
    assert caught.value.exit_code == 2
    return [str(fault) for fault in caught.value.faults]


def test_the_model_the_cases_start_from_is_sound() -> None:
    model = text_reading(GOOD.encode(), "r.urdf").finish()
    assert (list(model.bodies), list(model.joints)) == (["arm", "hand"], ["j", "k", "k_mimic"])


CASES = {
    "unknown parent": ('parent link="base"', 'parent link="bass"', "r.urdf:6: joint j: there is no link 'bass'; did you mean 'base'?"),
    "unknown child": ('child link="hand"', 'child link="x"', "r.urdf:15: joint k: there is no link 'x'; known: arm, base, hand"),
    "missing parent": ('<parent link="base"/>', "", "r.urdf:6: joint j: its parent link is missing; add <parent link=\"..\"/>"),
    "missing child": ('<child link="arm"/>', "<child/>", "r.urdf:8: joint j: its child link is missing"),
    "joined to itself": ('parent link="base"', 'parent link="arm"', "r.urdf:6: joint j: its parent and its child are both 'arm'; a joint joins two links"),
    "two roots": ("</robot>", '<link name="lost"/>\n</robot>', "r.urdf:20: link lost: 2 links have no parent: base, lost; a robot is one tree with one root; hold lost by a joint"),
    "two parents": ("</robot>", '<joint name="l" type="fixed"><parent link="base"/><child link="hand"/></joint></robot>', "r.urdf:20: joint l: link 'hand' has two parents: arm and base; joint k (line 15) holds it already; a loop cannot be written as URDF"),
    "circle": ('parent link="base"', 'parent link="hand"', "r.urdf:6: joint j: the links hold each other in a circle: arm - hand - arm; a robot is a tree"),
    "duplicate link": ('<link name="hand"/>', '<link name="hand"/><link name="arm"/>', "r.urdf:14: link arm: the name is used twice; first in line 3; rename one of them"),
    "duplicate joint": ('joint name="k"', 'joint name="j"', "r.urdf:15: joint j: the name is used twice; first in line 6"),
    "link without name": ('<link name="hand"/>', "<link/>", 'r.urdf:14: link: name is missing; others refer to it by its name; write <link name="..">'),
    "joint without name": ('joint name="k"', "joint", "r.urdf:15: joint: name is missing"),
    "joint without type": (' type="revolute"', "", "r.urdf:6: joint j: type is missing; known: continuous, fixed, floating"),
    "unknown type": ('type="revolute"', 'type="revolut"', "r.urdf:6: joint j: type 'revolut' is unknown; did you mean 'revolute'?"),
    "ball joint": ('type="revolute"', 'type="ball"', "r.urdf:6: joint j: type 'ball' is unknown; known: continuous, fixed, floating, planar, prismatic, revolute"),
    "no mass": ('<mass value="1"/>', "", "r.urdf:3: link arm: <inertial> has no <mass>; add <mass"),
    "mass without value": ('<mass value="1"/>', "<mass/>", 'r.urdf:4: link arm: <mass> has no value; add value=".."'),
    "mass is a word": ('<mass value="1"/>', '<mass value="heavy"/>', "r.urdf:4: link arm: <mass> value = 'heavy' is not a number; correct the value"),
    "mass is not finite": ('<mass value="1"/>', '<mass value="nan"/>', "r.urdf:4: link arm: <mass> value = 'nan' is not a number"),
    "endless mass": ('<mass value="1"/>', '<mass value="inf"/>', "r.urdf:4: link arm: <mass> value = 'inf' is not a number"),
    "huge mass": ('<mass value="1"/>', '<mass value="1e999"/>', "r.urdf:4: link arm: <mass> value = '1e999' is not a number"),
    "negative mass": ('<mass value="1"/>', '<mass value="-1"/>', "r.urdf:4: link arm: mass value = -1 is negative; no link has that; correct the value"),
    "no inertia": ('<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/>', "", "r.urdf:3: link arm: <inertial> has no <inertia>; add <inertia"),
    "moment is missing": ('iyy="1" ', "", "r.urdf:5: link arm: <inertia> has no iyy"),
    "negative inertia": ('iyz="0"', 'iyz="2"', "r.urdf:5: link arm: inertia is not positive: principal moments -1, 1, 3 kg m^2; no link has a negative moment of inertia; check the six values"),
    "zero axis": ('axis xyz="0 0 1"', 'axis xyz="0 0 0"', "r.urdf:10: joint j: axis is a zero vector; it must show a direction"),
    "short vector": ('axis xyz="0 0 1"', 'axis xyz="0 1"', "r.urdf:10: joint j: <axis> xyz = '0 1' is not three numbers"),
    "word in a vector": ('rpy="0 0 1"', 'rpy="0 0 pi"', "r.urdf:9: joint j: <origin> rpy = '0 0 pi' is not three numbers; write rpy="),
    "digits with _": ('xyz="0 0 1" rpy', 'xyz="0 0 1_0" rpy', "r.urdf:9: joint j: <origin> xyz = '0 0 1_0' is not three numbers"),
    "limits the wrong way": ('lower="-1"', 'lower="2"', "r.urdf:11: joint j: lower = 2 is above upper = 1; no value lies between them; swap them"),
    "limit is a word": ('upper="1"', 'upper="one"', "r.urdf:11: joint j: <limit> upper = 'one' is not a number"),
    "damping is a word": ('damping="1"', 'damping="b"', "r.urdf:12: joint j: <dynamics> damping = 'b' is not a number"),
    "negative friction": ('friction="2"', 'friction="-2"', "r.urdf:12: joint j: friction = -2.0 is negative; correct the value"),
    "mimic of nobody": ('mimic joint="j"', 'mimic joint="J1"', "r.urdf:18: joint k: mimic: there is no joint 'J1'"),
    "mimic without joint": (' joint="j" multiplier', " multiplier", "r.urdf:18: joint k: mimic does not say which joint it follows"),
    "mimic of itself": ('mimic joint="j"', 'mimic joint="k"', "r.urdf:18: joint k: mimic: it follows 'k', and so in a circle itself"),
    "mimic by nothing": ('multiplier="2"', 'multiplier="0"', "r.urdf:18: joint k: mimic: multiplier = 0; then it never moves; use type=\"fixed\""),
    "mimic of a planar joint": ('type="revolute"', 'type="planar"', "r.urdf:18: joint k: mimic: joint j is planar; only joints with one coordinate can follow each other"),
    "wrong root": ("robot", "sdf", "r.urdf:1: the outermost element is <sdf>; a robot is expected; write <robot ...>"),
    "not closed": ("</link>", "", "r.urdf:20: not valid XML: mismatched tag, column 3; check that every element is closed"),
    "cut off": ("</robot>", "", "r.urdf:21: not valid XML: no element found"),
    "undefined entity": ('<link name="base"/>', '<link name="&base;"/>', "r.urdf:2: not valid XML: undefined entity"),
    "macro": ('<link name="hand"/>', '<xacro:wheel name="hand"/>', "r.urdf:14: <xacro:wheel> is a macro; this is a xacro file, from which a robot is still to be made; expand it first: xacro robot.urdf.xacro > robot.urdf"),
    "substitution": ('mass value="1"', 'mass value="${m/2}"', "r.urdf:4: <mass> holds a substitution: value='${m/2}'; this is a xacro file"),
    "argument": ('name="hand"', 'name="$(arg prefix)hand"', "r.urdf:14: <link> holds a substitution: name='$(arg prefix)hand'"),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_a_wrong_robot(case: str) -> None:
    old, new, expected = CASES[case]
    assert old in GOOD
    messages = said(GOOD.replace(old, new))
    assert any(message.startswith(expected) for message in messages), messages
    if case != "link without name":  # then a joint names a link that is not there
        assert len(messages) == 1, messages


def test_all_faults_are_told_at_once_in_the_order_of_the_file() -> None:
    text = GOOD
    for case in ("negative mass", "unknown type", "zero axis", "damping is a word", "unknown child", "mimic of nobody"):
        text = text.replace(*CASES[case][:2])
    lines = [message.split(":")[1] for message in said(text)]
    assert lines == ["4", "6", "10", "12", "15", "18"]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", "r.urdf: the file is empty; a robot is written as XML; check that it is the right file"),
        (b" \n\n ", "r.urdf: the file is empty"),
        (b"name = 'r'", "r.urdf:1: this is not XML; syntax error; check that it is the right file"),
        (b"PK\x03\x04...", "r.urdf:1: this is not XML"),
        (b"<robot/>", "r.urdf:1: the robot has no links; there is nothing to move; add <link name=..>"),
        (b"<robot><link name='a'/></robot>", "r.urdf:1: link a: no joint lets a link move; the root link 'a' is held by the ground; add a joint"),
        (b"<?xml version='1.0' encoding='klingon'?><robot/>", "r.urdf:1: "),
        (b"<robot><link name='\xe9'/></robot>", "r.urdf:1: not valid XML: not well-formed"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_robot(data: bytes, expected: str) -> None:
    messages = said(data)
    assert len(messages) == 1
    assert messages[0].startswith(expected)


# --- files that mean harm -----------------------------------------------------------------------------------------------

BOMB = '<!DOCTYPE robot [<!ENTITY a "ha">' + "".join(
    f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip("abcdefgh", "bcdefghi", strict=True)
)


@pytest.mark.parametrize(
    "data",
    [
        BOMB + ']><robot name="&i;"/>',
        '<!DOCTYPE robot SYSTEM "file:///etc/passwd"><robot/>',
        '<!DOCTYPE robot [<!ENTITY x SYSTEM "file:///etc/passwd">]><robot name="&x;"/>',
        '<!DOCTYPE robot [<!ENTITY % x SYSTEM "http://localhost/x.dtd"> %x;]><robot/>',
        "<?xml version='1.0'?>\n<!DOCTYPE robot>\n<robot/>",
    ],
)
def test_document_types_and_entities_are_refused(data: str) -> None:
    messages = said(data)
    assert len(messages) == 1
    assert "the file declares a document type (<!DOCTYPE ...>)" in messages[0]
    assert messages[0].endswith("remove the declaration")


def test_depth_and_number_of_elements_are_bounded() -> None:
    assert f"nested more than {MAX_DEPTH} deep" in said("<robot>" + "<a>" * 10_000)[0]
    assert f"more than {MAX_ELEMENTS} elements" in said("<robot>" + "<a/>" * (MAX_ELEMENTS + 1))[0]


def test_long_chains_are_read_without_recursion() -> None:
    links = "".join(f'<link name="l{k}"/>' for k in range(3001))
    joints = "".join(
        f'<joint name="j{k}" type="fixed"><parent link="l{k}"/><child link="l{k + 1}"/></joint>' for k in range(3000)
    )
    assert "no joint lets a link move" in said(f"<robot>{links}{joints}</robot>")[0]


def test_nothing_but_the_file_is_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mesh = '<visual><geometry><mesh filename="file:///etc/passwd"/></geometry></visual>'
    path = tmp_path / "r.urdf"
    path.write_text(GOOD.replace('<link name="hand"/>', f'<link name="hand">{mesh}</link>'), encoding="utf-8")
    load(path)  # imports what it needs
    opened: list[str] = []
    real = open

    def watched(file: object, *rest: object, **options: object) -> object:
        opened.append(str(file))
        return real(file, *rest, **options)  # type: ignore[call-overload]

    monkeypatch.setattr("builtins.open", watched)
    monkeypatch.setattr("io.open", watched)
    load(path)
    assert set(opened) == {str(path)}


# --- real files are a little loose ----------------------------------------------------------------------------------------


def test_what_is_meant_for_other_programs_is_passed_over() -> None:
    also = '<material name="blue"/><gazebo reference="arm"><kp>${k}</kp><xacro:x/></gazebo>'
    also += '<transmission name="t"><joint name="j"/></transmission><joint name="j"/>'
    model = text_reading(GOOD.replace("</robot>", also + "</robot>").encode(), "r.urdf").finish()
    assert len(model.bodies) == 2


def test_a_slip_in_the_name_of_an_element_is_told() -> None:
    text = GOOD.replace("inertial>", "inertail>").replace("<limit ", "<limits ")
    with pytest.warns(VazbaWarning) as caught:
        text_reading(text.encode(), "r.urdf").finish()
    assert [str(w.message) for w in caught] == [
        "r.urdf:3: link arm: <inertail> is not known and is left out; did you mean <inertial>?",
        "r.urdf:11: joint j: <limits> is not known and is left out; did you mean <limit>?",
    ]


def test_a_wrong_inertia_that_spoils_no_body_is_a_warning() -> None:
    wrong = '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" iyz="2"/></inertial>'
    text = GOOD.replace('<link name="base"/>', f'<link name="base">{wrong}</link>')
    with pytest.warns(
        VazbaWarning, match=r"r.urdf:2: link base: inertia is not positive.*it matters little as part of the ground"
    ):
        text_reading(text.encode(), "r.urdf").finish()
    with pytest.raises(ModelError, match=r"r.urdf:2: link base: inertia is not positive"):
        text_reading(text.encode(), "r.urdf", floating_base=True).finish()


def test_limits_without_end_and_defaults() -> None:
    text = GOOD.replace('lower="-1" upper="1"', 'lower="-inf" upper="inf"')
    assert not text_reading(text.encode(), "r.urdf").finish().events
    text = GOOD.replace('lower="-1" ', "")
    assert text_reading(text.encode(), "r.urdf").finish().events["j_lower"].value == 0.0  # by the format
    text = GOOD.replace('<axis xyz="0 0 1"/>', "").replace('rpy="0 0 1"', "")
    assert text_reading(text.encode(), "r.urdf").finish().joints["j"].axis == [1.0, 0.0, 0.0]  # by the format


@FAST
@given(st.data())
def test_whatever_stands_in_the_file_it_ends_in_a_model_or_a_fault(data: st.DataObject) -> None:
    text = GOOD.encode()
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = start + data.draw(st.integers(0, 12))
        text = (
            text[:start]
            + data.draw(st.binary(max_size=4) | st.sampled_from([b"<", b"/>", b'"', b"-", b"1e400", b"j", b"base"]))
            + text[end:]
        )
    places = {"r.urdf"}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            text_reading(text, "r.urdf").finish()
    except ModelError as error:
        places = {str(fault.file) for fault in error.faults}
    assert places == {"r.urdf"}
