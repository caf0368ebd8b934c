"""What went wrong, on stderr, and the exit code: 2 wrong input, 3 the numbers failed, 70 a fault of vazba, 130 Ctrl-C or SIGTERM."""

from __future__ import annotations

import os
import signal
import sys
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, get_args, get_origin

import typer
from typer.core import TyperGroup

from vazba.cli.say import complain, counted, note
from vazba.errors import AssemblyError, Fault, ModelError, VazbaError

INTERNAL = 70
INTERRUPTED = 130
CLOSED_PIPE = 141
_TO_COME = ("inverse", "linearize", "sweep")
_ABOUT_A_MODEL = ("check", "kinematics", "simulate", "equilibrium", "modes", "compare", "picture", "view")
# The error class of the option parser, which typer brings along or imports, depending on its version.
_USAGE: type[Exception] = next(c for c in typer.BadParameter.__mro__ if c.__name__ == "ClickException")


class Refused(ModelError):
    """What was asked for on the command line is wrong, not the model."""

    def __init__(self, element: str, what: str, why: str = "", remedy: str = "") -> None:
        super().__init__(Fault(element, what, why, remedy))


class GuardedGroup(TyperGroup):
    """The commands; whatever one raises ends in a message and an exit code, never in a traceback."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        for parameter in self.get_params(ctx):
            _spare_pydantic(parameter)
        ctx.obj = {"traceback": "--traceback" in args or os.environ.get("VAZBA_TRACEBACK", "") not in ("", "0")}
        return super().parse_args(ctx, [word for word in args if word != "--traceback"])

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args and args[0] in _TO_COME and args[0] not in self.commands:
            ctx.fail(f"'{args[0]}' is not part of this version yet; see vazba --help")
        name, command, rest = super().resolve_command(ctx, args)
        for parameter in command.get_params(ctx) if command is not None else ():
            _spare_pydantic(parameter)
        return name, command, rest

    def invoke(self, ctx: Any) -> Any:
        try:
            with _ended_as_by_ctrl_c():
                return super().invoke(ctx)
        except (typer.Exit, typer.Abort, _USAGE):
            raise
        except BaseException as error:
            if isinstance(error, (SystemExit, GeneratorExit)):
                raise
            raise typer.Exit(_told(error, str(ctx.invoked_subcommand or ""), ctx.obj or {})) from None


class _Plain:
    """A text, a path or a flag as it is given; `kind` makes it of the text."""

    def __init__(self, kind: type) -> None:
        self.kind = kind

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:  # noqa: ARG002
        if param.multiple or param.nargs == -1:
            return () if value is None else [self.kind(item) for item in value]
        return None if value is None else self.kind(value)


def _spare_pydantic(parameter: Any) -> None:
    """Newer versions of typer import pydantic, a tenth of a second, to read even a text, a path or a flag: those are read here."""
    if getattr(parameter, "_runtime_param", ...) is not None:  # an older version, or one that goes another way
        return
    kind = getattr(getattr(parameter, "type_descriptor", None), "annotation", None)
    kind = next(iter(get_args(kind)), None) if get_origin(kind) is list else kind
    if kind in (str, Path, bool):
        parameter._runtime_param = _Plain(kind)


@contextmanager
def _ended_as_by_ctrl_c() -> Iterator[None]:
    """SIGTERM (a queue whose time is up, a machine that shuts down) does what Ctrl-C does: what was computed is kept and saved."""
    main = threading.current_thread() is threading.main_thread()
    if not main or signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL:
        yield
        return
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _told(error: BaseException, command: str, options: dict[str, Any]) -> int:
    """The exit code, also where even stderr cannot be written to."""
    try:
        return _explain(error, command, bool(options.get("traceback")))
    except (OSError, ValueError):
        _drop(sys.stderr)
        return error.exit_code if isinstance(error, VazbaError) else 2


def _explain(error: BaseException, command: str, with_traceback: bool) -> int:
    if isinstance(error, BrokenPipeError):
        _drop(sys.stdout)
        return CLOSED_PIPE
    if isinstance(error, KeyboardInterrupt):
        complain("stopped; nothing was written")
        return INTERRUPTED
    if with_traceback:
        traceback.print_exception(error)
    if isinstance(error, ModelError):
        model = command in _ABOUT_A_MODEL and not isinstance(error, Refused)
        say_faults(error.faults, "in the model" if model else "")
        return error.exit_code
    if isinstance(error, AssemblyError):
        complain(str(error))
        say_gaps(error)
        return error.exit_code
    if isinstance(error, VazbaError):
        complain(str(error))
        return error.exit_code
    if isinstance(error, MemoryError):
        complain("there is not enough memory; ask for fewer instants (a larger --every) or a smaller model")
        return 3
    if isinstance(error, OSError):
        _drop(sys.stdout)
        where = f" {error.filename}" if error.filename else ""
        complain(f"the output{where} cannot be written: {error.strerror or error}; make room, or choose another place")
        return 2
    complain(f"this is a fault of vazba itself, not of your input: {type(error).__name__}: {error}")
    note("Please report it with the model. With --traceback (or VAZBA_TRACEBACK=1) it shows where it happened.")
    return INTERNAL


def say_faults(faults: tuple[Fault, ...], where: str) -> None:
    """Each fault on a line of its own, then how many there are."""
    for fault in faults:
        complain(str(fault))
    if where or len(faults) > 1:
        note(f"{counted(len(faults), 'fault')} {where}".rstrip())


def say_gaps(error: AssemblyError) -> None:
    """What stays open, the largest first."""
    ranked = [gap for gap in error.gaps if gap[1] > 0]
    if ranked:
        note("open in the best configuration found, the largest first:")
        wide = max(len(name) for name, _, _ in ranked[:20])
        for name, gap, unit in ranked[:20]:
            note(f"  {name:<{wide}}  {gap:.4g} {unit}")


def _drop(stream: Any) -> None:
    """Nobody reads any more (`| head`), or nothing more fits: what is left goes nowhere, quietly."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
