"""Both engines keep the same promises; the same tests run against each, and against the one in memory where it fits."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from tnotes.context.current import ENGINES, Place, store_of
from tnotes.context.engine import MOST_TIMES, Entry, Store, Texts, Unusable
from tnotes.context.gather import Source


@pytest.fixture(params=ENGINES)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    made = store_of(Place(Source(tmp_path, None), tmp_path / "index", request.param))
    assert made is not None
    return made


def write(store: Store, entries: dict[int, dict[str, int]], gone=(), head="h", whole=False) -> None:
    added = [Entry(number, {"n": words}) for number, words in entries.items()]
    before = None if whole else store.read()
    store.write(added, gone, lambda: Texts(head, "f", "b" * 10), before=before)
    if before is not None:
        assert not store.is_latest(before)
        before.close()


def found(store: Store, word: str, field: str = "n") -> dict[int, int]:
    reader = store.read()
    assert reader is not None
    try:
        return dict(reader.postings(field, word))
    finally:
        reader.close()


def test_there_is_nothing_before_something_was_written(store):
    assert store.read() is None


def test_words_come_back_with_their_counts(store):
    write(store, {1: {"해지": 2, "9": 1}, 2: {"해지": 1}})
    assert found(store, "해지") == {1: 2, 2: 1}
    assert found(store, "9") == {1: 1}
    assert found(store, "nothing") == {}
    assert found(store, "해지", "t") == {}


def test_texts_come_back(store):
    write(store, {1: {"a": 1}}, head="고객")
    reader = store.read()
    assert (reader.text("head"), reader.text("frame"), reader.text("body")) == ("고객", "f", "b" * 10)
    reader.close()


def test_counts_are_at_least_the_postings(store):
    write(store, {number: {"a": 1} for number in range(1, 300)})
    reader = store.read()
    assert reader.count("n", "a") == len(reader.postings("n", "a")) == 299
    assert reader.count("n", "b") == 0
    reader.close()


def test_entries_are_added_to_what_is_there(store):
    write(store, {1: {"a": 1}})
    write(store, {2: {"a": 1}}, head="second")
    assert found(store, "a") == {1: 1, 2: 1}
    assert store.read().text("head") == "second"


def test_entries_go(store):
    write(store, {number: {"a": 1} for number in range(1, 10)})
    write(store, {10: {"b": 1}}, gone=[3, 4])
    reader = store.read()
    live = {number for number in reader.postings("n", "a") if number not in (3, 4)}
    reader.close()
    assert live == {1, 2, 5, 6, 7, 8, 9}


def test_many_small_writes_leave_all_in_place(store):
    for number in range(1, 20):
        write(store, {number: {"a": min(number, MOST_TIMES)}}, gone=[number - 1] if number % 5 == 0 else ())
    kept = {number: min(number, MOST_TIMES) for number in range(1, 20) if (number + 1) % 5 or number == 19}
    assert kept.items() <= found(store, "a").items()


def test_a_whole_write_drops_what_was_there(store):
    write(store, {1: {"a": 1}})
    write(store, {2: {"b": 1}}, whole=True)
    assert found(store, "a") == {}
    assert found(store, "b") == {2: 1}


def test_a_write_that_fails_changes_nothing(store):
    write(store, {1: {"a": 1}}, head="before")

    def texts() -> Texts:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        store.write([Entry(2, {"n": {"a": 1}})], [1], texts, before=store.read())
    assert found(store, "a") == {1: 1}
    assert store.read().text("head") == "before"
    write(store, {3: {"a": 1}})
    assert found(store, "a") == {1: 1, 3: 1}


def test_a_reader_is_not_disturbed_by_a_writer(store):
    write(store, {1: {"a": 1}}, head="before")
    reader = store.read()
    write(store, {2: {"a": 1}}, whole=True, head="after")
    assert reader.text("head") == "before"
    assert dict(reader.postings("n", "a")) == {1: 1}
    reader.close()


def test_wiping_leaves_nothing(store):
    write(store, {1: {"a": 1}})
    store.wipe()
    assert store.read() is None
    write(store, {2: {"a": 1}})
    assert found(store, "a") == {2: 1}


def read_all(store: Store, numbers: int) -> None:
    reader = store.read()
    reader.text("body")
    for number in range(1, numbers):
        reader.postings("n", f"word{number}")


def test_a_cut_file_makes_it_unusable(store, tmp_path):
    write(store, {number: {f"word{number}": 1, "a": 1} for number in range(1, 2000)})
    for path in sorted((tmp_path / "index").iterdir()):
        if path.suffix in (".toc", ".sqlite", ".seg"):
            path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with pytest.raises(Unusable):
        read_all(store, 2000)


def test_rubbish_is_unusable(store, tmp_path):
    write(store, {1: {"a": 1}})
    for path in (tmp_path / "index").iterdir():
        path.write_bytes(b"rubbish" * 100)
    with pytest.raises(Unusable):
        store.read()


class Bomb:
    """Shows by a file that somebody unpickled it."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self):
        return Path.touch, (self.mark,)


def test_a_pickle_that_the_seal_does_not_vouch_for_is_never_opened(tmp_path):
    store = store_of(Place(Source(tmp_path, None), tmp_path / "index", "whoosh"))
    write(store, {1: {"a": 1}})
    mark = tmp_path / "mark"
    pickle.loads(pickle.dumps(Bomb(mark)))  # noqa: S301 - the control: it does go off
    assert mark.exists()
    mark.unlink()
    for path in (tmp_path / "index").glob("*.toc"):
        data = path.read_bytes()
        at = data.rindex(b"\x80")  # where the pickle of the segments begins
        path.write_bytes(data[:at] + pickle.dumps(Bomb(mark)))
    with pytest.raises(Unusable):
        store.read()
    assert not mark.exists()
