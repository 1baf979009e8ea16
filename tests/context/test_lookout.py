"""A look at the files that another process takes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

PROBE = """
    import os, sys
    from pathlib import Path
    from tnotes.context.lookout import looking, may_fork
    from tnotes.context.stamps import scan

    root = Path(sys.argv[1])
    assert may_fork() == (sys.platform != "win32" and os.cpu_count() > 1)
"""


def files(root: Path) -> None:
    for path in ("catalog/w/s/A.json", "notes/w/s/A.yaml", "notes/w/s/B.yaml", "notes/w/t/고객.yaml"):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(path, encoding="utf-8")


def probe(root: Path, code: str) -> subprocess.CompletedProcess[str]:
    """The code in a process of its own, which has no threads as the test runner may have."""
    script = textwrap.dedent(PROBE) + textwrap.dedent(code)
    return subprocess.run([sys.executable, "-c", script, str(root)], capture_output=True, encoding="utf-8", check=False)


def fine(ran: subprocess.CompletedProcess[str]) -> None:
    assert (ran.returncode, ran.stderr) == (0, "")


def test_the_other_process_sees_what_a_look_of_our_own_sees(tmp_path: Path) -> None:
    files(tmp_path)
    fine(
        probe(
            tmp_path,
            """
            own = scan(root, ("catalog", "notes"))
            with looking(root, ("catalog", "notes")) as look:
                seen = look.scan()
                assert seen.digests == own.digests
                assert {folder: list(seen.folders[folder]) for folder in seen.folders} == dict(own.folders)
                assert seen.stamps("notes/w/s") == own.stamps("notes/w/s")
                assert len(seen.folders) == 3
            with looking(root, ("catalog",)) as look:
                assert set(look.scan().digests) == {"catalog/w/s"}
            """,
        )
    )


@pytest.mark.skipif(sys.platform == "win32" or os.cpu_count() == 1, reason="no process is doubled here")
def test_nothing_of_it_is_left_when_it_was_not_asked(tmp_path: Path) -> None:
    files(tmp_path)
    fine(
        probe(
            tmp_path,
            """
            print("buffered, and printed once", end="")
            before = set(os.listdir("/dev/fd"))
            for _ in range(50):
                with looking(root, ("notes",)):
                    pass
            assert set(os.listdir("/dev/fd")) == before
            try:
                os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                pass
            else:
                raise AssertionError("a child is left")
            """,
        )
    )


@pytest.mark.skipif(sys.platform == "win32" or os.cpu_count() == 1, reason="no process is doubled here")
def test_where_the_other_process_dies_we_look_ourselves(tmp_path: Path) -> None:
    files(tmp_path)
    ran = probe(
        tmp_path,
        f"""
        import tnotes.context.lookout as lookout
        lookout._look = lambda *_: os.kill(os.getpid(), {int(signal.SIGKILL)})
        with looking(root, ("notes",)) as look:
            seen = look.scan()
            assert seen.digests == scan(root, ("notes",)).digests
            assert seen.stamps("notes/w/s")
        """,
    )
    fine(ran)


def test_with_threads_no_process_is_doubled(tmp_path: Path) -> None:
    files(tmp_path)
    fine(
        probe(
            tmp_path,
            """
            import threading
            stop = threading.Event()
            thread = threading.Thread(target=stop.wait)
            thread.start()
            assert not may_fork()
            with looking(root, ("notes",)) as look:
                assert look.is_done()
                assert look.scan().digests == scan(root, ("notes",)).digests
            stop.set()
            """,
        )
    )


@pytest.mark.skipif(sys.platform == "win32", reason="no limits of this kind there")
def test_where_no_more_files_may_be_open_we_look_ourselves(tmp_path: Path) -> None:
    files(tmp_path)
    fine(
        probe(
            tmp_path,
            """
            import resource
            used = {int(name) for name in os.listdir("/dev/fd")}
            free = [number for number in range(max(used) + 8) if number not in used]
            resource.setrlimit(resource.RLIMIT_NOFILE, (free[2], resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
            with looking(root, ("notes",)) as look:
                assert look.is_done()
                assert set(look.scan().digests) == {"notes/w/s", "notes/w/t"}
            """,
        )
    )


def test_what_fails_meanwhile_leaves_no_process_behind(tmp_path: Path) -> None:
    files(tmp_path)
    fine(
        probe(
            tmp_path,
            """
            try:
                with looking(root, ("notes",)):
                    raise ZeroDivisionError
            except ZeroDivisionError:
                pass
            try:
                os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                pass
            else:
                raise AssertionError("a child is left")
            """,
        )
    )
