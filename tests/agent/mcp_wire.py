"""A server as a process, spoken to line by line: every line that it prints must be JSON-RPC."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from threading import Timer
from typing import Any

from builders import Place

_PATIENCE = 90


class Wire:
    """One server and what it said so far."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        self.lines: list[dict[str, Any]] = []
        self._number = 0

    def send(self, line: bytes) -> None:
        """One line as it is."""
        assert self.process.stdin is not None
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def begin(self, method: str, **params: Any) -> int:
        """Send a request and do not wait for its answer."""
        self._number += 1
        message = {"jsonrpc": "2.0", "id": self._number, "method": method, "params": params}
        self.send(json.dumps(message).encode())
        return self._number

    def answer(self, number: int | None) -> dict[str, Any]:
        """The answer to the request of that number, or the next one without a number."""
        assert self.process.stdout is not None
        while True:
            line = self.process.stdout.readline()
            assert line, "the server ended"
            found = parsed(line)
            self.lines.append(found)
            if found.get("id", "notification") == number:
                return found

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        """What a request is answered with."""
        return self.answer(self.begin(method, **params))

    def call(self, tool: str, **given: Any) -> Any:
        """What a tool answers."""
        return answered(self.ask("tools/call", name=tool, arguments=given))

    def hello(self) -> dict[str, Any]:
        """The handshake."""
        who = {"name": "test", "version": "1"}
        found = self.ask("initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo=who)
        self.send(b'{"jsonrpc": "2.0", "method": "notifications/initialized"}')
        return found["result"]

    def close(self) -> tuple[int, str]:
        """Close the server's input; its exit code and what it said on stderr. What it still printed is checked."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        assert self.process.stdout is not None
        self.lines += map(parsed, self.process.stdout)
        assert self.process.stderr is not None
        said = self.process.stderr.read().decode()
        return self.process.wait(timeout=60), said


def parsed(line: bytes) -> dict[str, Any]:
    """A line of JSON-RPC."""
    found = json.loads(line)
    assert found["jsonrpc"] == "2.0", line
    assert line.endswith(b"\n")
    assert ("method" in found) or (("result" in found) != ("error" in found)), line
    return dict(found)


def answered(message: Mapping[str, Any]) -> Any:
    """The JSON in a tool's answer, which is the same as text and as structure."""
    result = message["result"]
    text = json.loads(result["content"][0]["text"])
    assert result.get("isError", False) == ("error" in text)
    if "error" not in text:
        assert result["structuredContent"] == text
    return text


@contextmanager
def serving(place: Place, *arguments: str, env: Mapping[str, str] | None = None) -> Iterator[Wire]:
    """A server for the workspace."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tnotes", "agent", "serve", *arguments],
        cwd=place.root,
        env={**place.environment, **(env or {})},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    watchdog = Timer(_PATIENCE, process.kill)  # a line that never comes must not hold up all tests
    watchdog.start()
    with process:
        try:
            yield Wire(process)
        finally:
            watchdog.cancel()
            process.kill()
