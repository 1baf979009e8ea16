"""The index in Whoosh, its only home.

Whoosh keeps pickles: opening somebody else's index runs their code. So the index lies in the Git directory, and a seal
beside it names each of its files with size, times and inode; nothing is unpickled that the seal does not vouch for. The
seal is written last, whole or not at all, so it also tells a finished index from one whose writer was killed.
"""

from __future__ import annotations

import json
import shutil
import sys
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from tnotes.context.engine import FIELDS, Entry, Reader, Texts, Unusable

FORMAT = 1
_SEAL, _NAME = "seal.json", "MAIN"
_TRIES, _PAUSE = 40, 0.005  # a writer swaps its files in a few milliseconds


@contextmanager
def _no_network() -> Iterator[None]:
    """Whoosh imports urllib.request (and with it http, ssl and email: 60 ms) for a function that nobody calls."""
    name = "urllib.request"
    if name in sys.modules:
        yield
        return
    stand_in = ModuleType(name)
    stand_in.urlretrieve = None  # type: ignore[attr-defined]
    sys.modules[name] = stand_in
    try:
        yield
    finally:
        del sys.modules[name]


with _no_network():
    import whoosh
    from whoosh.columns import NumericColumn
    from whoosh.fields import COLUMN, FieldType, Schema
    from whoosh.filedb.filestore import FileStorage
    from whoosh.formats import Existence
    from whoosh.index import TOC, FileIndex
    from whoosh.writing import CLEAR, SegmentWriter


class Counted(FieldType):  # type: ignore[misc]  # Whoosh has no types
    """A field whose words come counted: our own tokens, so no analyzer of Whoosh's ever sees a text."""

    def __init__(self) -> None:
        super().__init__(format=Existence(), analyzer=None)

    def index(self, value: Mapping[str, int], **_: Any) -> Iterator[tuple[bytes, int, float, bytes]]:
        """The postings of one file."""
        return ((word.encode(), times, float(times), b"") for word, times in value.items())


def _schema() -> Any:
    return Schema(number=COLUMN(NumericColumn("I")), **{field: Counted() for field in FIELDS})


class Seal(NamedTuple):
    """Which files make the index, and how they looked when its writer was done."""

    generation: int
    files: dict[str, list[int]]


class WhooshStore:
    """The index in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def read(self) -> Reader | None:
        """The index as its seal describes it; None where there is none."""
        for _ in range(_TRIES):
            seal = self._seal()
            if seal is None:
                return None
            if all(_look(self._folder / name) == look for name, look in seal.files.items()):
                try:
                    return _WhooshReader(self._folder, seal.generation)
                except FileNotFoundError:  # a writer was done between the look and the opening
                    continue
            time.sleep(_PAUSE)
        raise Unusable("its files are not as they were left")

    def write(self, added: Iterable[Entry], gone: Collection[int], texts: Callable[[], Texts], *, whole: bool) -> None:
        """Commit one generation and seal it."""
        self._folder.mkdir(parents=True, exist_ok=True)
        storage = FileStorage(str(self._folder))
        if self._seal() is None:
            self.wipe()
            FileIndex.create(storage, _schema(), _NAME)
        writer = SegmentWriter(FileIndex(storage, _schema(), _NAME), timeout=30.0, limitmb=256)
        try:
            _remove(writer, gone)
            for entry in added:
                writer.add_document(number=entry.number, **entry.words)
            generation = writer.generation
            for name, text in texts()._asdict().items():
                (self._folder / f"{name}-{generation}").write_text(text, encoding="utf-8")
            writer.commit(mergetype=CLEAR if whole else None)
        except BaseException:
            if not writer.is_closed:
                writer.cancel()
            raise
        self._set_seal(generation)

    def wipe(self) -> None:
        """Remove all files, the seal first."""
        (self._folder / _SEAL).unlink(missing_ok=True)
        for path in self._folder.iterdir() if self._folder.is_dir() else ():
            if path.is_file():
                path.unlink(missing_ok=True)
            elif path.name.endswith(".tmp"):  # of a writer that was killed
                shutil.rmtree(path, ignore_errors=True)

    def _seal(self) -> Seal | None:
        try:
            data = json.loads((self._folder / _SEAL).read_bytes())
            if data["made_by"] != _made_by():
                raise Unusable("another version wrote it")
            return Seal(int(data["generation"]), dict(data["files"]))
        except (FileNotFoundError, NotADirectoryError):
            return None
        except (ValueError, KeyError, TypeError) as problem:
            raise Unusable("its seal is damaged") from problem

    def _set_seal(self, generation: int) -> None:
        kept = {TOC._filename(_NAME, generation), *(f"{name}-{generation}" for name in Texts._fields)}
        files = {}
        for path in self._folder.iterdir():
            if path.name in kept or path.suffix == ".seg":
                files[path.name] = _look(path)
        temporary = self._folder / f"{_SEAL}.new"
        temporary.write_text(json.dumps({"made_by": _made_by(), "generation": generation, "files": files}))
        temporary.replace(self._folder / _SEAL)
        for path in self._folder.iterdir():
            if path.name.startswith(tuple(f"{name}-" for name in Texts._fields)) and path.name not in kept:
                path.unlink(missing_ok=True)


def _made_by() -> list[Any]:
    return [FORMAT, list(whoosh.__version__), sys.version_info[:2][0], sys.version_info[:2][1]]


def _look(path: Path) -> list[int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return [found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino]


def _remove(writer: Any, gone: Collection[int]) -> None:
    """Mark entries as deleted, so that the next merge of their segment drops them."""
    numbers = set(gone)
    if not numbers:
        return
    with writer.reader() as reader:
        for leaf, base in reader.leaf_readers():
            column = leaf.column_reader("number")
            for at in range(leaf.doc_count_all()):
                if column[at] in numbers:
                    writer.delete_document(base + at)


class _WhooshReader:
    """One generation of the index."""

    def __init__(self, folder: Path, generation: int) -> None:
        self._folder = folder
        self._generation = generation
        storage = FileStorage(str(folder))
        schema = _schema()
        toc = TOC.read(storage, _NAME, gen=generation, schema=schema)
        reader = FileIndex._reader(storage, schema, toc.segments, generation)
        self._leaves = [(leaf, leaf.column_reader("number")) for leaf, _ in reader.leaf_readers()]
        self._reader = reader

    def text(self, name: str) -> str:
        """One of the texts kept beside the entries."""
        return (self._folder / f"{name}-{self._generation}").read_text(encoding="utf-8")

    def count(self, field: str, word: str) -> int:
        """In how many files the word stands, outdated ones included."""
        return int(self._reader.doc_frequency(field, word.encode()))

    def postings(self, field: str, word: str) -> Mapping[int, int]:
        """How often the word stands in each file that has it."""
        found: dict[int, int] = {}
        term = (field, word.encode())
        for leaf, numbers in self._leaves:
            if term in leaf:
                matcher = leaf.postings(*term)
                while matcher.is_active():
                    found[numbers[matcher.id()]] = int(matcher.weight())
                    matcher.next()
        return found

    def close(self) -> None:
        """Let go of the files."""
        self._reader.close()
