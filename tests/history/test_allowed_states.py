"""States in which a commit can be made: it holds exactly the file written, and all else stays as it was."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest
from ground import ACTIVE, ALL, CATALOG, CUSTOMER, FEW, READS, committed_files, hook, made, reads, script
from test_refusing_states import config, plain_folder

from builders import Place


class Ground(NamedTuple):
    """Where the verbs run, and with what in their environment."""

    place: Place
    env: Mapping[str, str] = {}


class State(NamedTuple):
    """How to get there and which verbs are tried; the most exotic ones with few of them."""

    prepare: Callable[[Place], Ground | None]
    names: tuple[str, ...] = FEW


def detached(place: Place) -> None:
    place.git("checkout", "--quiet", "--detach")


def unborn(place: Place) -> None:
    plain_folder(place)
    place.git("init", "--quiet")
    config("user.name=kim", "user.email=kim@example.invalid")(place)


def unborn_with_others_staged(place: Place) -> None:
    unborn(place)
    place.git("add", "tnotes.yaml")


def busy_index(place: Place) -> None:
    """G1: staged, half staged, announced, removed, dirty and untracked files of somebody's."""
    for name in ("half", "gone", "dirty", "bits"):
        (place.root / name).write_text("1\n2\n3\n4\n5\n6\n7\n8\n9\n")
    place.git("add", "half", "gone", "dirty", "bits")
    place.git("commit", "--quiet", "--message=others")
    (place.root / "unrelated").write_text("staged\n")
    place.git("add", "unrelated")
    (place.root / "half").write_text("one\n2\n3\n4\n5\n6\n7\n8\n9\n")
    place.git("add", "half")
    (place.root / "half").write_text("one\n2\n3\n4\n5\n6\n7\n8\nnine\n")
    (place.root / "announced").write_text("x\n")
    place.git("add", "--intent-to-add", "announced")
    place.git("rm", "--quiet", "gone")
    (place.root / "dirty").write_text("x\n")
    (place.root / "untracked").write_text("x\n")
    place.git("update-index", "--assume-unchanged", "bits")
    (place.root / "bits").write_text("x\n")


def rewriting(place: Place) -> None:
    """A formatter that adds what it formatted: without care the index keeps the old text (` MM`)."""
    hook(
        place,
        "pre-commit",
        'git diff --cached --name-only | grep yaml | while read f; do echo "# kept tidy" >> "$f"; git add "$f"; done',
    )


def fixing_and_failing(place: Place) -> None:
    """As the hooks of pre-commit do: mend the file, fail, and pass the second time (G5)."""
    hook(
        place,
        "pre-commit",
        "bad=0; for f in $(git diff --cached --name-only); do\n"
        '  tail -n 1 "$f" | grep -q tidy || { case $f in *.yaml) echo "# tidy" >> "$f"; bad=1;; esac; }\n'
        "done; [ $bad = 0 ] || { echo files were modified by this hook; exit 1; }",
    )


def writing_elsewhere(place: Place) -> None:
    """The editor, the template and the verbose diff are for people who type a message (G22)."""
    template = place.root / ".git" / "template"
    template.write_text("Ticket: \n# comment\n")
    config(
        f"commit.template={template}",
        "core.editor=false",
        "commit.verbose=true",
        "commit.cleanup=scissors",
        "core.commentChar=T",
        "commit.status=true",
    )(place)


def missing_hooks_path(place: Place) -> None:
    place.git("config", "core.hooksPath", "/no/such/folder")


def ssh_key(place: Place) -> None:
    key = place.root / ".git" / "key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key], check=True)
    config("commit.gpgSign=true", "gpg.format=ssh", f"user.signingKey={key}", "log.showSignature=true")(place)


def loud_settings(place: Place) -> None:
    """Whatever changes what git prints by default."""
    config(
        *("status.showUntrackedFiles=no", "status.branch=true", "status.short=true", "status.renames=copies"),
        *("status.relativePaths=false", "status.showStash=true", "color.ui=always", "core.quotePath=false"),
        *("log.showSignature=true", "log.showRoot=false", "log.follow=true", "log.date=relative", "log.diffMerges=on"),
        *("log.decorate=full", "log.abbrevCommit=true", "core.abbrev=4", "format.pretty=oneline", "diff.noprefix=true"),
        *("diff.renames=copies", "diff.external=false", "core.pager=false", "pager.log=true", "pager.status=true"),
        *("alias.commit=push", "alias.status=push", "alias.log=push", "alias.add=push", "advice.detachedHead=false"),
        *(
            "diff.relative=true",
            "diff.mnemonicPrefix=true",
            "i18n.logOutputEncoding=EUC-KR",
            "core.logAllRefUpdates=no",
        ),
        *("i18n.commitEncoding=EUC-KR", "push.default=matching", "core.safecrlf=true", "core.whitespace=fix"),
    )(place)
    place.git("config", "log.mailmap", "false")


