"""States in which nothing may be committed: every verb that writes says so and leaves every byte as it was."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest
from ground import ALL, CATALOG, CUSTOMER, FEW, FILES_ONLY, ORDERS, READS, hook, made, reads, refused, script

from builders import Place

SOON = {"TNOTES_LOCK_TIMEOUT": "0.2"}
Prepare = Callable[[Place], Mapping[str, str] | None]


class State(NamedTuple):
    """How to get there, and what every verb of `names` then answers."""

    prepare: Prepare
    says: str
    code: str = "git_state"
    names: tuple[str, ...] = ALL
    reads: tuple[tuple[str, ...], ...] = READS


def side(place: Place) -> None:
    """A branch `side` whose last commit conflicts with main's in tnotes.yaml."""
    settings = place.root / "tnotes.yaml"
    for branch, text in (("side", "# one\nversion: 1\n"), ("main", "# two\nversion: 1\n")):
        if branch == "side":
            place.git("checkout", "--quiet", "-b", "side")
        else:
            place.git("checkout", "--quiet", "main")
        settings.write_text(text)
        place.git("commit", "--quiet", "--all", "--message", branch)


def merge(place: Place) -> None:
    side(place)
    place.git("merge", "--quiet", "side", code=1)
    (place.root / "tnotes.yaml").write_text("version: 1\n")
    place.git("add", "tnotes.yaml")


def rebase(place: Place) -> None:
    side(place)
    place.git("rebase", "--quiet", "side", code=1)
    (place.root / "tnotes.yaml").write_text("version: 1\n")
    place.git("add", "tnotes.yaml")


def rebase_stopped(place: Place) -> None:
    place.git("-c", "sequence.editor=sed -i s/pick/edit/", "rebase", "--quiet", "--interactive", "HEAD~1")


def am(place: Place) -> None:
    side(place)
    patch = place.git("format-patch", "-1", "side", "--stdout")
    place.git("am", "--quiet", given=patch.encode(), code=128)


def cherry_pick(place: Place) -> None:
    side(place)
    place.git("cherry-pick", "side", code=1)
    (place.root / "tnotes.yaml").write_text("version: 1\n")
    place.git("add", "tnotes.yaml")


def revert(place: Place) -> None:
    place.git("revert", "--no-commit", "HEAD")


def bisect(place: Place) -> None:
    place.git("bisect", "start")


def stash_pop(place: Place) -> None:
    settings = place.root / "tnotes.yaml"
    settings.write_text("# mine\nversion: 1\n")
    place.git("stash", "--quiet")
    settings.write_text("# theirs\nversion: 1\n")
    place.git("commit", "--quiet", "--all", "--message=theirs")
    place.git("stash", "pop", "--quiet", code=1)
    settings.write_text("version: 1\n")


def stash_pop_of_notes(place: Place) -> None:
    place.git("config", "--remove-section", "merge.tnotes")  # else there is no conflict
    notes = place.root / CUSTOMER
    text = notes.read_text()
    for change in ("mine", "theirs"):
        notes.write_text(text.replace("One row per customer.", change))
        if change == "mine":
            place.git("stash", "--quiet")
    place.git("commit", "--quiet", "--all", "--message=theirs")
    place.git("stash", "pop", "--quiet", code=1)
    notes.write_text(text)  # a person took the markers away and forgot git add


def index_lock(place: Place) -> Mapping[str, str]:
    (place.root / ".git" / "index.lock").touch()
    return SOON


def head_lock(place: Place) -> Mapping[str, str]:
    (place.root / ".git" / "HEAD.lock").touch()
    return SOON


def branch_lock(place: Place) -> Mapping[str, str]:
    (place.root / ".git" / "refs" / "heads" / "main.lock").touch()
    return SOON


def rejecting(name: str) -> Prepare:
    return lambda place: hook(place, name, "echo nothing is good enough >&2; exit 1") and None


def ticket(place: Place) -> None:
    hook(place, "commit-msg", 'grep -q "JIRA-[0-9]" "$1" || { echo a ticket such as JIRA-123 is missing; exit 1; }')


