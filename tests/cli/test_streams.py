"""stdin, stdout and stderr in every state in which a shell may hand them over (cases O1, O4, O9)."""

import json
import os
import pty
import signal
import subprocess
import sys
import time

import pytest

from notefiles import entry, listed, write_notes

TNOTES = f"{sys.executable} -m tnotes"


def shell(place, command, **env):
    ran = subprocess.run(
        ["bash", "-c", f'set -o pipefail; tnotes() {{ {TNOTES} "$@"; }}; {command}'],
        cwd=place.root,
        env={**place.environment, **env},
        capture_output=True,
        timeout=60,
        check=False,
    )
    return ran.returncode, ran.stdout.decode(errors="replace"), ran.stderr.decode(errors="replace")


def on_a_terminal(place, *arguments, typed=b"", **env):
    """What a person sees: one terminal for all three streams."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "tnotes", *arguments],
        cwd=place.root,
        env={**place.environment, "TERM": "xterm-256color", **env},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    os.write(ours, typed)
    seen = b""
    while True:
        try:
            data = os.read(ours, 1 << 16)
        except OSError:  # how Linux says that nobody holds the other end any more
            break
        if not data:
            break
        seen += data
    os.close(ours)
    return process.wait(30), seen.decode(errors="replace")


def test_a_text_comes_from_standard_input(place):
    place.tnotes("add", "sales.CUSTOMER", "-", given="\ufeff해지\r\n두 줄\r\n".encode()).fine()
    assert [one["content"] for one in listed(place)] == ["해지\n두 줄"]


REFUSED = [
    (b"", "empty"),
    (b"\r\n \t", "empty"),
    (b"x" * 10_000, "10,000 characters"),
    ("가".encode() * 300_000, "300,000 characters"),
    (b"x" * (1 << 21), "longer than 1 MB"),
    (b"x" + "가".encode() * (1 << 19), "longer than 1 MB"),
    (b"\xff\xfe9\x00", "not UTF-8"),
    (b"a\rb", "carriage return"),
    (b"a\x00b", "U+0000"),
]


def test_what_is_no_note_is_refused_and_said(place):
    with place.unchanged():
        for given, words in REFUSED:
            assert words in place.tnotes("add", "sales.CUSTOMER", "-", given=given).refused().err


def test_a_closed_input_is_said_and_never_waited_for(place):
    for command in ("add sales.CUSTOMER -", "add --batch -", "card --stdin"):
        code, out, err = shell(place, f"tnotes {command} <&-")
        assert (code, out) == (2, "")
        assert "standard input is closed" in err
    assert shell(place, "tnotes add sales.CUSTOMER x --quiet <&-")[0] == 0


def test_at_a_terminal_one_is_told_what_to_type(place):
    code, seen = on_a_terminal(place, "add", "sales.CUSTOMER", "-", typed="해지 means cancelled\n\x04".encode())
    assert code == 0
    assert "Type the text, then Ctrl-D" in seen
    assert [one["content"] for one in listed(place)] == ["해지 means cancelled"]


def test_a_closed_output_loses_the_answer_and_nothing_else(place):
    assert shell(place, "tnotes add sales.CUSTOMER 'to nobody' --json >&-")[0] == 0
    assert shell(place, "tnotes ls >&- 2>&-")[0] == 0
    code, out, _ = shell(place, "tnotes add sales.CUSTOMER 'without stderr' 2>&-")
    assert (code, out.startswith("added n_"), out.count("\n")) == (0, True, 1)  # talk does not slip into the data
    assert shell(place, "tnotes add sales.CUSTOMER ' ' 2>&-")[:2] == (2, "")
    assert {one["content"] for one in listed(place)} == {"to nobody", "without stderr"}


def test_a_reader_that_went_away_is_no_failure(place):
    write_notes(place, [entry(number, content="x" * 2000) for number in range(40, 200)])
    for command in ("tnotes ls | head -1", "tnotes ls --json | head -c 9", "tnotes card sales.CUSTOMER | true"):
        code, _, err = shell(place, command)
        assert (code, err) == (0, "")


def test_a_full_device_is_said(place):
    place.add("sales.ORDERS", "x")
    for command in ("ls", "log", "card sales.CUSTOMER", "--help", "add sales.CUSTOMER x"):
        code, _, err = shell(place, f"tnotes {command} >/dev/full")
        assert code == 2, command
        assert "the answer could not be printed: no space left on device" in err
    assert "x" in place.tnotes("ls", "sales.CUSTOMER").fine().out  # what was written is written
    code, _, err = shell(place, "tnotes ls --json >/dev/full")
    assert json.loads(err.splitlines()[-1])["error"]["code"] == "output_failed"


def test_ctrl_c_ends_with_130_and_nothing_half_done(place):
    hook = place.root / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\ntouch ../started\nsleep 60\n")
    hook.chmod(0o755)
    with place.unchanged():
        process = place.start("add", "sales.CUSTOMER", "x")
        for _ in range(1000):
            if (place.root.parent / "started").exists():
                break
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert (process.returncode, out) == (130, b"")
    assert b"Traceback" not in err


@pytest.mark.parametrize(
    "env",
    [
        {"PYTHONIOENCODING": "cp949"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii:strict"},
    ],
    ids=lambda env: "-".join(env),
)
def test_no_encoding_keeps_a_note_from_being_saved_once(place, env):
    text = "해지 — 😀"
    place.tnotes("add", "sales.CUSTOMER", text, "--author", "박 지민", env=env).fine()
    note = listed(place)[0]
    assert (note["content"], note["author"]) == (text, "박 지민")
    for verb in (("add", "sales.CUSTOMER", text), ("ls",), ("log",)):
        place.tnotes(*verb, env=env).fine()
    assert place.tnotes("ls", "--json", env=env).fine().json["notes"][0]["content"] == text
    assert place.tnotes("add", "sales.없다", text, "--json", env=env).refused().error["message"].count("없다") == 1
    assert len(listed(place)) == 1


def test_json_is_one_line_whatever_the_width(place):
    place.tnotes("add", "sales.CUSTOMER", "long [words] " * 30, "-c", "STAT_CD").fine()
    wide = place.tnotes("card", "sales.CUSTOMER").fine()
    assert wide.json["columns"][1]["notes"][0]["content"].startswith("long [words]")
    for env in ({"COLUMNS": "20"}, {"FORCE_COLOR": "1", "COLUMNS": "20"}, {"NO_COLOR": "1"}, {"TERM": "dumb"}):
        assert place.tnotes("card", "sales.CUSTOMER", env=env).fine().raw == wide.raw


def test_the_same_question_has_the_same_bytes(place):
    write_notes(
        place, [entry(number % 7, id=f"n_same{number:04d}", column=(None, "NAME")[number % 2]) for number in range(20)]
    )
    for verb in (("card", "sales.CUSTOMER"), ("ls", "--json"), ("card", "sales.CUSTOMER", "--format", "markdown")):
        seen = {place.tnotes(*verb, env={"PYTHONHASHSEED": str(seed)}).fine().raw for seed in range(7)}
        assert len(seen) == 1


def test_a_terminal_that_wants_no_colour_gets_no_escape(place):
    place.add("sales.CUSTOMER", "x")
    for env in ({"TERM": "dumb"}, {"NO_COLOR": "1", "FORCE_COLOR": "1"}):
        code, seen = on_a_terminal(place, "ls", **env)
        assert (code, "place" in seen, "\x1b" in seen) == (0, True, False)


def test_colour_is_for_terminals_only(place):
    place.add("sales.CUSTOMER", "x")
    assert "\x1b[1m" in on_a_terminal(place, "ls")[1]
    for verb in (("ls",), ("log",), ("catalog", "ls"), ("--help",), ("card", "sales.CUSTOMER")):
        assert "\x1b" not in place.tnotes(*verb, env={"FORCE_COLOR": "1", "CLICOLOR_FORCE": "1"}).fine().out
    assert "\x1b" not in on_a_terminal(place, "card", "sales.CUSTOMER")[1]


def test_a_narrow_terminal_still_shows_whole_ids(place):
    note = place.add("sales.CUSTOMER", "words " * 20)
    code, seen = on_a_terminal(place, "ls", COLUMNS="20")
    assert code == 0
    assert note in seen
