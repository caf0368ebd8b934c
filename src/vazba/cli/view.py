"""`vazba view MODEL|RESULT`."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from vazba.cli.common import Allowed, Settings, is_result, read_model, read_result, settings
from vazba.cli.guard import Refused
from vazba.cli.say import note, say

if TYPE_CHECKING:
    from vazba.viewer.server import Server

MOST_PORT = 65535


def view(
    source: Annotated[
        Path,
        typer.Argument(metavar="MODEL|RESULT", readable=False, show_default=False,
                       help="A model (followed while you edit it), a result .nc, or modes .json."),
    ],
    other: Annotated[
        Path | None,
        typer.Argument(metavar="[RESULT2]", readable=False, show_default=False, help="A second result, shown as a ghost beside the first."),
    ] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Only print the address.")] = False,
    port: Annotated[int, typer.Option(metavar="NUMBER", help="Port on this machine; 0 takes a free one.")] = 0,
    set_: Settings = None,
    allow_path: Allowed = None,
) -> None:  # fmt: skip
    """Look at a model while you edit it, or at a result, in the browser. Ctrl-C ends it.

    It is served on this machine alone, at an address with a secret.

    Examples: vazba view crank.toml;  vazba view run.nc;  vazba view run.nc other.nc;  vazba view modes.json
    """
    if not 0 <= port <= MOST_PORT:
        raise Refused("--port", f"{port} is no port", remedy=f"give a number from 0 to {MOST_PORT}, 0 for a free one")
    try:
        server = _server(source, other, port, set_, allow_path)
    except OSError as error:
        raise Refused(
            "--port", f"port {port} cannot be used", error.strerror or str(error), "take another, or 0 for a free one"
        ) from None
    server.start()
    try:
        say(server.address)
        _flush()
        note("Ctrl-C ends it")
        if not no_browser:
            import webbrowser

            webbrowser.open(server.address)
        threading.Event().wait()
    except KeyboardInterrupt:
        note("ended")
    finally:
        server.stop()


def _flush() -> None:
    import sys

    if sys.stdout is not None:
        sys.stdout.flush()


def _server(source: Path, other: Path | None, port: int, set_: Any, allow_path: Any) -> Server:
    from vazba.viewer.opening import live_model, server_for

    if source.suffix.lower() == ".json":
        from vazba.viewer.stored_modes import read_modes

        return server_for(read_modes(source), None, port)
    if is_result(source):
        if set_:
            raise Refused("--set", "a result is already computed", remedy="run the model again with --set")
        return server_for(read_result(source), read_result(other) if other is not None else None, port)
    if other is not None:
        raise Refused(str(other), "a second result needs a first one", remedy="name two result files")
    settings(set_)  # refuses what is not understood before anything is served
    if not source.exists():
        read_model(source, set_, allow_path)
    if source.suffix.lower() == ".py":
        note(f"running the Python file {source} each time it is saved")

    def read() -> Any:
        from vazba.files import load

        return load(source, settings(set_), allow=allow_path or ())

    return live_model(read, source, port)