def carriage_returns(how: str) -> Callable[[Place], None]:
    def prepare(place: Place) -> None:
        place.git("rm", "--quiet", ".gitattributes")
        place.git("commit", "--quiet", "--message=no attributes")
        place.git("config", "core.autocrlf", how)
        for name in (CUSTOMER, CATALOG):
            (place.root / name).unlink()
        place.git("checkout", "--quiet", ".")

    return prepare


def fast_index(place: Place) -> None:
    """Split index, untracked cache, a monitor, version 4, and sparse entries."""
    monitor = script(place.root / ".git" / "monitor", "printf '1\\0/\\0'")
    config("core.untrackedCache=true", f"core.fsmonitor={monitor}", "core.fsmonitorHookVersion=2")(place)
    place.git("update-index", "--split-index", "--untracked-cache", "--fsmonitor")


def version_4(place: Place) -> None:
    config("feature.manyFiles=true", "core.checkStat=minimal", "core.trustctime=false", "core.ignoreCase=true")(place)
    place.git("update-index", "--index-version", "4")


def worktree(place: Place) -> Ground:
    other = Place(place.root.parent / "other tree")
    place.git("worktree", "add", "--quiet", "-b", "other", str(other.root))
    shutil.copy(place.root / ".git" / "export.sqlite", other.root.parent)
    return Ground(other)


def submodule(place: Place) -> Ground:
    outer = Place(place.root.parent / "outer")
    outer.root.mkdir()
    outer.git("init", "--quiet")
    config("user.name=kim", "user.email=kim@example.invalid")(outer)
    outer.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(place.root), "sub")
    sub = Place(outer.root / "sub")
    config("user.name=kim", "user.email=kim@example.invalid")(sub)
    shutil.copy(place.root / ".git" / "export.sqlite", outer.root.parent)
    return Ground(sub)


def shallow(place: Place) -> Ground:
    other = Place(place.root.parent / "shallow")
    subprocess.run(["git", "clone", "--quiet", "--depth=1", place.root.as_uri(), other.root], check=True)
    config("user.name=kim", "user.email=kim@example.invalid")(other)
    shutil.copy(place.root / ".git" / "export.sqlite", other.root.parent)
    assert "shallow" in (other.tnotes("log").fine().err)
    return Ground(other)


def partly_sparse(place: Place) -> None:
    (place.root / "big").mkdir()
    (place.root / "big" / "file").write_text("x\n")
    place.git("add", "big")
    place.git("commit", "--quiet", "--message=big")
    place.git("sparse-checkout", "set", "--cone", "--sparse-index", "notes", "catalog")


def filter_not_installed(place: Place) -> None:
    (place.root / ".gitattributes").write_text("notes/** filter=lfs diff=lfs merge=lfs -text\n")
    place.git("commit", "--quiet", "--all", "--message=lfs")


def leaked(place: Place) -> Ground:
    """G19: a hook of another repository, or a caller, left its variables."""
    other = Place(place.root.parent / "other")
    other.root.mkdir()
    other.git("init", "--quiet")
    names = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY")
    paths = (".git", "", ".git/index", ".git", ".git/objects")
    env = {name: str(other.root / path) for name, path in zip(names, paths, strict=True)}
    more = {"GIT_LITERAL_PATHSPECS": "1", "GIT_NAMESPACE": "x", "GIT_PREFIX": "y/", "GIT_EDITOR": "false"}
    return Ground(place, env | more)


def sha256(place: Place) -> None:
    export = (place.root / ".git" / "export.sqlite").read_bytes()
    shutil.rmtree(place.root / ".git")
    place.git("init", "--quiet", "--object-format=sha256")
    (place.root / ".git" / "export.sqlite").write_bytes(export)
    config("user.name=kim", "user.email=kim@example.invalid")(place)
    place.git("add", "--all")
    place.git("commit", "--quiet", "--message=all")


def in_a_monorepo(place: Place) -> Ground:
    plain_folder(place)
    outer = Place(place.root.parent / "mono")
    inner = Place(outer.root / "a b" / "[데이터]")
    inner.root.parent.mkdir(parents=True)
    shutil.move(place.root, inner.root)
    outer.git("init", "--quiet")
    config("user.name=kim", "user.email=kim@example.invalid")(outer)
    twin = outer.root / CUSTOMER  # the same path from the top, which is another file
    twin.parent.mkdir(parents=True)
    twin.write_text("not ours\n")
    outer.git("add", "--all")
    outer.git("commit", "--quiet", "--message=all")
    twin.write_text("not ours, changed\n")
    return Ground(inner)


