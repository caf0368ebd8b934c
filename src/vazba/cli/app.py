"""All commands in the order of the help. The command files import what is heavy inside their functions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from vazba import __version__
from vazba.cli import (
    check,
    compare,
    doctor,
    equilibrium,
    examples,
    export,
    figures,
    fit,
    inverse,
    kinematics,
    linearize,
    modes,
    new,
    report,
    simulate,
    tensegrity,
    view,
    warmup,
)
from vazba.cli.guard import GuardedGroup

app = typer.Typer(
    name="vazba",
    cls=GuardedGroup,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Mechanisms from a description: does it assemble, how does it move. "
    "A first model: vazba new crank, then vazba check crank.toml and vazba kinematics crank.toml",
    epilog="Exit codes: 0 done, 2 the input is wrong, 3 the numbers failed, 130 stopped by Ctrl-C or SIGTERM.",
)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"vazba {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[  # noqa: ARG001
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
    traceback: Annotated[  # noqa: ARG001  (taken by GuardedGroup, wherever it stands)
        bool, typer.Option("--traceback", help="Show where in the program an unexpected error happened.")
    ] = False,
) -> None:
    pass


_MODELS, _RESULTS, _HELP = "Models", "Results", "Start and check"

app.command(rich_help_panel=_MODELS)(check.check)
app.command(rich_help_panel=_MODELS)(kinematics.kinematics)
app.command(rich_help_panel=_MODELS)(simulate.simulate)
app.command(rich_help_panel=_MODELS)(inverse.inverse)
app.command(rich_help_panel=_MODELS)(equilibrium.equilibrium)
app.command(rich_help_panel=_MODELS)(modes.modes)
app.command(rich_help_panel=_MODELS)(linearize.linearize)
app.command(rich_help_panel=_MODELS)(fit.fit)
app.command(rich_help_panel=_MODELS)(tensegrity.tensegrity)
app.command(rich_help_panel=_MODELS)(compare.compare)
app.command(rich_help_panel=_RESULTS)(view.view)
app.command(rich_help_panel=_RESULTS)(figures.plot)
app.command(rich_help_panel=_RESULTS)(figures.animate)
app.command(rich_help_panel=_RESULTS)(figures.picture)
app.command(rich_help_panel=_RESULTS)(export.export)
app.command(rich_help_panel=_RESULTS)(report.report)
app.command(rich_help_panel=_HELP)(new.new)
app.command(rich_help_panel=_HELP)(examples.examples)
app.command(rich_help_panel=_HELP)(doctor.doctor)
app.command(rich_help_panel=_HELP)(warmup.warmup)


@contextmanager
def only(name: str) -> Iterator[None]:
    """Within it there is one command, if there is one of that name: reading what all of them can do takes a seventh of a short command."""
    every = app.registered_commands
    app.registered_commands = [one for one in every if one.callback and one.callback.__name__ == name] or every
    try:
        yield
    finally:
        app.registered_commands = every


EXAMPLES = {  # shown below the help of those whose own text has none
    "check": "vazba check crank.toml --picture crank.png",
    "kinematics": "vazba kinematics crank.toml --until 2 --every 0.01 --set a=1.2 -o run.nc",
    "simulate": "vazba simulate pendulum.toml --until 10 -o run.nc",
    "inverse": "vazba inverse platform.toml --until 2 -o efforts.nc",
    "equilibrium": "vazba equilibrium crane.toml -o rest.nc",
    "modes": "vazba modes crane.toml -o modes.json",
    "linearize": "vazba linearize crane.toml -o crane.mat",
    "tensegrity": "vazba tensegrity prism.toml --picture prism.png",
    "compare": "vazba compare four-bar.toml --until 2",
    "plot": "vazba plot run.nc slider.x slider.vx -o slider.png",
    "animate": "vazba animate run.nc --trace tip --view front --size 800x600 --fps 30 -o run.gif",
    "picture": "vazba picture crank.toml --view iso -o crank.png",
    "fit": "vazba fit pendulum.toml measured.csv",
    "new": "vazba new crank",
    "examples": "vazba examples four-bar --copy-to .",
}
for _command in app.registered_commands:
    if _command.callback is not None and _command.callback.__name__ in EXAMPLES:
        _command.epilog = f"Example: {EXAMPLES[_command.callback.__name__]}"
