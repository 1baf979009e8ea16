"""Bare engines for search.py: `python search_peers.py fts5|tantivy ROOT build|ask TEXT|change COUNT`.

One row a note with our tokens; the notes come from the parsed files that tnotes keeps, so that YAML is not what is
measured. No stamps, no tables, no ranking of ours: what is fast here is what an engine can give.
"""

from __future__ import annotations

import random
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path

from search_workspace import sentence

from tnotes.context.tokens import asked, tokens
from tnotes.notes.store import NoteFolder

MOST = 10


def texts(root: Path) -> Iterator[tuple[str, str]]:
    """Id and tokens of each note."""
    folder = NoteFolder(root / "notes", root / ".git" / "tnotes" / "parsed")
    for path in folder.paths():
        for note in folder.read(path).notes:
            yield note.id, " ".join(tokens(note.content or ""))


def fts5(root: Path, verb: str, given: str) -> None:
    """SQLite alone."""
    path = root.parent / "bare.sqlite"
    if verb == "build":
        path.unlink(missing_ok=True)
    connection = sqlite3.connect(path)
    with connection:
        if verb == "build":
            connection.execute("CREATE VIRTUAL TABLE note USING fts5(id UNINDEXED, words, tokenize='ascii')")
            connection.executemany("INSERT INTO note VALUES (?, ?)", texts(root))
        elif verb == "change":
            choose = random.Random()  # noqa: S311
            for _ in range(int(given)):
                row = 1 + choose.randrange(100)
                connection.execute("DELETE FROM note WHERE rowid = ?", (row,))
                words = " ".join(tokens(sentence(choose)))
                connection.execute("INSERT INTO note (rowid, id, words) VALUES (?, ?, ?)", (row, "n_x", words))
            given = "해지 status"
    if verb != "build":
        words = " OR ".join(f'"{word}"' for word in asked(given))
        found = "SELECT id FROM note WHERE note MATCH ? ORDER BY rank LIMIT ?"
        print(connection.execute(found, (words, MOST)).fetchall())


def tantivy(root: Path, verb: str, given: str) -> None:
    """tantivy, a library in Rust."""
    import tantivy

    path = root.parent / "tantivy"
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("id", stored=True, tokenizer_name="raw")
    builder.add_text_field("words", tokenizer_name="whitespace")
    path.mkdir(exist_ok=True)
    index = tantivy.Index(builder.build(), path=str(path))
    if verb == "build":
        writer = index.writer(heap_size=100_000_000)
        for note, words in texts(root):
            writer.add_document(tantivy.Document(id=note, words=words))
        writer.commit()
        writer.wait_merging_threads()
        return
    if verb == "change":
        choose = random.Random()  # noqa: S311
        writer = index.writer(heap_size=30_000_000)
        for _ in range(int(given)):
            writer.delete_documents("id", "n_x")
            writer.add_document(tantivy.Document(id="n_x", words=" ".join(tokens(sentence(choose)))))
        writer.commit()
        given = "해지 status"
    index.reload()
    query = index.parse_query(" OR ".join(f'"{word}"' for word in asked(given)) or "x", ["words"])
    print(index.searcher().search(query, MOST).hits)


if __name__ == "__main__":
    name, root, verb, *rest = sys.argv[1:]
    {"fts5": fts5, "tantivy": tantivy}[name](Path(root), verb, rest[0] if rest else "")
