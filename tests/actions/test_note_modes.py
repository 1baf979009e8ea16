"""Modes (rule 8; case A7): unattended runs read, evaluations read without notes."""

import pytest

WRITES = (
    ("add", "sales.CUSTOMER", "x"),
    ("add", "--batch", "-"),
    ("edit", "{note}", "y"),
    ("rm", "{note}"),
    ("restore", "{note}"),
)


@pytest.mark.parametrize("mode", ["playbook", "eval"])
def test_every_write_is_refused(place, mode):
    note = place.add("sales.CUSTOMER", "x")
    with place.unchanged():
        for verb in WRITES:
            arguments = [one.format(note=note) for one in verb]
            error = place.tnotes(*arguments, "--json", env={"TNOTES_MODE": mode}).refused().error
            assert error["code"] == "read_only_mode"
            place.tnotes("--mode", mode, *arguments).refused()


@pytest.mark.parametrize("mode", ["playbook", "eval"])
def test_a_refused_write_says_nothing_of_what_exists(place, mode):
    note = place.add("sales.CUSTOMER", "x")
    answers = {place.tnotes("rm", one, "--mode", mode).refused().err for one in (note, "n_0000000000", "nonsense")}
    assert len(answers) == 1


def test_a_playbook_reads_as_a_chat_does(place):
    note = place.add("sales.CUSTOMER", "x", "-c", "STAT_CD")
    for verb in (("card", "sales.CUSTOMER"), ("ls", "--json"), ("show", note), ("log", "--json"), ("catalog", "ls")):
        assert place.tnotes(*verb, "--mode", "playbook").fine().raw == place.tnotes(*verb).fine().raw


@pytest.mark.parametrize("form", ["json", "markdown"])
def test_a_card_in_an_evaluation_is_that_of_a_workspace_without_notes(place, form):
    arguments = ("card", "sales.CUSTOMER", "archive.CUSTOMER", "--format", form)
    bare = place.tnotes(*arguments).fine().raw
    place.add("sales.CUSTOMER", "x", "-c", "STAT_CD")
    place.add("sales.CUSTOMER", "y")
    assert place.tnotes(*arguments).fine().raw != bare
    assert place.tnotes(*arguments, "--mode", "eval").fine().raw == bare
    place.note_file().write_text("no: notes\n")  # not even looked at
    assert place.tnotes(*arguments, env={"TNOTES_MODE": "eval"}).fine().raw == bare


def test_an_evaluation_looks_and_imports_as_ever(place, database):
    note = place.add("sales.CUSTOMER", "x")
    assert note in place.tnotes("ls", "--mode", "eval").fine().out
    assert note in place.tnotes("show", note, "--mode", "eval").fine().out
    assert note in place.tnotes("log", "--mode", "eval").fine().out
    imported = ("catalog", "import", str(database), "-c", "other", "--schema", "main", "--json")
    assert place.tnotes(*imported, env={"TNOTES_MODE": "eval"}).fine().json["commit"]
