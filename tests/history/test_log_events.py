"""Who did what to which note, however it came into history: by hand, merged, squashed, rebased, cut off."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

from ground import ACTIVE, CUSTOMER, DELETED

from builders import Place
from tnotes.actions import shapes
from tnotes.actions.log import log
from tnotes.actions.session import open_session

T = "sales.CUSTOMER"


def events(place: Place, what: str = T) -> list[dict[str, Any]]:
    """The events as JSON has them; the verb itself is run in a few tests only, since a process costs more."""
    found: list[dict[str, Any]] = shapes.trail(log(open_session(place.root), what))["events"]
    return found


def brief(place: Place, what: str = T) -> list[tuple[str, ...]]:
    return [(e["note"], e["what"], e["via"], e["author"] or e["committer"]) for e in events(place, what)]


def by_hand(place: Place, old: str, new: str, message: str = "by hand") -> None:
    path = place.root / CUSTOMER
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    place.git("commit", "--quiet", "--all", f"--message={message}")


def test_what_was_done_by_hand_is_said_to_be(noted: Place) -> None:
    by_hand(noted, "One row per customer.", "One row per customer and branch.")
    noted.tnotes("edit", ACTIVE, "One row per person.", "--author", "lee").fine()
    assert brief(noted, ACTIVE) == [
        (ACTIVE, "edited", "tnotes", "lee"),
        (ACTIVE, "edited", "hand", "kim"),
        (ACTIVE, "added", "hand", "kim"),
    ]
    lines = noted.tnotes("log", ACTIVE).fine().out.splitlines()
    assert [line.split("\t")[3] for line in lines] == ["edited (note of kim)", "edited (by hand)", "added (by hand)"]


def test_a_commit_by_hand_that_repeats_trailers_of_another_note_says_nothing_of_this_one(noted: Place) -> None:
    trailers = f"by hand\n\nTnotes-Action: deleted\nTnotes-Note: {DELETED}\nTnotes-Author: mallory"
    by_hand(noted, "One row per customer.", "Another text.", trailers)
    assert brief(noted, ACTIVE)[0] == (ACTIVE, "edited", "hand", "kim")


def squashed(place: Place, message: str | None = None) -> str:
    """A branch on which one note was added, another edited and deleted, as one commit on main."""
    place.git("checkout", "--quiet", "-b", "side")
    new = place.add(T, "9 means cancelled.", "--author", "lee", "--conversation", "chat-7")
    place.tnotes("edit", new, "9 means cancelled; leave it out.", "--author", "pat").fine()
    place.tnotes("rm", ACTIVE, "--author", "pat", "--conversation", "chat-8").fine()
    place.git("checkout", "--quiet", "main")
    place.git("merge", "--quiet", "--squash", "side")
    if message is None:
        place.git("commit", "--quiet", "--no-edit")  # the message that git prepared has all of them, indented
    else:
        bodies = place.git("log", "--reverse", "--format=* %B", "main..side")
        place.git("commit", "--quiet", f"--message={message}\n\n{bodies}")
    return new


def test_a_squash_is_told_note_by_note_by_what_its_commits_said(noted: Place) -> None:
    new = squashed(noted)
    assert sorted(brief(noted)[:2]) == sorted([(new, "added", "squash", "lee"), (ACTIVE, "deleted", "squash", "pat")])
    gone = events(noted, ACTIVE)[0]
    assert (gone["action"], gone["conversation"], gone["of"]) == ("deleted", "chat-8", "kim")
    assert "deleted (in a squash, note of kim)" in noted.tnotes("log", ACTIVE).out


def test_so_is_the_squash_of_a_web_page(noted: Place) -> None:
    new = squashed(noted, "Notes of this week (#12)")
    assert (new, "added", "squash", "lee") in brief(noted)
    assert (ACTIVE, "deleted", "squash", "pat") in brief(noted)


def test_a_squash_of_which_nothing_is_said_is_as_by_hand(noted: Place) -> None:
    noted.git("checkout", "--quiet", "-b", "side")
    new = noted.add(T, "9 means cancelled.", "--author", "lee")
    noted.git("checkout", "--quiet", "main")
    noted.git("merge", "--quiet", "--squash", "side")
    noted.git("commit", "--quiet", "--message=all of it")
    found = events(noted, new)
    assert [(e["what"], e["via"], e["author"], e["committer"]) for e in found] == [("added", "hand", None, "kim")]
    assert noted.tnotes("show", new, "--json").json["author"] == "lee"  # the note itself knows


def test_a_rebase_changes_ids_of_commits_and_nothing_else(noted: Place) -> None:
    noted.git("checkout", "--quiet", "-b", "side")
    noted.tnotes("edit", ACTIVE, "One row per person.", "--author", "lee", "--conversation", "c-1").fine()
    noted.tnotes("rm", ACTIVE, "--author", "lee").fine()
    before = events(noted)
    noted.git("checkout", "--quiet", "main")
    noted.git("commit", "--quiet", "--allow-empty", "--message=meanwhile")
    noted.git("rebase", "--quiet", "main", "side")
    after = events(noted)
    assert [e["commit"] for e in after[:2]] != [e["commit"] for e in before[:2]]
    assert [e | {"commit": ""} for e in after] == [e | {"commit": ""} for e in before]


def fork(place: Place, theirs: tuple[str, str], ours: tuple[str, str]) -> None:
    place.git("checkout", "--quiet", "-b", "side")
    by_hand(place, *theirs, "theirs")
    place.git("checkout", "--quiet", "main")
    by_hand(place, *ours, "ours")


def merged(place: Place, text: str) -> None:
    """A merge of `side` with this as the file, however git would have merged it."""
    place.git("merge", "--quiet", "--no-commit", "--strategy=ours", "side")
    (place.root / CUSTOMER).write_text(text)
    place.git("commit", "--quiet", "--all", "--message=merged")


def test_what_a_merge_decided_is_its_own_doing(noted: Place) -> None:
    text = (noted.root / CUSTOMER).read_text()
    fork(noted, ("One row per customer.", "One row per person."), ("One row per customer.", "One row per branch."))
    merged(noted, text.replace("One row per customer.", "One row per person and branch."))
    assert [(e["what"], e["via"]) for e in events(noted, ACTIVE)] == [
        ("edited", "merge"),
        ("edited", "hand"),
        ("edited", "hand"),
        ("added", "hand"),
    ]


def test_what_a_merge_took_from_one_side_is_told_once(noted: Place) -> None:
    text = (noted.root / CUSTOMER).read_text()
    fork(noted, ("One row per customer.", "One row per person."), ("# the first one", "# the very first one"))
    merged(noted, text.replace("customer.", "person.").replace("first one", "very first one"))
    assert [(e["what"], e["via"]) for e in events(noted, ACTIVE)] == [("edited", "hand"), ("added", "hand")]


def test_a_merge_that_archived_what_only_the_other_side_had_archived_it(noted: Place) -> None:
    noted.git("checkout", "--quiet", "-b", "side")
    new = noted.add(T, "9 means cancelled.")
    text = (noted.root / CUSTOMER).read_text()
    noted.git("checkout", "--quiet", "main")
    by_hand(noted, "# the first one", "# one")
    head, _, tail = text.partition(f"- id: {new}\n")
    merged(noted, f"{head}- id: {new}\n" + tail.replace("active", "archived\n  archived_by: cap", 1))
    assert [(e["what"], e["via"]) for e in events(noted, new)] == [("archived", "merge"), ("added", "tnotes")]


def test_where_history_is_cut_nobody_is_said_to_have_added_what_was_there(noted: Place, tmp_path: Path) -> None:
    new = noted.add(T, "9 means cancelled.", "--author", "lee")
    noted.tnotes("edit", new, "9 means cancelled, 8 held.").fine()
    source = f"file://{noted.root}"
    subprocess.run(["git", "clone", "--quiet", "--depth=2", source, tmp_path / "cut"], check=True, capture_output=True)
    cut = Place(tmp_path / "cut")
    answer = cut.tnotes("log", T, "--json").fine()
    assert "shallow clone" in answer.err
    assert answer.json["shallow"] is True
    assert {(e["note"], e["what"], e["via"]) for e in answer.json["events"]} == {
        (new, "edited", "tnotes"),
        *((note, "added", "cut") for note in (new, ACTIVE, DELETED)),
    }
    assert "added (or before)" in cut.tnotes("log", ACTIVE).out
    cut.git("fetch", "--quiet", "--unshallow")
    assert {e["via"] for e in events(cut)} == {"tnotes", "hand"}


ROLES = "roles:\n  steward: {admin: true}\n  analyst: {allow: ['*']}\n"


def test_whose_note_somebody_else_deleted_is_recorded_and_in_which_role(noted: Place) -> None:
    with (noted.root / "tnotes.yaml").open("a") as file:
        file.write(ROLES)
    noted.git("commit", "--quiet", "--all", "--message=roles")
    own = noted.add(T, "8 means held.", "--author", "lee")
    noted.tnotes("rm", own, "--author", "lee", "--role", "steward").fine()
    assert "Tnotes-Note-Of" not in noted.git("log", "-1", "--format=%B")
    other = noted.add(T, "7 means lost.", "--author", "lee")
    noted.tnotes("rm", other, "--author", "pat", "--role", "analyst").fine()
    said = noted.git("log", "-1", "--format=%B")
    assert "Tnotes-Note-Of: lee" in said
    assert "Tnotes-Role" not in said
    noted.tnotes("rm", ACTIVE, "--author", "boss", "--role", "steward").fine()
    assert "Tnotes-Note-Of: kim\nTnotes-Role: steward\n" in noted.git("log", "-1", "--format=%B")
    deleted = {e["note"]: (e["author"], e["of"], e["role"]) for e in events(noted) if e["what"] == "deleted"}
    assert deleted == {
        ACTIVE: ("boss", "kim", "steward"),
        other: ("pat", "lee", None),
        own: ("lee", None, None),
        DELETED: ("kim", None, None),
    }
    assert "\tboss\tdeleted (note of kim, as steward)\t" in noted.tnotes("log", ACTIVE).out


def test_the_newest_only_and_that_there_is_more(noted: Place) -> None:
    answer = noted.tnotes("log", "--limit", "1").fine()
    assert len(answer.out.splitlines()) == 1
    assert "there is more" in answer.err
    assert noted.tnotes("log", "-n", "3", "--json").fine().json["more"] is False
    assert noted.tnotes("log", "-n", "0").refused().err


def test_each_active_note_with_what_last_touched_it(noted: Place) -> None:
    first = noted.head()
    noted.git("checkout", "--quiet", "-b", "side")
    new = noted.add(T, "9 means cancelled.", "--author", "lee", "--conversation", "c-1")
    added = noted.head()
    noted.git("checkout", "--quiet", "main")
    noted.git("merge", "--quiet", "--no-ff", "--no-edit", "side")
    found = noted.tnotes("log", T, "--blame", "--json").fine().json["notes"]
    assert [(n["id"], n["last"]["what"], n["last"]["author"]) for n in found] == [
        (new, "added", "lee"),
        (ACTIVE, "added", None),
    ]
    assert found[0]["last"]["commit"] == added != first
    path = noted.root / CUSTOMER
    path.write_text(path.read_text().replace("One row per customer.", "One row per person."))
    lines = noted.tnotes("log", T, "--blame").fine().out.splitlines()
    assert lines[1].split("\t") == ["not committed", "", "", "", ACTIVE, "", "One row per person."]
    noted.tnotes("log", "--blame").refused()
    noted.tnotes("log", T, "--blame", "-n", "3").refused()


def test_blame_names_the_change_that_won_and_not_the_newer_one_that_lost(noted: Place) -> None:
    text = (noted.root / CUSTOMER).read_text()
    fork(noted, ("One row per customer.", "Theirs."), ("One row per customer.", "Ours."))
    theirs = noted.git("rev-parse", "side").strip()
    merged(noted, text.replace("One row per customer.", "Theirs."))
    found = noted.tnotes("log", T, "--blame", "--json").fine().json["notes"]
    assert [(n["id"], n["last"]["commit"]) for n in found] == [(ACTIVE, theirs)]


def test_restore_after_a_squash_and_a_merge(noted: Place) -> None:
    new = squashed(noted)
    noted.tnotes("restore", ACTIVE).fine()
    assert "One row per customer." in (noted.root / CUSTOMER).read_text()
    noted.git("checkout", "--quiet", "-b", "other")
    noted.tnotes("rm", new).fine()
    noted.git("checkout", "--quiet", "main")
    noted.git("merge", "--quiet", "--no-ff", "--no-edit", "other")
    noted.tnotes("restore", new).fine()
    assert "9 means cancelled; leave it out." in (noted.root / CUSTOMER).read_text()


def test_what_was_added_and_deleted_within_a_squash_has_no_text_to_restore(noted: Place) -> None:
    noted.git("checkout", "--quiet", "-b", "side")
    new = noted.add(T, "9 means cancelled.")
    noted.tnotes("rm", new).fine()
    noted.git("checkout", "--quiet", "main")
    noted.git("merge", "--quiet", "--squash", "side")
    noted.git("commit", "--quiet", "--no-edit")
    noted.git("branch", "--quiet", "-D", "side")
    with noted.unchanged():
        answer = noted.tnotes("restore", new, "--json").refused()
    assert answer.error["code"] == "wrong_status"
    assert "not in this repository's history" in answer.error["message"]


def test_a_merge_that_left_a_note_out_is_named_and_the_note_can_return(noted: Place) -> None:
    noted.git("checkout", "--quiet", "-b", "side")
    new = noted.add(T, "9 means cancelled.")
    noted.git("checkout", "--quiet", "main")
    by_hand(noted, "# the first one", "# one")
    noted.git("merge", "--quiet", "--strategy=ours", "--no-edit", "side")
    dropped = noted.head()
    for what in (new, T):
        gone, added = (e for e in events(noted, what) if e["note"] == new)
        assert (gone["commit"], gone["what"], gone["via"], gone["author"]) == (dropped, "removed", "merge", None)
        assert added["what"] == "added"
    noted.tnotes("restore", new).fine()
    assert [e["what"] for e in events(noted, new)] == ["added", "added"]
