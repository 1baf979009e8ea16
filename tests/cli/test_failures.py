"""Every failure: one line and a hint, or one JSON object; stdout empty; an exit code that says which kind (O7, O8)."""

import shutil

import pytest

from builders import Place
from tnotes.cli.failures import has_flag

FAILING = [
    ("usage", ()),
    ("usage", ("catalog",)),
    ("usage", ("nope",)),
    ("usage", ("catalog", "nope")),
    ("usage", ("ls", "--nope")),
    ("usage", ("ls", "a", "b")),
    ("usage", ("add",)),
    ("usage", ("add", "sales.CUSTOMER")),
    ("usage", ("edit",)),
    ("usage", ("add", "sales.CUSTOMER", "x", "--author")),
    ("usage", ("card",)),
    ("usage", ("card", "sales.CUSTOMER", "--stdin")),
    ("usage", ("card", "--stdin", "--format", "markdown")),
    ("usage", ("card", "sales.CUSTOMER", "--format", "xml")),
    ("usage", ("ls", "--status", "gone")),
    ("usage", ("--mode", "nope", "ls")),
    ("usage", ("add", "--batch", "nope.jsonl")),
    ("usage", ("init", "tnotes.yaml")),
    ("unknown_role", ("ls", "--role", "nobody")),
    ("bad_time_zone", ("ls", "--tz", "Mars/Olympus")),
    ("not_a_workspace", ("ls", "-w", "/")),
    ("not_a_workspace", ("ls", "-w", "/nowhere/at/all")),
    ("unknown_table", ("card", "sales.NOPE")),
    ("ambiguous_table", ("card", "CUSTOMER")),
    ("bad_name", ("card", "")),
    ("unknown_column", ("add", "sales.CUSTOMER", "x", "-c", "NOPE")),
    ("bad_text", ("add", "sales.CUSTOMER", "")),
    ("unknown_note", ("show", "n_0000000000")),
    ("unknown_note", ("log", "n_0000000000")),
    ("read_only_mode", ("rm", "n_0000000000", "--mode", "eval")),
]


@pytest.mark.parametrize(("code", "arguments"), FAILING, ids=lambda value: " ".join(value) if value else "none")
def test_a_failure_is_one_object_with_a_stable_code(empty_of_notes, code, arguments):
    answer = empty_of_notes.tnotes("--json", *arguments).refused()
    error = answer.error
    assert list(error) == ["code", "message", "hint", "candidates"]
    assert error["code"] == code
    assert error["message"]
    assert error["hint"]
    assert "\n" not in error["message"]
    assert not error["message"].endswith(".")
    assert len(answer.err.splitlines()) == 1


@pytest.fixture(scope="module")
def empty_of_notes(tmp_path_factory, _template):
    """The workspace that all failures share: none of them changes it."""
    root = tmp_path_factory.mktemp("failures") / "ws"
    shutil.copytree(_template, root, symlinks=True)
    place = Place(root)
    place.git("status")  # settle the copied index
    with place.unchanged():
        yield place


def test_without_json_it_is_one_line_and_one_hint(empty_of_notes):
    for _, arguments in FAILING[2::5]:
        lines = empty_of_notes.tnotes(*arguments).refused().err.splitlines()
        assert [line.split(":")[0] for line in lines] == ["error", "hint"]


def test_no_verb_at_all_shows_the_help_on_stderr(empty_of_notes):
    for arguments in ((), ("catalog",)):
        assert empty_of_notes.tnotes(*arguments).refused().err.startswith("Usage: tnotes")


def test_a_flag_counts_before_the_verb_too_and_not_as_a_text(empty_of_notes):
    assert empty_of_notes.tnotes("--json", "show", "n_0000000000").refused().error["code"] == "unknown_note"
    assert empty_of_notes.tnotes("show", "--", "--json").refused().err.startswith("error: no note --json")
    assert has_flag(["--json", "ls"], "--json")
    assert not has_flag(["add", "t", "--", "--json"], "--json")


def test_what_is_nearly_right_is_offered(empty_of_notes):
    assert "did you mean tnotes add?" in empty_of_notes.tnotes("ad").refused().err
    assert "did you mean tnotes catalog show?" in empty_of_notes.tnotes("catalog", "shwo").refused().err
    assert "did you mean --status?" in empty_of_notes.tnotes("ls", "--statsu").refused().err
    assert "did you mean Asia/Seoul?" in empty_of_notes.tnotes("ls", "--tz", "Asia/Soul").refused().err


def test_a_traceback_is_for_debugging_only(empty_of_notes):
    answer = empty_of_notes.tnotes("show", "n_0000000000", "--debug")
    assert (answer.code, "Traceback" in answer.err) == (2, True)
    answer = empty_of_notes.tnotes("show", "n_0000000000", "--debug", "--json")
    assert answer.error["code"] == "unknown_note"  # still the last line


def test_quiet_leaves_the_answer_and_errors(place):
    answer = place.tnotes("add", "sales.CUSTOMER", "x", "--quiet").fine()
    assert (answer.out.startswith("n_"), answer.out.count("\n"), answer.err) == (True, 1, "")
    assert place.tnotes("ls", "sales.ORDERS", "--quiet").fine().err == ""
    assert place.tnotes("--quiet", "show", "n_0000000000").refused().err.startswith("error: ")