def hooks_path(place: Place) -> None:
    script(place.root / ".git" / "elsewhere" / "pre-commit", "echo not today; exit 3")
    place.git("config", "core.hooksPath", ".git/elsewhere")


def hook_without_program(place: Place) -> None:
    hook(place, "pre-commit", "").write_text("#!/no/such/program\n")


def rewriting_for_ever(place: Place) -> None:
    hook(place, "pre-commit", "git diff --cached --name-only | while read f; do echo '# again' >> $f; done; exit 1")


def removing(place: Place) -> None:
    hook(place, "pre-commit", "git diff --cached --name-only | xargs rm; exit 1")


def hanging(place: Place) -> Mapping[str, str]:
    hook(place, "pre-commit", "sleep 60")
    return {"TNOTES_GIT_TIMEOUT": "0.7"}


def config(*settings: str) -> Prepare:
    def prepare(place: Place) -> None:
        for setting in settings:
            place.git("config", *setting.split("=", 1))

    return prepare


def no_gpg(place: Place) -> None:
    program = script(place.root / ".git" / "gpg", "echo no secret key >&2; exit 2")
    config("commit.gpgSign=true", f"gpg.program={program}")(place)


def no_ssh_key(place: Place) -> None:
    config("commit.gpgSign=true", "gpg.format=ssh", f"user.signingKey={place.root / '.git' / 'none'}")(place)


def ignored(place: Place) -> None:
    (place.root / ".gitignore").write_text("notes/\ncatalog/\n")
    place.git("rm", "-r", "--quiet", "--cached", "notes", "catalog")
    place.git("commit", "--quiet", "--message=no data in git")


def excluded(place: Place) -> None:
    (place.root / ".git" / "info" / "exclude").write_text("ORDERS.yaml\n")


def sparse(place: Place) -> None:
    place.git("sparse-checkout", "set", "--no-cone", "/catalog/", "/tnotes.yaml")


def sparse_cone(place: Place) -> None:
    place.git("sparse-checkout", "set", "--cone", "catalog")


def filter_required(place: Place) -> None:
    (place.root / ".gitattributes").write_text("notes/** filter=lfs\ncatalog/** filter=lfs\n")
    config("filter.lfs.clean=no-such-program", "filter.lfs.required=true")(place)


def bit(name: str) -> Prepare:
    return lambda place: place.git("update-index", f"--{name}", CUSTOMER, CATALOG) and None


def bare(place: Place) -> None:
    place.git("config", "core.bare", "true")


def plain_folder(place: Place) -> None:
    shutil.move(place.root / ".git" / "export.sqlite", place.root.parent / "export.sqlite")
    shutil.rmtree(place.root / ".git")


def in_ignored_folder(place: Place) -> None:
    plain_folder(place)
    outer = place.root.parent
    subprocess.run(["git", "init", "--quiet", outer], check=True)
    (outer / ".gitignore").write_text("/ws/\n")
    place.git("config", "user.name", "kim")
    place.git("config", "user.email", "kim@example.invalid")


