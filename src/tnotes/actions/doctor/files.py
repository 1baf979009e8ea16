"""The files of a workspace: what was left by a crash, what lies where it should not, what cannot be read."""

from __future__ import annotations

import os
import time
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from tnotes.actions.doctor.patient import FAIL, HIDDEN, OK, WARN, Finding, Patient, many
from tnotes.actions.index import place_of, status
from tnotes.errors import UnreadableFile
from tnotes.files.journal import pending
from tnotes.files.locking import try_lock
from tnotes.history.halfmerge import half_done
from tnotes.notes.store import NoteFolder
from tnotes.project.workspace import SETTINGS, Workspace

# A git command that holds a lock so long has crashed, or waits for somebody.
_LONG_SECONDS = 60
# From here on the other engine is clearly faster.
_MANY_NOTES = 20_000
# How long note files are read here; `check` reads all of them.
_READING_SECONDS = 2.0


def journal(patient: Patient) -> Iterator[Finding]:
    """A write of ours that a crash interrupted."""
    if patient.repository is None:
        return
    left = pending(patient.repository.scratch)
    if half_done(patient.repository) is not None:
        fix = "tnotes doctor --fix, or the next write or sync, settles it"
        yield Finding("journal", WARN, "a sync was interrupted in its merge", fix)
    elif left is not None:
        fix = "tnotes doctor --fix, or the next write, takes it back"
        yield Finding("journal", WARN, f"{left.what} was interrupted and is half done", fix)
    else:
        yield Finding("journal", OK, "no write was interrupted")


def locks(patient: Patient) -> Iterator[Finding]:
    """Locks of Git that stayed, and who writes now."""
    if patient.repository is None:
        return
    found = False
    for folder in dict.fromkeys((patient.repository.git_dir, patient.repository.common_dir)):
        for lock in sorted(folder.glob("*.lock")):
            found = True
            yield _held(lock)
    if _is_held(patient.repository.common_dir / "tnotes" / "lock"):
        found = True
        yield Finding("locks", WARN, "another tnotes command is writing now", "wait for it to end")
    if not found:
        yield Finding("locks", OK, "nobody holds a lock")


def _held(lock: Path) -> Finding:
    seconds = int(time.time() - lock.stat().st_mtime)
    state = FAIL if seconds > _LONG_SECONDS else WARN
    age = f"{seconds // 60} minutes" if seconds > _LONG_SECONDS else "a moment"
    return Finding(
        "locks", state, f"{lock} is there for {age}: git is running, or crashed", f"if no git runs: rm {lock}"
    )


def _is_held(path: Path) -> bool:
    try:
        handle = os.open(path, os.O_RDONLY)
    except OSError:
        return False
    try:
        return not try_lock(handle)
    except OSError:  # a file system without locks
        return False
    finally:
        os.close(handle)


def names(patient: Patient) -> Iterator[Finding]:
    """Paths that one file system tells apart and another does not."""
    if patient.repository is None or patient.git is None or patient.workspace is None:
        return
    known: dict[str, str] = {}
    clashes = []
    for path in patient.said("ls-files", "-z", "--", "notes", "catalog").split("\0"):
        key = unicodedata.normalize("NFC", path).casefold()
        if known.setdefault(key, path) != path:
            clashes.append((known[key], path))
    if clashes:
        one, other = map(patient.named, clashes[0])
        message = f"{many(len(clashes), 'path')} differing only in case or composition, such as {one} and {other}"
        yield Finding("names", FAIL, message, f"git mv {other} to another name; tnotes check says which is right")
    else:
        yield Finding("names", OK, "no two paths differ only in case")


def links(patient: Patient) -> Iterator[Finding]:
    """Symbolic links, through which nothing is read or written."""
    if patient.workspace is None:
        return
    found = list(_links(patient.workspace))
    if found:
        first = patient.named(found[0].as_posix())
        message = f"{many(len(found), 'symbolic link')}, through which nothing is read, such as {first}"
        yield Finding("links", FAIL, message, f"put a real file or folder in place of {first}")
    else:
        yield Finding("links", OK, "no symbolic links in notes and catalog")


def _links(workspace: Workspace) -> Iterator[Path]:
    for top in (workspace.notes, workspace.catalog, workspace.root / SETTINGS):
        if top.is_symlink():
            yield top.relative_to(workspace.root)
            continue
        for folder, folders, files in os.walk(top):
            for name in (*folders, *files):
                if Path(folder, name).is_symlink():
                    yield Path(folder, name).relative_to(workspace.root)


def notes(patient: Patient) -> Iterator[Finding]:
    """Note files that cannot be read. Looks at them for two seconds and keeps nothing."""
    if patient.workspace is None:
        return
    folder = NoteFolder(patient.workspace.notes, None)
    until = time.monotonic() + _READING_SECONDS
    bad: list[str] = []
    count = read = 0
    for path in folder.paths():
        count += 1
        if time.monotonic() > until:
            continue
        read += 1
        try:
            folder.read(path)
        except UnreadableFile as problem:
            shown = patient.named(path.relative_to(patient.workspace.root).as_posix())
            bad.append(shown if shown == HIDDEN else problem.message)
    more = "" if read == count else f" of {count:,}; tnotes check looks at all"
    if bad:
        message = f"{many(len(bad), 'note file')} unreadable: {bad[0]}"
        yield Finding("notes", FAIL, message, "tnotes check names all of them; --fix mends what has one right answer")
    else:
        yield Finding("notes", OK, f"{many(read, 'note file')} can be read{more}")


def index(patient: Patient) -> Iterator[Finding]:
    """The search index."""
    if patient.session is None:
        return
    if place_of(patient.session).folder is None:
        yield Finding("index", OK, "no index is kept without Git; each search reads all files")
        return
    found = status(patient.session)
    if found.damaged is not None:
        yield Finding(
            "index", WARN, f"it is damaged ({found.damaged}); the next search makes it anew", "tnotes index rebuild"
        )
    elif found.engine == "whoosh" and found.notes > _MANY_NOTES:
        message = f"{found.notes:,} note files: the other engine is faster"
        yield Finding("index", WARN, message, f"search: {{engine: sqlite}} in {SETTINGS}")
    elif not found.built:
        yield Finding("index", OK, "not built yet; the first search builds it")
    else:
        stale = f"; {many(len(found.stale), 'file')} changed since" if found.stale else ""
        files = f"{many(found.tables, 'table')} and {many(found.notes, 'note file')}"
        yield Finding("index", OK, f"{files} by {found.engine}{stale}")
