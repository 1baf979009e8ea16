"""A thousand tool calls through one server over MCP: `python benchmarks/agent.py --help`.

Calls a second, how long they take, and the server's memory at the beginning and at the end; then two servers that
write at once. The client is a few lines of its own, so that nothing but the server is measured.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from measure import environment, machine, tool
from search_workspace import make, word

# Of a hundred calls: a conversation looks far more often than it writes.
MIX = {"open_card": 50, "search_tables": 25, "search_notes": 10, "record_note": 10, "edit_note": 5}


class Client:
    """One server as a process, asked one thing after the other."""

    def __init__(self, root: Path, conversation: str) -> None:
        command = [tool("tnotes"), "agent", "serve", "--quiet", "--conversation", conversation]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "env": environment()}
        self.process = subprocess.Popen(command, cwd=root, **pipes)
        self.number = 0
        who = {"name": "benchmark", "version": "1"}
        self.ask("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": who})

    def send(self, method: str, params: dict[str, Any]) -> None:
        self.number += 1
        message = {"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def answer(self) -> dict[str, Any]:
        return json.loads(self.process.stdout.readline())

    def ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        self.send(method, params)
        return self.answer()

    def call(self, name: str, given: dict[str, Any]) -> dict[str, Any]:
        result = self.ask("tools/call", {"name": name, "arguments": given})["result"]
        if result.get("isError"):
            sys.exit(f"{name} {given}: {result['content'][0]['text']}")
        return result["structuredContent"]

    def megabytes(self) -> float:
        """The memory of the server; 0 where the system does not tell."""
        status = Path(f"/proc/{self.process.pid}/status")
        lines = status.read_text().splitlines() if status.exists() else []
        return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS")), 0.0)

    def close(self) -> None:
        self.process.stdin.close()
        self.process.wait()


def main() -> None:
    """Make a workspace and measure in it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--notes", type=int, default=5_000)
    parser.add_argument("--calls", type=int, default=1_000)
    parser.add_argument("--writes", type=int, default=50, help="of each of two servers at once")
    asked = parser.parse_args()
    print(", ".join(f"{name} {value}" for name, value in machine().items()))
    folder = Path(tempfile.mkdtemp(prefix="tnotes-agent-"))
    try:
        root = make(folder / "ws", asked.notes, 10)
        for command in (["config", "user.name", "bench"], ["config", "user.email", "bench@example.invalid"]):
            subprocess.run(["git", *command], cwd=root, env=environment(), check=True)
        subprocess.run(["git", "add", "--all"], cwd=root, env=environment(), check=True)
        subprocess.run(["git", "commit", "-q", "-m", "all"], cwd=root, env=environment(), check=True)
        tables = sorted(f"{path.parent.name}.{path.stem}" for path in (root / "catalog").rglob("*.json"))
        one_server(root, tables, asked.calls)
        two_servers(root, tables[:5], asked.writes)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def one_server(root: Path, tables: list[str], calls: int) -> None:
    """The calls of one conversation."""
    start = time.perf_counter()
    client = Client(root, "one")
    ready = time.perf_counter() - start
    chance = random.Random(9)  # noqa: S311
    note = client.call("record_note", {"table": tables[0], "content": "The first."})["note"]["id"]
    client.call("search_tables", {"question": word(chance)})  # builds the index
    client.call("open_card", {"table": tables[0]})
    before = client.megabytes()
    took: dict[str, list[float]] = {name: [] for name in MIX}
    begun = time.perf_counter()
    for number in range(calls):
        name = chance.choices(list(MIX), list(MIX.values()))[0]
        given = arguments(name, note, tables, chance, number)
        at = time.perf_counter()
        client.call(name, given)
        took[name].append(time.perf_counter() - at)
    whole = time.perf_counter() - begun
    every = [one for some in took.values() for one in some]
    print(f"\n{len(tables):,} tables; the server is ready after {ready:.2f} s")
    print(f"{calls:,} calls: {calls / whole:.0f} a second; memory {before:.0f} MB at the start, ", end="")
    print(f"{client.megabytes():.0f} MB at the end")
    print(f"{'':14}{'calls':>7}{'p50 ms':>9}{'p95 ms':>9}")
    for name, some in ({"all": every} | took).items():
        print(f"{name:14}{len(some):7}{statistics.median(some) * 1000:9.1f}{p95(some) * 1000:9.1f}")
    client.close()


def arguments(name: str, note: str, tables: list[str], chance: random.Random, number: int) -> dict[str, Any]:
    """What the call is about."""
    if name == "open_card":
        return {"table": chance.choice(tables)}
    if name == "record_note":
        return {"table": chance.choice(tables), "content": f"Code {number} means {word(chance)}."}
    if name == "edit_note":
        return {"id": note, "content": f"Code {number} means {word(chance)}."}
    return {"question": " ".join(word(chance) for _ in range(4))}


def p95(some: list[float]) -> float:
    """What 95 of 100 stay below."""
    return sorted(some)[int(len(some) * 0.95)]


def two_servers(root: Path, tables: list[str], writes: int) -> None:
    """Both write to the same few tables at once; every note that was acknowledged must be there."""
    clients = [Client(root, name) for name in ("a", "b")]
    begun = time.perf_counter()
    for number in range(writes):
        for at, client in enumerate(clients):
            given = {"table": tables[number % len(tables)], "content": f"Server {at} says {number}."}
            client.send("tools/call", {"name": "record_note", "arguments": given})
    answers = [client.answer() for client in clients for _ in range(writes)]
    took = time.perf_counter() - begun
    for client in clients:
        client.close()
    texts = [one["result"]["structuredContent"]["note"]["content"] for one in answers]
    kept = "".join(path.read_text(encoding="utf-8") for path in (root / "notes").rglob("*.yaml"))
    lost = sum(text not in kept for text in texts)
    print(f"\ntwo servers, {writes} writes each to {len(tables)} tables: {2 * writes / took:.1f} a second, {lost} lost")


if __name__ == "__main__":
    main()
