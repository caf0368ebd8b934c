"""The command line. No mechanics in here: each command calls what `import vazba` offers, and shows it."""

from __future__ import annotations

import gc
import sys


def main() -> None:
    """Entry point of the command `vazba`."""
    gc.set_threshold(100_000)  # importing makes many objects and no garbage: looking for it takes a tenth of the start
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that lacks a character is no reason to stop
    from vazba.cli.app import app, only

    try:
        with only(next((word for word in sys.argv[1:] if not word.startswith("-")), "")):
            app(prog_name="vazba")
    finally:
        gc.freeze()  # the process ends: a search for garbage among all that was imported would take a tenth of a short command


__all__ = ["main"]
