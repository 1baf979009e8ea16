"""The cache gives what would have been built, or builds it: it is never the truth and never in the way."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import pytest

from tnotes.files import cache as module
from tnotes.files.cache import cached


class Builder:
    """Counts how often it was asked."""

    def __init__(self, value: Any = "built") -> None:
        self.value, self.times = value, 0

    def __call__(self) -> Any:
        self.times += 1
        return self.value


def test_the_same_text_is_built_once(tmp_path: Path) -> None:
    build = Builder({"한": [1, None, "\ud800"]})
    for _ in range(3):
        assert cached(tmp_path / "c", "k", "text", build) == build.value
    assert build.times == 1


def test_another_text_key_or_format_is_built_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build = Builder()
    for key, text in (("k", "1"), ("k", "2"), ("k", "1"), ("l", "1")):
        cached(tmp_path, key, text, build)
    assert build.times == 4
    monkeypatch.setattr(module, "FORMAT", -1)
    cached(tmp_path, "l", "1", build)
    assert build.times == 5


def test_two_keys_of_one_checksum_are_told_apart(tmp_path: Path) -> None:
    """crc32 of both is 4ddb0c25."""
    import zlib

    one, two = "plumless", "buckeroo"
    assert zlib.crc32(one.encode()) == zlib.crc32(two.encode())
    assert cached(tmp_path, one, "text", Builder("one")) == "one"
    assert cached(tmp_path, two, "text", Builder("two")) == "two"
    assert cached(tmp_path, one, "text", Builder("one")) == "one"


WRONG = [b"", b"{", b"[]", b"null", b"\xff\xfe", b"[" * 100_000, b"1" * 5000, b'"x"', b"NaN"]


@pytest.mark.parametrize("data", WRONG)
def test_a_damaged_entry_is_built_again_and_mended(tmp_path: Path, data: bytes) -> None:
    build = Builder()
    cached(tmp_path, "k", "text", build)
    (entry,) = tmp_path.iterdir()
    entry.write_bytes(data)
    assert cached(tmp_path, "k", "text", build) == "built"
    assert cached(tmp_path, "k", "text", build) == "built"
    assert build.times == 2


def test_an_entry_without_its_value_is_built_again(tmp_path: Path) -> None:
    cached(tmp_path, "k", "text", Builder())
    (entry,) = tmp_path.iterdir()
    kept = json.loads(entry.read_text())
    for name in kept:
        entry.write_text(json.dumps({key: value for key, value in kept.items() if key != name}))
        build = Builder("again")
        assert cached(tmp_path, "k", "text", build) == "again"
        assert build.times == 1
        entry.write_text(json.dumps(kept))


def test_a_cache_that_cannot_be_written_is_no_problem(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "full").symlink_to("/dev/full")
    for place in (None, tmp_path / "file", tmp_path / "file" / "below", Path("/proc/none/x")):
        assert cached(place, "k", "text", Builder()) == "built"
    folder = tmp_path / "folder"
    cached(folder, "k", "text", Builder())
    (entry,) = folder.iterdir()
    entry.unlink()
    entry.mkdir()  # nothing can be renamed over a folder
    assert cached(folder, "k", "text", Builder()) == "built"
    assert list(folder.iterdir()) == [entry], "a temporary file was left"


def test_a_failing_build_is_not_kept(tmp_path: Path) -> None:
    def fail() -> Any:
        raise LookupError("no")

    with pytest.raises(LookupError):
        cached(tmp_path, "k", "text", fail)
    assert list(tmp_path.iterdir()) == []


def test_what_is_too_deep_for_json_is_given_and_not_kept(tmp_path: Path) -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    assert cached(tmp_path, "k", "text", lambda: deep) is deep
    assert list(tmp_path.iterdir()) == []


def test_many_threads_at_once(tmp_path: Path) -> None:
    wrong = []

    def work(which: int) -> None:
        for number in range(100):
            text = str((which + number) % 3)
            if cached(tmp_path, "k", text, Builder(text)) != text:
                wrong.append(text)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert len(list(tmp_path.iterdir())) == 1
