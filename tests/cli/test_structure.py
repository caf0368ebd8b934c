"""`vazba check` shows tree, loops and cuts, also beside the picture."""

from __future__ import annotations

from pathlib import Path

from typer.testing import CliRunner

from vazba.cli.app import app

EXAMPLES = Path(__file__).parents[2] / "examples"


def run(*words: object):
    return CliRunner().invoke(app, [str(word) for word in words])


def rows_after(text: str, title: str) -> list[list[str]]:
    """Cells of the rows of one table."""
    lines = text.split(f"\n{title}")[1].splitlines()[3:]
    end = next(k for k, line in enumerate(lines) if not line.strip())
    return [line.split() for line in lines[:end]]


def test_tree_and_loops_of_a_six_bar_linkage(tmp_path):
    done = run("check", EXAMPLES / "six-bar" / "six-bar.toml", "-o", tmp_path / "six.svg")
    assert done.exit_code == 0, done.output
    tree = {row[0]: row[1:] for row in rows_after(done.stdout, "Tree: what carries what")}
    assert tree["crank"] == ["A", "(revolute)", "ground", "1"]
    assert set(tree) == {"crank", "coupler", "rocker", "rod", "lever"}
    loops = rows_after(done.stdout, "Loops")
    assert len(loops) == 2  # 7 joints, 5 bodies and the ground: 7 - 6 + 1
    assert all(row[1:3] == ["revolute", "2"] for row in loops)
    assert ["crank", "driver", "1", "crank"] in rows_after(done.stdout, "Kept by equations")
    drawn = (tmp_path / "six.svg").read_text()
    for text in (
        "tree and loops",
        "joint of the tree",
        "cut joint, closes a loop",
        "ground",
        *tree,
        *(row[0] for row in loops),
    ):
        assert f">{text}" in drawn or text in drawn


def test_joints_a_model_has_cut_are_shown(tmp_path):
    path = tmp_path / "six-bar.toml"
    text = (EXAMPLES / "six-bar" / "six-bar.toml").read_text(encoding="utf-8")
    usual = {row[0] for row in rows_after(run("check", EXAMPLES / "six-bar" / "six-bar.toml").stdout, "Loops")}
    assert "A" not in usual
    path.write_text(text.replace("[simulation]", '[simulation]\ncuts = ["A"]'), encoding="utf-8")
    assert "A" in {row[0] for row in rows_after(run("check", path).stdout, "Loops")}
    path.write_text(text.replace("[simulation]", '[simulation]\ncuts = ["A", "B"]'), encoding="utf-8")
    assert "joint A cannot be cut: nothing else carries what it carries" in run("check", path).stdout


def test_a_chain_has_no_loops():
    done = run("check", EXAMPLES / "pendulum-chain" / "pendulum-chain.py")
    assert "structure: tree of 10 bodies with 10 freedoms, no loops, 0 equations" in done.stdout
    assert "\nLoops" not in done.stdout


def test_large_models_are_shortened_and_drawn_without_names(tmp_path):
    path = tmp_path / "ladder.py"
    path.write_text(
        "import vazba as vz\n"
        "model = vz.Model('chain', dimension=2)\n"
        "for k in range(60):\n"
        "    model.body(f'rod{k}', position=(k, 0))\n"
        "    model.revolute(f'pin{k}', 'ground' if k == 0 else f'rod{k - 1}', f'rod{k}', at=(k, 0))\n"
    )
    done = run("check", path, "-o", tmp_path / "chain.svg")
    assert done.exit_code == 0, done.output
    assert len(rows_after(done.stdout, "Tree: what carries what")) == 31  # 30 bodies, and how many are left
    assert "... and 30 more bodies" in done.stdout
    assert "tree and loops" in (tmp_path / "chain.svg").read_text()


def test_the_picture_command_shows_the_mechanism_alone(tmp_path):
    done = run("picture", EXAMPLES / "six-bar" / "six-bar.toml", "-o", tmp_path / "six.svg")
    assert done.exit_code == 0
    assert "tree and loops" not in (tmp_path / "six.svg").read_text()
