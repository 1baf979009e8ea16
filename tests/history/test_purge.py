"""A text taken out of history for good, in real repositories, by the real git-filter-repo."""

from __future__ import annotations

import os
import pty
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from ground import ACTIVE, CUSTOMER, DELETED, hook, script

from builders import Place
from tnotes.notes.file import parse_notes

FIRST = 'Ask "Zebulon" in room 12, it\'s on him.'
SECOND = "Ask Zebulon\nof the 한글 desk: always."
THIRD = "Zebulon of the side branch knows."
PERSON = "Zebulon"
PATH = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
TOOL = {"PATH": PATH}
needs_tool = pytest.mark.skipif(
    shutil.which("git-filter-repo", path=PATH) is None, reason="git-filter-repo is not installed; it comes with `test`"
)


@pytest.fixture(scope="session")
def story(tmp_path_factory: pytest.TempPathFactory, _noted: Path) -> tuple[Path, str]:
    """A person in a note, on two branches, in messages of a commit and a tag, and in another note that is gone."""
    root = tmp_path_factory.mktemp("told") / "ws"
    shutil.copytree(_noted, root, symlinks=True)
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("TNOTES_", "GIT_"))}
    place = Place(root, kept | {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"})
    path = place.root / CUSTOMER
    note = place.add("sales.CUSTOMER", "8 means held.")
    again = place.add("sales.ORDERS", "To be taken back soon.")
    place.tnotes("rm", again).fine()
    path.write_text(path.read_text().replace("8 means held.", '"' + FIRST.replace('"', "\\x22") + '"'))
    place.git("commit", "--quiet", "--all", f"--message=what they say\n\n> {FIRST.replace(' in ', chr(10) + '> in ')}")
    orders = place.note_file("ORDERS")
    orders.write_text(
        orders.read_text().replace("  status: deleted\n", f"  content: >-\n    {FIRST}\n  status: active\n")
    )
    place.git("commit", "--quiet", "--all", "--message=the same there")
    place.git("tag", "--annotate", "v1", f"--message=with {FIRST}")
    place.git("checkout", "--quiet", "-b", "side")
    path.write_text(path.read_text().replace('"' + FIRST.replace('"', "\\x22") + '"', THIRD))
    place.git("commit", "--quiet", "--all", "--message=side")
    place.git("checkout", "--quiet", "main")
    block = "|-\n    " + SECOND.replace("\n", "\n    ")
    path.write_text(path.read_text().replace('"' + FIRST.replace('"', "\\x22") + '"', block))
    place.git("commit", "--quiet", "--all", "--message=second")
    place.tnotes("rm", again).fine()
    place.git("update-ref", "refs/remotes/origin/main", "HEAD~1")
    return root, note


@pytest.fixture
def told(tmp_path: Path, story: tuple[Path, str]) -> tuple[Place, str]:
    root = tmp_path / "ws"
    shutil.copytree(story[0], root, symlinks=True)
    subprocess.run(["git", "status"], cwd=root, check=True, capture_output=True)
    return Place(root, {**os.environ, **TOOL}), story[1]


def holds(place: Place, text: str = PERSON) -> list[str]:
    """The objects of the repository, and the files of its Git directory, that hold a text."""
    run = ["git", "cat-file", "--batch-all-objects", "--batch"]
    found = subprocess.run(run, cwd=place.root, capture_output=True, check=True).stdout.count(text.encode())
    files = (path for path in (place.root / ".git").rglob("*") if path.is_file() and "objects" not in path.parts)
    return [text] * found + [str(path) for path in files if text.encode() in path.read_bytes()]


def history(place: Place, ref: str = "main") -> list[str]:
    """What of a branch's history stays: who, when and the first line. An edit may have nothing left to change."""
    return place.git("log", "--format=%an %ai %s", ref).splitlines()


def refs(place: Place) -> list[str]:
    return [*place.git("for-each-ref").splitlines(), place.head()]


@needs_tool
def test_no_object_holds_the_text_any_more_and_all_else_is_as_it_was(told: tuple[Place, str]) -> None:
    place, note = told
    before, side = history(place), history(place, "side")
    place.tnotes("search", "zebulon").fine()
    place.git("notes", "add", f"--message=as they say: {SECOND}")
    place.git("hash-object", "-w", "--stdin", given=FIRST.encode())  # what nothing leads to
    (place.root / ".git" / "COMMIT_EDITMSG").write_text(FIRST)
    place.git("gc", "--quiet")
    assert holds(place)
    answer = place.tnotes("purge", note, "--yes", "--json").fine()
    assert holds(place) == []
    assert PERSON not in answer.out + answer.err
    done = answer.json
    assert (done["left"], done["files"][-2:]) == ([], [CUSTOMER, "notes/warehouse/sales/ORDERS.yaml"])
    assert done["rewritten"] > len(before)
    assert "refs/tags/v1" in done["refs"]
    assert "refs/remotes/origin/main" in done["refs"]
    assert "refs/notes/commits" in done["refs"]
    assert any("git push --force" in line for line in done["to_do"])
    assert history(place)[-len(before) :] == before
    assert history(place, "side") == side
    for commit in place.git("rev-list", "--all").split():  # note files stay readable in every commit
        for path in place.git("ls-tree", "-r", "--name-only", commit, "notes/").split():
            assert parse_notes(place.git("show", f"{commit}:{path}"), Path(path)).notes
    place.git("fsck", "--full", "--strict")
    assert place.git("status", "--porcelain") == ""
    assert "One row per customer." in place.git("show", f"main~3:{CUSTOMER}")
    assert place.tnotes("show", note, "--json").fine().json["status"] == "deleted"
    assert place.tnotes("restore", note, "--json").refused().error["code"] == "wrong_status"
    assert place.tnotes("purge", note, "--yes").fine().out.startswith("nothing to purge")
    place.tnotes("restore", DELETED).fine()


def test_what_it_takes_is_said_and_nothing_done_where_it_cannot_be_done(
    told: tuple[Place, str], tmp_path: Path
) -> None:
    place, note = told
    script(tmp_path / "bin" / "git-filter-repo", "exit 127")
    env = {"PATH": os.pathsep.join((str(tmp_path / "bin"), os.environ["PATH"]))}
    before = refs(place)
    with place.unchanged():
        said = place.tnotes("purge", note, "--dry-run", env=env).fine()
        refused = place.tnotes("purge", note, "--yes", "--json", env=env).refused()
    assert PERSON not in said.out + refused.err
    assert f"file: {CUSTOMER}" in said.out
    assert "ref: refs/heads/side" in said.out
    assert "told in 2 messages of commits and tags" in said.out
    assert "pip install git-filter-repo" in said.out
    assert refused.error["code"] == "git_state"
    assert "pip install git-filter-repo" in refused.error["hint"]
    assert refs(place) == before


def no(place: Place, code: str, says: str, *arguments: str, env: Mapping[str, str] | None = None) -> None:
    before = refs(place)
    with place.unchanged():
        answer = place.tnotes("purge", *arguments, "--json", env=env).refused()
    assert answer.error["code"] == code, answer.err
    assert says in answer.error["message"]
    assert PERSON not in answer.err
    assert refs(place) == before


def typed(place: Place, note: str, line: str) -> tuple[int, str]:
    """Run purge at a terminal where somebody types a line."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "tnotes", "purge", note],
        cwd=place.root,
        env=dict(place.environment),
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    os.write(ours, f"{line}\n".encode())
    out, _ = process.communicate(timeout=60)
    os.close(ours)
    os.close(theirs)
    return process.returncode, out.decode()


@needs_tool
def test_who_may_not_and_where_it_cannot(told: tuple[Place, str]) -> None:
    place, note = told
    no(place, "not_confirmed", "nobody can be asked", note)
    before = refs(place)
    code, out = typed(place, note, "yes")
    assert (code, "nothing was purged" in out, refs(place)) == (2, True, before)
    no(place, "read_only_mode", "playbook", note, "--yes", "--mode", "playbook")
    no(place, "read_only_mode", "eval", note, "--yes", "--mode", "eval")
    no(place, "unknown_note", "n_0000000009", "n_0000000009", "--yes")
    settings = place.root / "tnotes.yaml"
    said = settings.read_text()
    roles = "roles:\n  steward: {admin: true, deny: ['*']}\n  analyst: {}\n"
    settings.write_text(said + roles)
    no(place, "not_administrator", "for administrators", note, "--yes", "--role", "analyst")
    no(place, "unknown_note", note, note, "--yes", "--role", "steward")  # a hidden table is one that does not exist
    settings.write_text(said + "# changed\n")
    no(place, "git_state", "changes that are in no commit", note, "--yes")
    place.git("stash", "--quiet")
    no(place, "git_state", "1 stash,", note, "--yes")
    place.git("stash", "drop", "--quiet")
    place.git("worktree", "add", "--quiet", "../tree", "side")
    no(place, "git_state", "several work trees", note, "--yes")
    place.git("worktree", "remove", "../tree")
    (place.root / ".git" / "BISECT_LOG").touch()
    no(place, "git_state", "a bisect is in progress", note, "--yes")
    (place.root / ".git" / "BISECT_LOG").unlink()
    (place.root / "README").write_text(f"as they say, {SECOND}")
    place.git("add", "README")
    place.git("commit", "--quiet", "--message=readme")
    no(place, "git_state", "other places too: README", note, "--yes")
    place.git("checkout", "--quiet", "--detach", "HEAD~1")
    no(place, "git_state", "on no branch", note, "--yes")


@needs_tool
def test_not_in_a_clone_that_lacks_or_borrows_objects(told: tuple[Place, str], tmp_path: Path) -> None:
    place, note = told
    for options, says in ((("--depth=2",), "shallow clone"), (("--shared",), "borrows objects")):
        shutil.rmtree(tmp_path / "clone", ignore_errors=True)
        source = f"file://{place.root}" if "--depth=2" in options else str(place.root)
        place.git("clone", "--quiet", *options, source, str(tmp_path / "clone"))
        clone = Place(tmp_path / "clone", place.environment)
        clone.git("config", "user.name", "kim")
        clone.git("config", "user.email", "kim@example.invalid")
        no(clone, "git_state", says, note, "--yes")


@pytest.mark.parametrize(
    ("body", "code", "says"),
    [
        (
            "git update-ref refs/heads/side main; git update-ref refs/heads/new main; exit 1",
            "git_failed",
            "filter-repo",
        ),
        ("exit 0", "git_failed", "still reachable"),
    ],
)
def test_a_rewriting_that_fails_leaves_all_refs_as_they_were(
    told: tuple[Place, str], tmp_path: Path, body: str, code: str, says: str
) -> None:
    place, note = told
    script(tmp_path / "bin" / "git-filter-repo", f'[ "$1" = --version ] && exit 0\n{body}')
    before, files = refs(place), (place.root / CUSTOMER).read_bytes()
    answer = place.tnotes(
        "purge", note, "--yes", "--json", env={"PATH": os.pathsep.join((str(tmp_path / "bin"), os.environ["PATH"]))}
    ).refused()
    assert (answer.error["code"], says in answer.error["message"]) == (code, True)
    assert refs(place) == before
    assert (place.root / CUSTOMER).read_bytes() == files
    assert place.git("status", "--porcelain") == ""
    assert not (place.root / ".git" / "tnotes" / "purge").exists()


def test_a_hook_that_refuses_the_deletion_stops_it(told: tuple[Place, str], tmp_path: Path) -> None:
    place, note = told
    script(tmp_path / "bin" / "git-filter-repo", "exit 0")
    hook(place, "pre-commit", "echo not today >&2; exit 1")
    path = os.pathsep.join((str(tmp_path / "bin"), os.environ["PATH"]))
    before = refs(place)
    with place.unchanged():
        answer = place.tnotes("purge", note, "--yes", env={"PATH": path}).refused()
    assert "not today" in answer.err
    assert refs(place) == before


@needs_tool
def test_a_text_too_short_to_look_for_goes_from_its_note(place: Place) -> None:
    note = place.add("sales.CUSTOMER", "It is 7x")
    other = place.add("sales.ORDERS", "It is 7x")
    place.tnotes("edit", note, "Seven stands for both of them.").fine()
    answer = place.tnotes("purge", note, "--yes", env=TOOL).fine()
    assert "1 text of it too short to be looked for outside of the note" in answer.err
    assert [row for row in holds(place, "Seven stands for") if "parsed" not in row] == []
    for commit in place.git("rev-list", "--all").split():
        assert "It is 7x" not in place.git("show", f"{commit}:{CUSTOMER}", code=0 if _has(place, commit) else 128)
    assert place.tnotes("show", other, "--json").fine().json["content"] == "It is 7x"


def _has(place: Place, commit: str) -> bool:
    return bool(place.git("ls-tree", "-r", commit, "--", CUSTOMER))


@needs_tool
def test_a_workspace_within_a_larger_repository(tmp_path: Path, story: tuple[Path, str]) -> None:
    root = tmp_path / "big"
    root.mkdir()
    git = ["git", "-c", "user.name=kim", "-c", "user.email=k@example.invalid"]
    run = lambda *a: subprocess.run([*git, *a], cwd=root, check=True, capture_output=True)  # noqa: E731
    run("init", "--quiet", "--initial-branch=main")
    run("config", "user.name", "kim")
    run("config", "user.email", "k@example.invalid")
    shutil.copytree(story[0], root / "한글 ws", ignore=shutil.ignore_patterns(".git"))
    (root / "code.py").write_text("x = 1\n")
    run("add", ".")
    run("commit", "--quiet", "--message=all of it")
    place = Place(root / "한글 ws", {**os.environ, **TOOL})
    code, said = typed(place, story[1], story[1])
    assert code == 0, said
    whole = Place(root, place.environment)
    assert holds(whole) == []
    assert whole.git("status", "--porcelain") == ""
    assert whole.git("show", "HEAD:code.py") == "x = 1\n"
    assert ACTIVE in (place.root / CUSTOMER).read_text()