def no_identity(place: Place) -> Mapping[str, str]:
    place.git("config", "--unset", "user.name")
    place.git("config", "--unset", "user.email")
    return {"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "user.useConfigOnly", "GIT_CONFIG_VALUE_0": "true"}


def no_identity_but_an_author(place: Place) -> Mapping[str, str]:
    return {**no_identity(place), "TNOTES_AUTHOR": "lee"}


def no_git(place: Place) -> Mapping[str, str]:
    empty = place.root.parent / "empty"
    empty.mkdir()
    return {"PATH": str(empty)}


def file_as_folder(place: Place) -> None:
    place.git("rm", "-r", "--quiet", "notes")
    place.git("commit", "--quiet", "--message=none")
    (place.root / "notes").write_text("not a folder\n")


def no_calm_lock_folder(place: Place) -> None:
    shutil.rmtree(place.root / ".git" / "tnotes")
    (place.root / ".git" / "tnotes").write_text("in the way\n")


def notes_linked(place: Place) -> None:
    outside = place.root.parent / "outside"
    shutil.move(place.root / "notes", outside)
    (place.root / "notes").symlink_to(outside)


def note_file_linked(place: Place) -> None:
    outside = place.root.parent / "outside.yaml"
    for name in (CUSTOMER, ORDERS):
        if (place.root / name).exists():
            shutil.move(place.root / name, outside)
        (place.root / name).symlink_to(outside)


def note_file_a_folder(place: Place) -> None:
    for name in (CUSTOMER, ORDERS):
        (place.root / name).unlink(missing_ok=True)
        (place.root / name).mkdir()


def note_file_a_pipe(place: Place) -> None:
    for name in (CUSTOMER, ORDERS):
        (place.root / name).unlink(missing_ok=True)
        os.mkfifo(place.root / name)


_ON_NOTES = ("add", "add new")
_TRACKED = ("add", "edit", "rm", "restore", "import")

STATES = {
    "merge": State(merge, "a merge is in progress"),
    "rebase with conflict": State(rebase, "a rebase is in progress"),
    "rebase stopped at a commit": State(rebase_stopped, "a rebase is in progress", names=FEW),
    "am": State(am, "a rebase or git am is in progress", names=FEW),
    "cherry-pick": State(cherry_pick, "a cherry-pick is in progress", names=FEW),
    "revert": State(revert, "a revert is in progress", names=FEW),
    "bisect": State(bisect, "a bisect is in progress", names=FEW),
    "unmerged after stash pop": State(stash_pop, "unresolved merge conflict", names=FEW),
    "unmerged note file": State(stash_pop_of_notes, "unresolved merge conflict", names=("add", "edit", "rm")),
    "index.lock": State(index_lock, ".git/index.lock", "busy"),
    "HEAD.lock": State(head_lock, ".git/HEAD.lock", "busy", FEW),
    "branch lock": State(branch_lock, "refs/heads/main.lock", "busy", FEW),
    "pre-commit rejects": State(rejecting("pre-commit"), "nothing is good enough", "git_failed"),
    "prepare-commit-msg rejects": State(rejecting("prepare-commit-msg"), "nothing is good enough", "git_failed", FEW),
    "commit-msg wants a ticket": State(ticket, "JIRA-123", "git_failed", FEW),
    "core.hooksPath rejects": State(hooks_path, "not today", "git_failed", FEW),
    "hook without program": State(hook_without_program, "pre-commit", "git_failed", FEW),
    "hook rewrites and fails for ever": State(rewriting_for_ever, "a hook refused", "git_failed", FEW),
    "hook removes and fails": State(removing, "", "git_failed", FEW),
    "hook hangs": State(hanging, "did not end within 0.7 seconds", "git_failed", FEW),
    "gpg without a key": State(no_gpg, "gpg failed to sign the data", "git_failed", FEW),
    "ssh signing without a key": State(no_ssh_key, "failed to write commit object", "git_failed", FEW),
    "notes/ ignored": State(ignored, "is ignored by Git"),
    "one file excluded": State(excluded, "is ignored by Git", names=("add new",)),
    "sparse": State(sparse, "sparse-checkout", names=("add",)),
    "sparse, new file": State(sparse, "sparse-checkout", "git_failed", ("add new",)),
    "sparse cone": State(sparse_cone, "sparse-checkout", names=("add",)),
    "filter missing and required": State(filter_required, "lfs", "git_failed", FEW),
    "assume-unchanged": State(bit("assume-unchanged"), "assume-unchanged", names=_TRACKED),
    "skip-worktree": State(bit("skip-worktree"), "skip-worktree", names=_TRACKED),
    "core.bare": State(bare, "must be run in a work tree", "git_failed", FEW, FILES_ONLY),
    "plain folder": State(plain_folder, "is in no Git work tree", reads=FILES_ONLY),
    "in an ignored folder": State(
        in_ignored_folder, "is ignored by Git", names=("add", "add new", "edit", "rm", "import")
    ),
    "no identity": State(no_identity, "", "git_failed"),
    "no identity but an author": State(no_identity_but_an_author, "", "git_failed", FEW),
    "no git": State(no_git, "git was not found on PATH", "git_missing", reads=FILES_ONLY),
    "notes/ is a file": State(file_as_folder, "not a directory", "write_failed", _ON_NOTES),
    "a file where our folder is": State(no_calm_lock_folder, "tnotes", "write_failed", FEW),
    "notes/ is a link": State(notes_linked, "symbolic link", "unreadable_file", ("add", "edit", "rm"), ()),
    "note file is a link": State(note_file_linked, "symbolic link", "unreadable_file", _ON_NOTES, ()),
    "note file is a folder": State(note_file_a_folder, "is a directory", "unreadable_file", _ON_NOTES, ()),
}


@pytest.mark.parametrize("name", STATES)
def test_no_verb_writes(noted: Place, name: str) -> None:
    state = STATES[name]
    env = state.prepare(noted) or {}
    refused(noted, state.names, state.code, state.says, env)
    reads(noted, state.reads, env)


def test_a_pipe_where_a_note_file_should_be_is_refused_and_not_waited_for(noted: Place) -> None:
    note_file_a_pipe(noted)
    for arguments in (("add", "sales.CUSTOMER", "x"), ("add", "sales.ORDERS", "x"), ("card", "sales.CUSTOMER")):
        assert "is no plain file" in noted.tnotes(*arguments).refused().err


def test_nothing_is_written_through_a_linked_folder(noted: Place) -> None:
    """The first note of a table would go where the link leads: there is no file yet to be refused on reading."""
    outside = noted.root.parent / "outside"
    outside.mkdir()
    (noted.root / "notes" / "warehouse" / "archive").symlink_to(outside)
    noted.tnotes("add", "archive.CUSTOMER", "x").refused()
    assert list(outside.iterdir()) == []


def test_a_lock_that_goes_away_in_time_is_waited_for(noted: Place) -> None:
    lock = noted.root / ".git" / "index.lock"
    lock.touch()
    started = noted.start("add", "sales.CUSTOMER", "Patience.")
    with pytest.raises(subprocess.TimeoutExpired):
        started.wait(1.0)  # it waits for the lock, it does not remove it
    assert lock.exists()
    lock.unlink()
    assert started.wait(30) == 0
    started.communicate()


def test_after_a_rejected_commit_the_next_one_holds_its_own_file_only(noted: Place) -> None:
    """G4: the rejected file stayed staged, and the next commit took it along."""
    rejecting = hook(noted, "pre-commit", "exit 1")
    for table in ("sales.CUSTOMER", "archive.CUSTOMER"):
        with noted.unchanged():
            assert "a hook refused the commit" in noted.tnotes("add", table, "Rejected.").refused().err
    rejecting.unlink()
    made(noted, ("add new",), {})
    assert "Rejected" not in noted.git("grep", "-h", "", "HEAD", "--", "notes")


def test_an_unusable_limit_is_said(noted: Place) -> None:
    for value in ("soon", "-1", "nan"):
        with noted.unchanged():
            answer = noted.tnotes("add", "sales.CUSTOMER", "x", "--json", env={"TNOTES_GIT_TIMEOUT": value}).refused()
            assert answer.error["code"] == "usage"


def test_a_hook_that_hangs_is_ended_with_what_it_started(noted: Place, tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    hook(noted, "pre-commit", f"sleep 61 & echo $$ $! > {pids}; trap '' TERM; sleep 62")
    with noted.unchanged():
        noted.tnotes("add", "sales.CUSTOMER", "x", env={"TNOTES_GIT_TIMEOUT": "1"}).refused()
    for pid in pids.read_text().split():
        state = Path(f"/proc/{pid}/stat")
        assert not state.exists() or state.read_text().rpartition(")")[2].split()[0] == "Z", pid


def test_a_hook_that_leaves_something_running_is_not_waited_for(noted: Place, tmp_path: Path) -> None:
    """It holds git's output open; what counts is that git ended."""
    hook(noted, "post-commit", f"sleep 300 & echo $! > {tmp_path / 'pid'}")
    made(noted, ("add",), {"TNOTES_GIT_TIMEOUT": "60"})
    os.kill(int((tmp_path / "pid").read_text()), 9)


def test_a_hook_that_hangs_after_the_commit_leaves_the_commit(noted: Place) -> None:
    hook(noted, "post-commit", "sleep 60")
    answer = made(noted, ("add",), {"TNOTES_GIT_TIMEOUT": "1"})[0]
    assert "the commit was made" in answer.err