def strange_path(place: Place) -> Ground:
    real = place.root.parent / "진짜 폴더"
    real.mkdir()
    shutil.move(place.root, real / "작업 공간")
    link = place.root.parent / "link"
    link.symlink_to(real)
    return Ground(Place(link / "작업 공간"))


def modes(place: Place) -> None:
    place.git("config", "core.sharedRepository", "group")
    (place.root / CUSTOMER).chmod(0o640)
    (place.root / CATALOG).chmod(0o600)


def nothing_special(_: Place) -> None:
    pass


STATES = {
    "nothing special": State(nothing_special, ALL),
    "no commits yet": State(unborn, ("add",)),
    "no commits yet, others staged": State(unborn_with_others_staged, ("add new",)),
    "no commits yet, import": State(unborn, ("import",)),
    "detached HEAD": State(detached, ALL),
    "busy index": State(busy_index, ALL),
    "hook rewrites and adds": State(rewriting, ("add", "add new", "edit")),
    "hook mends and fails": State(fixing_and_failing, ("add", "add new", "edit")),
    "editor and template": State(writing_elsewhere),
    "core.hooksPath missing": State(missing_hooks_path),
    "ssh signing": State(ssh_key),
    "loud settings": State(loud_settings, ALL),
    "core.autocrlf=true": State(carriage_returns("true")),
    "core.autocrlf=input": State(carriage_returns("input")),
    "fast index": State(fast_index),
    "index version 4": State(version_4),
    "worktree": State(worktree, ALL),
    "submodule": State(submodule, ALL),
    "shallow": State(shallow, ("add", "add new", "edit", "rm", "import")),
    "sparse elsewhere": State(partly_sparse),
    "filter not installed": State(filter_not_installed),
    "variables leaked": State(leaked, ALL),
    "SHA-256": State(sha256, ("add", "add new", "edit", "rm", "import")),
    "monorepo": State(in_a_monorepo, ("add", "add new", "edit", "rm", "import")),
    "strange path": State(strange_path),
    "file modes": State(modes),
}


@pytest.mark.parametrize("name", STATES)
def test_each_verb_makes_one_commit_of_its_file(noted: Place, name: str) -> None:
    state = STATES[name]
    ground = state.prepare(noted) or Ground(noted)
    reads(ground.place, READS, ground.env)
    made(ground.place, state.names, ground.env)
    reads(ground.place, READS, ground.env)
    assert subprocess.run(["git", "fsck", "--strict"], cwd=ground.place.root, capture_output=True).returncode == 0


def test_the_log_says_that_history_is_cut(noted: Place) -> None:
    place = shallow(noted).place
    assert place.tnotes("log", "--json").fine().json["shallow"] is True
    assert noted.tnotes("log", "--json").fine().json["shallow"] is False


def test_a_deleted_text_that_lies_before_the_cut_is_said_to_be_missing(noted: Place) -> None:
    place = shallow(noted).place
    with place.unchanged():
        assert place.tnotes("restore", "n_0000000002", "--json").refused().error["code"] == "wrong_status"


def test_a_signed_commit_is_signed(noted: Place) -> None:
    ssh_key(noted)
    made(noted, ("add new",), {})
    assert "\ngpgsig -----BEGIN SSH SIGNATURE-----" in noted.git("cat-file", "commit", "HEAD")


