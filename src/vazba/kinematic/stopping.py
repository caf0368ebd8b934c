"""Ctrl-C and SIGTERM during a run: noticed between two calls of compiled code, so that nothing it was about to return is lost."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from vazba._jit import stopped_in_callback


class Stop:
    """Whether the user asked to stop."""

    def __init__(self) -> None:
        self.asked = False

    def look(self) -> None:
        """Raise `KeyboardInterrupt` if so."""
        if self.asked or stopped_in_callback():
            raise KeyboardInterrupt

    def __call__(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002
        if self.asked:  # the second time: at once
            raise KeyboardInterrupt
        self.asked = True


@contextmanager
def stoppable() -> Iterator[Stop]:
    """Within it Ctrl-C and SIGTERM are only noted; a second one interrupts as usual. Where somebody else watches for them, that is left alone."""
    stop = Stop()
    stopped_in_callback()  # of an earlier run
    main = threading.current_thread() is threading.main_thread()
    usual = {signal.SIGINT: (signal.default_int_handler,), signal.SIGTERM: (signal.SIG_DFL, signal.default_int_handler)}
    before = {number: signal.getsignal(number) for number in usual if main}
    before = {number: handler for number, handler in before.items() if handler in usual[number]}
    for number in before:
        signal.signal(number, stop)
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
