"""The server of the live window: on the loopback address alone, with a secret in every address, for one session.

What it answers, all below `/SECRET/`: GET the page, `document`, `column`, `wait`; POST `parameters`, `drag`. It serves no files.
"""

from __future__ import annotations

import hmac
import json
import math
import secrets
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

from vazba.errors import VazbaError
from vazba.viewer.page import as_json, page

if TYPE_CHECKING:
    from vazba.model import Model
    from vazba.viewer.session import Session

HOST = "127.0.0.1"
LARGEST = 100_000  # bytes of what may be posted
PATIENCE = 20.0  # s that a page waits for a change


class Server:
    """One session behind an address that only who is told it can use."""

    def __init__(self, session: Session, model: Model | None = None, port: int = 0) -> None:
        self.session, self.model = session, model
        self.secret = secrets.token_urlsafe(24)
        handler = type("Handler", (_Handler,), {"server_of": self})
        self._http = _Quiet((HOST, port), handler)
        self._http.daemon_threads = True
        self.port = int(self._http.server_address[1])
        self._thread: threading.Thread | None = None

    @property
    def address(self) -> str:
        """The whole address, secret and all."""
        return f"http://{HOST}:{self.port}/{self.secret}/"

    def start(self) -> None:
        """Serve in a thread of its own."""
        self.session.watch()
        self._thread = threading.Thread(
            target=self._http.serve_forever, kwargs={"poll_interval": 0.1}, name="vazba-view", daemon=True
        )
        self._thread.start()

    def stop(self) -> None:
        """End it, and let the port go."""
        self.session.end()
        if self._thread is not None:
            self._http.shutdown()
            self._thread.join(5.0)
            self._thread = None
        self._http.server_close()


class _Quiet(ThreadingHTTPServer):
    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that goes away in the middle is no news."""


class _Handler(BaseHTTPRequestHandler):
    server_of: Server
    protocol_version = "HTTP/1.1"
    server_version = "vazba"
    sys_version = ""

    def log_message(self, *_: Any) -> None:  # the terminal belongs to the command
        return

    def _refuse(self, status: int, words: str) -> None:
        self.close_connection = True
        self._answer(status, words.encode(), "text/plain; charset=utf-8")

    def _answer(self, status: int, data: bytes, kind: str) -> None:
        self.send_response(status)
        for name, value in (
            ("Content-Type", kind),
            ("Content-Length", str(len(data))),
            ("Cache-Control", "no-store"),
            ("X-Content-Type-Options", "nosniff"),
            ("Referrer-Policy", "no-referrer"),
            ("X-Frame-Options", "SAMEORIGIN"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
        ):
            self.send_header(name, value)
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def _json(self, value: Any) -> None:
        self._answer(200, as_json(value).encode("ascii"), "application/json")

    def _allowed(self) -> tuple[str, dict[str, list[str]]] | None:
        """What is asked for, without the secret; nothing where it was refused."""
        port = self.server_of.port
        if self.headers.get("Host", "") not in (f"{HOST}:{port}", f"localhost:{port}"):
            self._refuse(403, "another host")
            return None
        origin = self.headers.get("Origin")
        if origin is not None and origin not in (f"http://{HOST}:{port}", f"http://localhost:{port}"):
            self._refuse(403, "another origin")
            return None
        parts = urlsplit(self.path)
        head, _, rest = parts.path.removeprefix("/").partition("/")
        if not hmac.compare_digest(head.encode("utf-8", "replace"), self.server_of.secret.encode()):
            self._refuse(403, "the secret of the address is missing")
            return None
        return rest, parse_qs(parts.query)

    def do_GET(self) -> None:  # noqa: N802
        asked = self._allowed()
        if asked is None:
            return
        path, query = asked
        session = self.server_of.session
        if path == "":
            self._answer(200, page(None, "vazba", live=True).encode("utf-8"), "text/html; charset=utf-8")
        elif path == "document":
            self._json(session.reply())
        elif path == "wait":
            self._json({"version": session.wait(_whole(query, "version"), PATIENCE)})
        elif path == "column":
            data = session.column(_whole(query, "index"), _whole(query, "version") if "version" in query else None)
            if data is None:
                self._refuse(404, "there is no such column")
            else:
                self._answer(200, data, "application/octet-stream")
        else:
            self._refuse(404, "there is nothing here")

    def do_POST(self) -> None:  # noqa: N802
        asked = self._allowed()
        if asked is None:
            return
        path, _ = asked
        body = self._body()
        if body is None:
            return
        try:
            if path == "parameters":
                values = {str(name): float(value) for name, value in body.items()}
                if not all(map(math.isfinite, values.values())):
                    raise ValueError
                self._json(self.server_of.session.set_parameters(values))
            elif path == "drag" and self.server_of.model is not None:
                model = self.server_of.model
                changes = self.server_of.session.changes
                shown = model.with_parameters(**changes) if changes else model
                self._json(
                    self.server_of.session.drag(
                        shown, str(body["joint"]), str(body["coordinate"]), float(body["value"])
                    )
                )
            else:
                self._refuse(404, "there is nothing here")
        except (KeyError, TypeError, ValueError):
            self._refuse(400, "this is not what was expected")
        except VazbaError as error:
            self._refuse(400, str(error))

    def _body(self) -> dict[str, Any] | None:
        """The posted object; nothing where it was refused."""
        try:
            size = int(self.headers.get("Content-Length", ""))
        except ValueError:
            size = -1
        if not 0 <= size <= LARGEST or self.headers.get("Content-Type", "").split(";")[0].strip() != "application/json":
            self._refuse(400, "JSON is expected")
            return None
        try:
            body = json.loads(self.rfile.read(size))
        except ValueError:
            body = None
        if not isinstance(body, dict):
            self._refuse(400, "JSON is expected")
            return None
        return body

    def _not_allowed(self) -> None:
        self._refuse(405, "only GET, and POST of what the page sends")

    do_PUT = do_DELETE = do_PATCH = do_HEAD = do_OPTIONS = do_TRACE = do_CONNECT = _not_allowed  # noqa: N815


def _whole(query: dict[str, list[str]], name: str) -> int:
    try:
        return int(query.get(name, ["-1"])[0])
    except ValueError:
        return -1
