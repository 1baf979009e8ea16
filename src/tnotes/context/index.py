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
from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from tnotes.context.engine import FIELDS, Entry, Reader, Texts, Unusable

FORMAT = 1
_SEAL, _NAME = "seal.json", "MAIN"
_TRIES, _PAUSE = 40, 0.005  # a writer swaps its files in a few milliseconds


@contextmanager
def _stand_ins() -> Iterator[None]:
    """Keep out what Whoosh imports and we never use: urllib.request for a download, asyncio for one property.

    The two cost more than all of Whoosh (150 ms of 200), and the first brings http and ssl along.
    """
    request, properties = ModuleType("urllib.request"), ModuleType("cached_property")
    request.urlretrieve = None  # type: ignore[attr-defined]
    properties.cached_property = cached_property  # type: ignore[attr-defined]
    ours = {module.__name__: module for module in (request, properties) if module.__name__ not in sys.modules}
    sys.modules.update(ours)
    try:
        yield
    finally:
        for name in ours:
            del sys.modules[name]


with _stand_ins():
    import whoosh
    from whoosh.codec.whoosh3 import W3LeafMatcher
    from whoosh.columns import NumericColumn
    from whoosh.fields import COLUMN, FieldType, Schema
    from whoosh.filedb.filestore import FileStorage
    from whoosh.formats import Existence
    from whoosh.index import TOC, EmptyIndexError, FileIndex
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
                    return _WhooshReader(self._folder, seal)
                except FileNotFoundError:  # a writer was done between the look and the opening
                    continue
            time.sleep(_PAUSE)
        raise Unusable("its files are not as they were left")

    def is_latest(self, reader: Reader) -> bool:
        """Whether nobody has sealed another generation since."""
        return isinstance(reader, _WhooshReader) and self._seal() == reader.seal

    def write(
        self, added: Iterable[Entry], gone: Collection[int], texts: Callable[[], Texts], *, before: Reader | None
    ) -> None:
        """Commit one generation and seal it."""
        self._folder.mkdir(parents=True, exist_ok=True)
        storage = FileStorage(str(self._folder))
        if self._seal() is None:
            self.wipe()
            FileIndex.create(storage, _schema(), _NAME)
        try:
            writer = SegmentWriter(FileIndex(storage, _schema(), _NAME), timeout=30.0, limitmb=256)
        except EmptyIndexError as problem:  # Whoosh takes a folder that cannot be listed for an empty one
            raise OSError(str(problem)) from problem
        try:
            for place in before.places(gone) if isinstance(before, _WhooshReader) else ():
                writer.delete_document(place)  # the next merge of its segment drops it
            for entry in added:
                writer.add_document(number=entry.number, **entry.words)
            generation = writer.generation
            for name, text in texts()._asdict().items():
                (self._folder / f"{name}-{generation}").write_text(text, encoding="utf-8")
        except BaseException:
            writer.cancel()
            raise
        try:
            writer.commit(mergetype=CLEAR if before is None else None)
        except BaseException:  # what it had open cannot be closed in order any more
            writer.writelock.release()
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
    return [FORMAT, list(FIELDS), list(Texts._fields), list(whoosh.__version__), list(sys.version_info[:2])]


def _look(path: Path) -> list[int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return [found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino]


def _numbers(leaf: Any) -> array[int]:
    """The number of each entry of a segment, read at once: Whoosh's own way costs a microsecond for each."""
    if not leaf.doc_count_all():  # the reader of an empty index has no columns
        return array("I")
    column = leaf.column_reader("number", translate=False)
    numbers = array("I", column._dbfile.get(column._basepos, column._count * column._fixedlen))
    if sys.byteorder == "little":
        numbers.byteswap()
    return numbers


def _blocks(matcher: Any) -> Iterator[tuple[Sequence[int], Sequence[float]]]:
    """Places and frequencies of postings, a block at a time. Deleted ones may be among them: nobody knows them."""
    matcher = getattr(matcher, "child", matcher)
    if not isinstance(matcher, W3LeafMatcher):
        while matcher.is_active():
            yield (matcher.id(),), (matcher.weight(),)
            matcher.next()
        return
    while matcher.is_active():
        matcher.id(), matcher.weight()  # reads the block
        yield matcher._ids, matcher._weights
        matcher._next_block()


class _WhooshReader:
    """One generation of the index."""

    def __init__(self, folder: Path, seal: Seal) -> None:
        self._folder = folder
        self.seal = seal
        storage = FileStorage(str(folder))
        schema = _schema()
        toc = TOC.read(storage, _NAME, gen=seal.generation, schema=schema)
        reader = FileIndex._reader(storage, schema, toc.segments, seal.generation)
        self._texts = {name: self._read(name) for name in ("head", "frame")}
        self._leaves = [(leaf, _numbers(leaf)) for leaf, _ in reader.leaf_readers()]
        self._reader = reader

    def text(self, name: str) -> str:
        """One of the texts kept beside the entries."""
        try:
            return self._texts.get(name) or self._read(name)
        except FileNotFoundError as problem:  # a writer has moved on
            raise Unusable("it was written again meanwhile") from problem

    def _read(self, name: str) -> str:
        return (self._folder / f"{name}-{self.seal.generation}").read_text(encoding="utf-8")

    def count(self, field: str, word: str) -> int:
        """In how many files the word stands, outdated ones included."""
        return int(self._reader.doc_frequency(field, word.encode()))

    def postings(self, field: str, word: str) -> Mapping[int, int]:
        """How often the word stands in each file that has it."""
        found: dict[int, int] = {}
        term = (field, word.encode())
        for leaf, numbers in self._leaves:
            if term in leaf:
                for places, times in _blocks(leaf.postings(*term)):
                    found.update(zip(map(numbers.__getitem__, places), map(int, times), strict=True))
        return found

    def places(self, numbers: Collection[int]) -> Iterator[int]:
        """Where the entries of those numbers stand among all."""
        wanted, base = set(numbers), 0
        for leaf, held in self._leaves:
            if wanted:
                yield from (base + at for at, number in enumerate(held) if number in wanted)
            base += leaf.doc_count_all()

    def close(self) -> None:
        """Let go of the files."""
        self._reader.close()
