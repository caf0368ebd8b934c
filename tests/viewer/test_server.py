"""The server of the live window refuses whatever is not its own page's business, and ends cleanly."""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import vazba as vz
from vazba.viewer.opening import Window

from .conftest import EXAMPLES, run_of


@pytest.fixture(scope="module")
def window() -> Iterator[Window]:
    with vz.view(run_of("slider-crank"), browser=False) as made:
        yield made


def ask(window: Window, path: str, method: str = "GET", body: bytes | None = None, **headers: str) -> tuple[int, bytes]:
    host, port = window.address.split("/")[2].split(":")
    connection = http.client.HTTPConnection(host, int(port), timeout=10)
    try:
        connection.putrequest(method, path, skip_host="Host" in headers)
        for name, value in headers.items():
            connection.putheader(name.replace("_", "-"), value)
        if body is not None:
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body)
        reply = connection.getresponse()
        return reply.status, reply.read()
    finally:
        connection.close()


def base(window: Window) -> str:
    return "/" + window.address.split("/")[3] + "/"


def test_it_listens_on_the_loopback_address_with_a_long_secret(window: Window) -> None:
    assert window.address.startswith("http://127.0.0.1:")
    assert len(base(window).strip("/")) >= 24
    with vz.view(run_of("slider-crank"), browser=False) as other:
        assert base(other) != base(window)


def test_the_page_and_its_numbers(window: Window) -> None:
    status, page = ask(window, base(window))
    assert status == 200
    assert page.startswith(b"<!doctype html>")
    status, data = ask(window, base(window) + "document")
    document = json.loads(data)
    assert (status, document["header"]["name"], document["faults"]) == (200, "slider-crank", [])
    names = [column["name"] for column in document["header"]["columns"]]
    status, column = ask(window, base(window) + f"column?index={names.index('slider.x')}")
    assert status == 200
    assert np.array_equal(np.frombuffer(column, "<f4"), run_of("slider-crank")["slider.x"].astype(np.float32))


def test_a_curve_of_what_was_shown_before_is_empty(window: Window) -> None:
    """It must not be mistaken for the one that has its place now."""
    version = json.loads(ask(window, base(window) + "document")[1])["version"]
    assert len(ask(window, base(window) + f"column?index=0&version={version}")[1]) > 0
    assert ask(window, base(window) + f"column?index=0&version={version - 1}") == (200, b"")


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/document",
        "/wrong-secret/",
        "/wrong-secret/document",
        "//",
        "/column?index=0",
        "/../",
        "/%2e%2e/etc/passwd",
    ],
)
def test_without_the_secret_there_is_nothing(window: Window, path: str) -> None:
    status, data = ask(window, path)
    assert status == 403
    assert b"slider" not in data


@pytest.mark.parametrize(
    "part",
    [
        "../../etc/passwd",
        "etc/passwd",
        "%2e%2e/%2e%2e/etc/passwd",
        "viewer.js",
        "slider-crank.toml",
        "document/",
        "column?index=-1",
        "column?index=99999",
        "column?index=x",
    ],
)
def test_nothing_outside_is_served(window: Window, part: str) -> None:
    assert ask(window, base(window) + part)[0] == 404


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "localhost", "127.0.0.1:1", "evil.example:80", ""])
def test_other_hosts_are_refused(window: Window, host: str) -> None:
    assert ask(window, base(window), Host=host)[0] == 403


def test_other_origins_are_refused(window: Window) -> None:
    assert ask(window, base(window) + "document", Origin="http://evil.example")[0] == 403
    assert ask(window, base(window) + "document", Origin="null")[0] == 403


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE"])
def test_other_methods_are_refused(window: Window, method: str) -> None:
    assert ask(window, base(window), method)[0] == 405


def test_posts_must_be_what_the_page_sends(window: Window) -> None:
    json_kind = {"Content_Type": "application/json"}
    assert ask(window, base(window) + "parameters", "POST", b"{}", Content_Type="text/plain")[0] == 400
    assert ask(window, base(window) + "parameters", "POST", b"[1]", **json_kind)[0] == 400
    assert ask(window, base(window) + "parameters", "POST", b'{"a": "x"}', **json_kind)[0] == 400
    assert ask(window, base(window) + "parameters", "POST", b'{"a": 1e999}', **json_kind)[0] == 400
    assert ask(window, base(window) + "parameters", "POST", b"x" * 200_000, **json_kind)[0] == 400
    assert ask(window, base(window) + "document", "POST", b"{}", **json_kind)[0] == 404
    assert ask(window, "/parameters", "POST", b"{}", **json_kind)[0] == 403


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_the_command_tells_its_address_first_and_ends_cleanly(sign: signal.Signals) -> None:
    model = EXAMPLES / "slider-crank" / "slider-crank.toml"
    command = [sys.executable, "-m", "vazba", "view", str(model), "--no-browser"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ)
    try:
        address = process.stdout.readline().strip()
        assert address.startswith("http://127.0.0.1:")
        port, secret = address.split(":")[2].split("/")[:2]
        connection = http.client.HTTPConnection("127.0.0.1", int(port), timeout=20)
        connection.request("GET", f"/{secret}/")
        assert connection.getresponse().status == 200
        connection.close()
        process.send_signal(sign)
        out, err = process.communicate(timeout=20)
        assert process.returncode == 0
        assert "Traceback" not in out + err
    finally:
        if process.poll() is None:
            process.kill()


def test_a_port_that_is_taken_is_told(window: Window, tmp_path: Path) -> None:
    port = window.address.split(":")[2].split("/")[0]
    model = EXAMPLES / "slider-crank" / "slider-crank.toml"
    done = subprocess.run(
        [sys.executable, "-m", "vazba", "view", str(model), "--no-browser", "--port", port],
        capture_output=True,
        check=False,
        text=True,
        cwd=tmp_path,
        timeout=60,
    )
    assert done.returncode == 2
    assert f"port {port} cannot be used" in done.stderr


def test_a_model_that_is_not_there_is_refused_at_once(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "vazba", "view", "no.toml", "--no-browser"],
        capture_output=True,
        check=False,
        text=True,
        cwd=tmp_path,
        timeout=60,
    )
    assert done.returncode == 2
    assert "there is no such file" in done.stderr
