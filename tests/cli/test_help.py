"""Every command shows an example, and its options are ones it has."""

from __future__ import annotations

import shlex

import pytest
import typer
from typer.testing import CliRunner

from vazba.cli import main
from vazba.cli.app import EXAMPLES, app

BARE = {"doctor", "warmup"}  # nothing to choose
COMMANDS = {command.name or command.callback.__name__ for command in app.registered_commands} - BARE


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_help_has_an_example(command: str) -> None:
    said = CliRunner().invoke(app, [command, "--help"], env={"COLUMNS": "300", "NO_COLOR": "1"}).output
    assert f"vazba {command} " in said.split("Example", 1)[1]


@pytest.mark.parametrize("command", sorted(EXAMPLES))
def test_examples_use_options_there_are(command: str) -> None:
    group = typer.main.get_command(app)
    known = {word for option in group.commands[command].params for word in option.opts}
    program, name, *words = shlex.split(EXAMPLES[command])
    assert (program, name) == ("vazba", command)
    assert [word for word in words if word.startswith("-") and word not in known] == []


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_a_command_read_alone_is_the_same(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command line reads the one command that is asked for; its help is that among all of them."""
    whole = CliRunner().invoke(app, [command, "--help"], prog_name="vazba")
    every = list(app.registered_commands)
    monkeypatch.setattr("sys.argv", ["vazba", command, "--help"])
    with pytest.raises(SystemExit) as end:
        main()
    assert (end.value.code, capsys.readouterr().out) == (whole.exit_code, whole.output)
    assert app.registered_commands == every
