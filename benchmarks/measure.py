"""Commands measured side by side: each once a round, so that a busy machine is busy for all of them."""

from __future__ import annotations

import json
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

FLOOR = "floor: python -I -c pass"


@dataclass
class Case:
    """One command, what makes its starting state before each run (not timed), and the seconds it took."""

    name: str
    command: Sequence[str]
    cwd: Path
    before: Callable[[int], None] | None = None
    given: Path | None = None
    seconds: list[float] = field(default_factory=list)

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)

    @property
    def minimum(self) -> float:
        return min(self.seconds)

    @property
    def spread(self) -> float:
        """The distance between the quartiles as a part of the median."""
        low, _, high = statistics.quantiles(self.seconds, n=4)
        return (high - low) / self.median

    def run(self, number: int) -> None:
        """Run the command once and keep the time."""
        if self.before is not None:
            self.before(number)
        with open(self.given or os.devnull, "rb") as given:  # noqa: PTH123 - os.devnull is no Path
            start = time.perf_counter()
            ran = subprocess.run(
                self.command,
                cwd=self.cwd,
                env=environment(),
                stdin=given,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                check=False,
            )
            self.seconds.append(time.perf_counter() - start)
        if ran.returncode != 0:
            sys.exit(f"{self.name}: exit {ran.returncode}\n{ran.stderr.decode(errors='replace')}")


def floor(cwd: Path) -> Case:
    """The least that any Python program costs."""
    return Case(FLOOR, [sys.executable, "-I", "-c", "pass"], cwd)


def environment() -> dict[str, str]:
    """The user's environment without what would change what is measured."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("TNOTES_", "GIT_"))}
    return kept | {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "TZ": "UTC"}


def tool(name: str) -> str:
    """The command beside the running Python, as people start it."""
    return str(Path(sys.executable).with_name(name))


def interleave(cases: Sequence[Case], rounds: int) -> None:
    """Run every case once a round; the first round warms caches and is forgotten."""
    for number in range(rounds + 1):
        for case in cases:
            case.run(number)
        if sys.stderr.isatty():
            print(f"\rround {number} of {rounds}", end="", file=sys.stderr)
    for case in cases:
        del case.seconds[0]
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr)


def machine() -> dict[str, object]:
    """Where and how busy: figures of a loaded machine are worth their ratios only."""
    load = round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None
    return {"cores": os.cpu_count(), "load": load, "python": platform.python_version(), "system": platform.system()}


def report(cases: Sequence[Case], derived: dict[str, float], rounds: int, *, as_json: bool) -> None:
    """Print what was measured, as ratios to the first case."""
    base = cases[0]
    if as_json:
        rows = {
            case.name: {
                "median_ms": round(case.median * 1000, 2),
                "min_ms": round(case.minimum * 1000, 2),
                "spread": round(case.spread, 3),
                "median_ratio": round(case.median / base.median, 2),
                "min_ratio": round(case.minimum / base.minimum, 2),
            }
            for case in cases
        }
        found = {name: round(value, 2) for name, value in derived.items()}
        print(json.dumps({"machine": machine(), "rounds": rounds, "cases": rows, "derived": found}, indent=1))
        return
    print(", ".join(f"{name} {value}" for name, value in machine().items()) + f"; {rounds} rounds")
    print(f"{'':44} {'median ms':>9} {'min ms':>8} {'spread':>7} {'median ×':>9} {'min ×':>6}")
    for case in cases:
        times = f"{case.median * 1000:9.1f} {case.minimum * 1000:8.1f} {case.spread:7.0%}"
        print(f"{case.name:44} {times} {case.median / base.median:9.2f} {case.minimum / base.minimum:6.2f}")
    for name, value in derived.items():
        print(f"{name:70} {value:6.2f}")