def test_signing_with_gpg(noted: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    home = noted.root / ".git" / "gnupg"
    home.mkdir(mode=0o700)
    place = Place(noted.root, {**noted.environment, "GNUPGHOME": str(home)})
    who = "kim <kim@example.invalid>"
    make = ["gpg", "--batch", "--quiet", "--passphrase", "", "--quick-generate-key", who, "ed25519", "sign", "never"]
    if not shutil.which("gpg") or subprocess.run(make, env=dict(place.environment), capture_output=True).returncode:
        pytest.skip("no gpg, or it cannot make a key here")
    config("commit.gpgSign=true")(place)
    made(place, ("add",), {})
    subprocess.run(["gpgconf", "--kill", "all"], env=dict(place.environment), check=False)
    assert "\ngpgsig -----BEGIN PGP SIGNATURE-----" in place.git("cat-file", "commit", "HEAD")


def test_a_rewritten_file_is_committed_as_the_hook_left_it(noted: Place) -> None:
    rewriting(noted)
    made(noted, ("add", "add new"), {})
    for name in (CUSTOMER, "notes/warehouse/sales/ORDERS.yaml"):
        assert "# kept tidy" in noted.git("show", f"HEAD:{name}")


def test_a_hook_that_mends_and_fails_is_run_once_more_and_that_is_said(noted: Place) -> None:
    fixing_and_failing(noted)
    counted = noted.root / ".git" / "hooks" / "pre-commit"
    counted.write_text(counted.read_text().replace("bad=0;", "echo x >> .git/runs; bad=0;", 1))
    assert "tried once more" in made(noted, ("add",), {})[0].err
    assert (noted.root / ".git" / "runs").read_text() == "x\nx\n"


def test_a_file_that_a_hook_adds_to_the_commit_is_not_staged_for_removal(noted: Place) -> None:
    hook(
        noted,
        "pre-commit",
        "cat notes/*/*/*.yaml | wc -l > count; cp count .git/x; git add count; mkdir -p d; date > d/e; git add d",
    )
    noted.tnotes("add", "sales.CUSTOMER", "One.").fine()
    assert committed_files(noted) == ["count", "d/e", CUSTOMER]
    assert noted.git("status", "--porcelain") == ""
    (noted.root / "count").write_text("mine\n")
    noted.git("add", "count")  # somebody's own staging of it stays
    staged = noted.git("ls-files", "--stage", "count")
    noted.tnotes("add", "sales.CUSTOMER", "Two.").fine()
    assert noted.git("ls-files", "--stage", "count") == staged


def test_a_hand_edit_that_waits_is_committed_along_and_said(noted: Place) -> None:
    """G3."""
    path = noted.root / CUSTOMER
    path.write_text(path.read_text().replace("One row per customer.", "One row per person."))
    for staged in (False, True):
        if staged:
            path.write_text(path.read_text().replace("One row per person.", "One row per head."))
            noted.git("add", CUSTOMER)
        # a text that waits gets a commit of its own before rm takes it out of the file
        verb = ("rm", ACTIVE) if staged else ("add", "sales.CUSTOMER", "Along.")
        answer = noted.tnotes(*verb, "--json").fine()
        warnings = [one["code"] for one in answer.json["warnings"]]
        assert warnings == ["hand_edit_included"]
    assert noted.tnotes("add", "sales.CUSTOMER", "Alone.", "--json").fine().json["warnings"] == []


def test_a_hand_made_note_file_is_committed_along_and_said(noted: Place) -> None:
    path = noted.root / "notes" / "warehouse" / "sales" / "ORDERS.yaml"
    path.write_text("version: 1\nconnection: warehouse\nschema: sales\ntable: ORDERS\nnotes: []\n# by hand\n")
    assert [one["code"] for one in made(noted, ("add new",), {})[0].json["warnings"]] == ["hand_edit_included"]


def test_without_a_commit_the_file_waits_for_its_owner(noted: Place) -> None:
    head = noted.head()
    answer = noted.tnotes("add", "sales.CUSTOMER", "Waiting.", "--no-commit", "--json").fine()
    assert answer.json["commit"] is None
    assert noted.head() == head
    assert noted.git("status", "--porcelain") == f" M {CUSTOMER}\n"


def test_from_a_sub_folder_and_from_outside(noted: Place, tmp_path: Path) -> None:
    """G27."""
    below = noted.root / "notes" / "warehouse"
    made(noted, ("add", "add new"), {}, lambda *a, env: noted.tnotes(*a, env=env, cwd=below))
    outside = tmp_path / "outside"
    outside.mkdir()
    made(noted, ("edit", "rm"), {}, lambda *a, env: noted.tnotes(*a, "-w", "../ws", env=env, cwd=outside))


def test_a_commit_from_within_another_repositorys_hook_lands_in_ours(noted: Place, tmp_path: Path) -> None:
    """G19: git sets GIT_DIR, GIT_INDEX_FILE and GIT_PREFIX for its hooks."""
    import sys

    other = Place(tmp_path / "other")
    other.root.mkdir()
    other.git("init", "--quiet")
    config("user.name=lee", "user.email=lee@example.invalid")(other)
    (other.root / "file").write_text("x\n")
    other.git("add", "file")
    hook(other, "pre-commit", f"exec {sys.executable} -m tnotes -w {noted.root} add sales.CUSTOMER 'From a hook.'")
    before = noted.head()
    other.git("commit", "--quiet", "--message=x")
    assert noted.git("rev-parse", "HEAD~1").strip() == before
    assert committed_files(noted) == [CUSTOMER]
    assert other.git("ls-files").split() == ["file"]
    assert other.git("status", "--porcelain") == ""


def test_modes_and_comments_of_the_file_stay(noted: Place) -> None:
    path = noted.root / CUSTOMER
    path.chmod(0o660)
    made(noted, ("add",), {})
    assert path.stat().st_mode & 0o777 == 0o660
    assert "# the first one" in path.read_text()


def test_a_message_in_utf8_says_so_whatever_people_type_theirs_in(noted: Place) -> None:
    config("i18n.commitEncoding=EUC-KR")(noted)
    noted.tnotes("add", "sales.CUSTOMER", "x", "--author", "김철수").fine()
    assert "Tnotes-Author: 김철수" in noted.git("log", "-1", "--format=%B", "--encoding=UTF-8")
    assert noted.tnotes("log", ACTIVE, "--json").fine().json["events"]
