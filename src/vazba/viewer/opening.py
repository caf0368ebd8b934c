"""`vz.view`: a window in the browser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vazba.viewer.server import Server
from vazba.viewer.session import Session, files_of, short_run

if TYPE_CHECKING:
    from vazba.model import Model
    from vazba.result import Result
    from vazba.statics.equilibrium_result import Equilibrium
    from vazba.statics.mode_results import Modes
    from vazba.viewer.document import Document


class Window:
    """A window that is served until `close()`; in a notebook it shows itself."""

    def __init__(self, server: Server) -> None:
        self._server = server
        server.start()

    @property
    def address(self) -> str:
        """The whole address."""
        return self._server.address

    def close(self) -> None:
        """End the server."""
        self._server.stop()

    def __enter__(self) -> Window:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Window {self.address}>"

    def _repr_html_(self) -> str:
        document = self._server.session.document
        if document is None:
            return ""
        from vazba.viewer.notebook import framed

        return framed(document)


def view(
    thing: Model | Result | Modes | Equilibrium, other: Result | None = None, *, browser: bool = True, port: int = 0
) -> Window:
    """Show a model, a result, modes or an equilibrium in the browser: `w = vz.view(res)`; `w.close()` ends it.

    A model that came from a file is followed: save the file, and the picture changes. `other` is a second result, shown as a ghost. Without
    `browser` the address is only told (`w.address`); `port` 0 takes a free one.
    """
    window = Window(server_for(thing, other, port))
    if browser:
        import webbrowser

        webbrowser.open(window.address)
    return window


def server_for(thing: Any, other: Result | None = None, port: int = 0) -> Server:
    """A server of what is given; it does not serve yet."""
    from vazba.model import Model
    from vazba.viewer.export import document_of

    if isinstance(thing, Model):
        return _model_server(thing, port)
    made = document_of(thing, other, live=True)  # what cannot be shown is refused before anything is served
    return Server(Session(lambda _: made), None, port)


def _model_server(model: Model, port: int) -> Server:
    """A model as it is; where it still is what its file says, the file is followed."""
    source = model.source
    if source is None or source.suffix.lower() in (".py", ".nc") or not source.exists():
        return live_model(lambda: model, None, port)
    allowed = [path for path in model.allowed or () if path.exists()]

    def read() -> Model:
        from vazba.files import load

        return load(source, allow=allowed)

    return live_model(read, source, port) if _same(model, read) else live_model(lambda: model, None, port)


def _same(model: Model, read: Callable[[], Model]) -> bool:
    from vazba.errors import VazbaError
    from vazba.files.toml import write_toml

    try:
        return write_toml(model) == write_toml(read())
    except VazbaError:
        return False


def live_model(read: Callable[[], Model], source: Path | None, port: int, brief: float | None = None) -> Server:
    """A server of a model that `read()` gives; its files are followed."""
    from vazba.viewer.document import of_model

    held: list[Server] = []

    def shown(changes: dict[str, float]) -> Document:
        model = read()
        if held:
            held[0].model = model
        known = {name: value for name, value in changes.items() if name in model.parameters}
        changed = model.with_parameters(**known) if known else model
        run, trouble = short_run(changed) if brief is None else short_run(changed, brief)
        latest.append(model)
        return of_model(changed, run, trouble, live=True)

    latest: list[Model] = []
    session = Session(shown, (lambda: files_of(source)) if source is not None else None)
    server = Server(session, latest[-1] if latest else None, port)
    held.append(server)
    return server
