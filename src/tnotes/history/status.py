"""What git sees of the files that a command writes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tnotes.history.git import Repository, Result, ask, ask_all, literal, refused, run

# Above this many paths the command line would grow too long for some systems.
MOST_ON_COMMAND_LINE = 200


class State(NamedTuple):
    """How a file stands: in the index against HEAD, in the work tree against the index; each `.` where equal."""

    staged: str
    tree: str

    @property
    def untracked(self) -> bool:
        """Whether git does not track the file, which is there."""
        return self.staged == "?"

    @property
    def ignored(self) -> bool:
        """Whether .gitignore or the like excludes the file, which is there."""
        return self.staged == "!"

    @property
    def unmerged(self) -> bool:
        """Whether a merge left the file to be resolved."""
        return self.staged == "u"

    @property
    def announced(self) -> bool:
        """Whether the index knows nothing of the file but its name (`git add --intent-to-add`)."""
        return (self.staged, self.tree) == (".", "A")


class Seen(NamedTuple):
    """HEAD (None before the first commit) and the files that are not as it has them."""

    head: str | None
    states: Mapping[str, State]


# Without taking the index's lock to write down what it found: somebody else may need that lock, and a refused command
# leaves the index as it was.
_STATUS = (
    *("--no-optional-locks", "status", "--porcelain=v2", "--branch", "--no-ahead-behind", "-z", "--no-renames"),
    *("--untracked-files=all", "--ignored=matching"),
)


def look(repository: Repository, paths: Sequence[str]) -> Seen:
    """HEAD and how the files stand."""
    return _seen(repository, paths, ask(repository, *_STATUS, "--", *specs(paths)))


def look_closely(repository: Repository, paths: Sequence[str]) -> tuple[Seen, tuple[str, ...], tuple[str, ...]]:
    """The same, the paths at which git does not look, and all paths that a merge left to be resolved."""
    tagged, conflicts = ("ls-files", "-v", "-z", "--", *specs(paths)), ("ls-files", "--unmerged", "-z")
    out, tags, unmerged = ask_all(repository, (*_STATUS, "--", *specs(paths)), tagged, conflicts)
    rows = unmerged.decode(errors="surrogateescape").split("\0")
    left = dict.fromkeys(row.partition("\t")[2] for row in rows if row)
    return _seen(repository, paths, out), _flagged(paths, tags), tuple(left)


def _seen(repository: Repository, paths: Sequence[str], out: bytes) -> Seen:
    head = None
    states: dict[str, State] = {}
    prefix = repository.prefix
    wanted = {f"{prefix}{path}": path for path in paths}
    for row in out.decode(errors="surrogateescape").split("\0"):
        if row.startswith("# branch.oid "):
            oid = row.rpartition(" ")[2]
            head = None if oid == "(initial)" else oid
            continue
        path, state = _row(row)
        if path in wanted:
            states[wanted[path]] = state
        elif path.endswith("/"):  # a folder that is ignored as a whole
            states |= {name: state for full, name in wanted.items() if full.startswith(path)}
    return Seen(head, states)


# How many fields stand before the path, by the kind of a row.
_BEFORE_PATH = {"1": 8, "u": 10, "?": 1, "!": 1}


def _row(row: str) -> tuple[str, State]:
    fields = row.split(" ", _BEFORE_PATH.get(row[:1], 0))
    if row[:1] == "1":
        return fields[-1], State(*fields[1])
    return fields[-1], State(row[:1], row[:1])


def specs(paths: Sequence[str]) -> list[str]:
    """Pathspecs of the paths, or of the folders that hold them where there are too many."""
    many = len(paths) > MOST_ON_COMMAND_LINE
    return [literal(path) for path in (dict.fromkeys(path.split("/")[0] for path in paths) if many else paths)]


def _flagged(paths: Sequence[str], tags: bytes) -> tuple[str, ...]:
    """Those left out by sparse-checkout, skip-worktree or assume-unchanged."""
    rows = [row.partition(" ") for row in tags.decode(errors="surrogateescape").split("\0")]
    wanted = frozenset(paths)
    return tuple(path for tag, _, path in rows if path in wanted and (tag == "S" or tag.islower()))


def as_in_head(repository: Repository, paths: Sequence[str]) -> frozenset[str]:
    """The paths whose file is what HEAD has, or that neither has."""
    there = {path for path in paths if (repository.root / path).is_file()}
    given = "".join(f"HEAD:./{path}\n" for path in paths).encode(errors="surrogateescape")
    found = _asked(run(repository, "cat-file", "--batch-check", given=given)).splitlines()
    in_head = {path for path, line in zip(paths, found, strict=False) if b" blob " in line}
    if not in_head:
        return frozenset(set(paths) - there)
    options = ("--no-renames", "--no-ext-diff", "--relative", "--name-only", "-z")
    out = ask(repository, "--no-optional-locks", "diff", *options, "HEAD", "--", *specs(paths))
    different = set(out.decode(errors="surrogateescape").split("\0"))
    return frozenset(path for path in paths if path not in different and (path in there) == (path in in_head))


def _asked(result: Result) -> bytes:
    if result.code != 0:
        raise refused("cat-file", result)
    return result.out


def waiting_below(repository: Repository, folders: Sequence[str]) -> int:
    """How many files below these folders of the workspace hold what no commit has."""
    wanted = ("--no-optional-locks", "status", "--porcelain", "-z", "--no-renames", "--untracked-files=all")
    out = ask(repository, *wanted, "--", *map(literal, folders))
    return sum(1 for row in out.split(b"\0") if row)
