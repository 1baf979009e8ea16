"""README and docs say what the code does. Run this file as a script to write the README's tables."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from builders import Place
from tnotes import errors
from tnotes.actions.check import Report
from tnotes.actions.check_formats import to_json
from tnotes.actions.doctor.patient import Asked
from tnotes.actions.doctor.visit import visit
from tnotes.actions.log import VIAS
from tnotes.catalog.record import table_fields
from tnotes.catalog.sources import SOURCES
from tnotes.catalog.table import Column, Table, TableName
from tnotes.checks.problem import Problem
from tnotes.checks.rule import Rule
from tnotes.checks.rules import RULES
from tnotes.cli.app import app
from tnotes.cli.main import COULD_NOT, FINE, INTERRUPTED, NO, OUR_BUG
from tnotes.context.modes import MODES
from tnotes.notes.changes import WORDS
from tnotes.notes.file import KEYS
from tnotes.project.settings import _CONNECTION, _ROLE, _TOP

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
CHECKS = ROOT / "docs" / "checks.md"
SHARED = {"--workspace", "-w", "--role", "--mode", "--tz", "--json", "--quiet", "--debug", "--help", "-h"}


def commands() -> Iterator[tuple[str, Any]]:
    """Every verb with its command, groups left out."""
    root = get_command(app)
    for name in root.list_commands(None):
        command = root.get_command(None, name)
        if hasattr(command, "list_commands"):
            for inner in command.list_commands(None):
                yield f"{name} {inner}", command.get_command(None, inner)
        else:
            yield name, command


def command_table() -> str:
    """The README's table of commands, from the code."""
    rows = ["| command | does |", "|---|---|"]
    for name, command in commands():
        arguments = [param for param in command.params if param.param_type_name == "argument"]
        words = [param.metavar if param.required else f"[{param.metavar}]" for param in arguments]
        shared = {id(p) for p in command.params if set(p.opts) & SHARED}
        options = [_option(p) for p in command.params if p.param_type_name == "option" and id(p) not in shared]
        usage = " ".join(["tnotes", name, *words, *options]).replace("|", "\\|")
        rows.append(f"| `{usage}` | {command.help.partition(chr(10))[0]} |")
    return "\n".join(rows)


def _option(param: Any) -> str:
    return f"[{'/'.join(param.opts)}{'' if param.is_flag else ' ' + param.metavar}]"


def _errors() -> list[type[errors.TnotesError]]:
    return [one for one in vars(errors).values() if isinstance(one, type) and issubclass(one, errors.TnotesError)]


def error_table() -> str:
    """The README's table of error codes, from the code."""
    rows = ["| error code | meaning |", "|---|---|"]
    rows += [f"| `{one.code}` | {(one.__doc__ or '').strip()} |" for one in _errors()]
    rows.append("| `internal` | A bug in tnotes (exit code 3). |")
    return "\n".join(rows)


def rules_page() -> str:
    """The rules of docs/checks.md, from the code."""
    rows = ["| rule | finds | is | `--fix` |", "|---|---|---|---|"]
    rows += [f"| {rule.id} | {rule.title} | {rule.severity} | {'mends it' if rule.mends else ''} |" for rule in RULES]
    return "\n".join(rows) + "\n\n" + "\n\n".join(map(_rule_section, RULES))


def _rule_section(rule: Rule) -> str:
    refused = " Such a text is not accepted when it is written." if rule.refused else ""
    lines = [f"### {rule.id} {rule.title}", "", f"{rule.why}{refused} Fix: {rule.advice}", ""]
    for name, examples in (("Bad", rule.bad), ("Good", rule.good)):
        lines += [f"{name}:", "", "```", *(_visible(one) for one in examples[:4]), "```", ""]
    return "\n".join(lines).rstrip()


def _visible(text: str) -> str:
    shown = (char if char.isprintable() or char == "\n" else char.encode("unicode_escape").decode() for char in text)
    return "".join(shown).rstrip("\n")


TABLES = {"commands": command_table, "errors": error_table}


def _between(text: str, name: str) -> str:
    return text.partition(f"<!-- {name}:")[2].partition("-->\n")[2].partition(f"<!-- end of {name} -->")[0]


@pytest.mark.parametrize("name", TABLES)
def test_the_readme_has_the_table_of_the_code(name: str) -> None:
    assert _between(README.read_text(encoding="utf-8"), name).strip() == TABLES[name]()


def test_the_page_of_rules_is_that_of_the_code() -> None:
    assert _between(CHECKS.read_text(encoding="utf-8"), "rules").strip() == rules_page()


def test_the_json_of_the_page_of_rules_has_the_keys_in_order() -> None:
    text = CHECKS.read_text(encoding="utf-8").partition("```json\n")[2].partition("```")[0]
    example = json.loads(text)
    shape = to_json(Report((Problem("TN202", "error", "x", 1, "", ""),), 1, mended=(("x", "y"),)))
    assert list(example) == list(shape)
    assert list(example["problems"][0]) == list(shape["problems"][0])
    assert list(example["fixed"][0]) == list(shape["fixed"][0])


def test_every_shared_option_is_in_the_readme() -> None:
    text = README.read_text(encoding="utf-8").partition("## Commands")[2].partition("<!--")[0]
    options = {name for param in get_command(app).params for name in param.opts if name.startswith("-")}
    missing = {name for name in options if name not in text} - {"--version", "--show-completion", "-h"}
    assert missing == set()


def test_the_exit_codes_of_the_readme_are_those_of_the_code() -> None:
    rows = re.findall(r"^\| (\d+) \| ", README.read_text(encoding="utf-8"), re.MULTILINE)
    assert [int(row) for row in rows] == [FINE, NO, COULD_NOT, OUR_BUG, INTERRUPTED]


def test_every_error_says_what_it_is() -> None:
    codes = [one.code for one in _errors()]
    assert len(codes) == len(set(codes))
    assert all(one.__doc__ for one in _errors())


@pytest.mark.parametrize(("name", "command"), list(commands()))
def test_every_command_has_an_example_and_says_what_its_options_are(name: str, command: Any) -> None:
    assert f"tnotes {name}" in command.help
    assert [param.name for param in command.params if not getattr(param, "help", None)] == []


def test_the_words_of_log_and_the_modes_are_in_the_readme() -> None:
    text = README.read_text(encoding="utf-8")
    assert [word for word in WORDS if f"`{word}`" not in text] == []
    assert [mode for mode in MODES if mode not in text] == []


def test_the_files_page_has_every_key() -> None:
    text = (ROOT / "docs" / "files.md").read_text(encoding="utf-8")
    table = table_fields(Table(TableName("c", "s", "t"), columns=(Column("x"),)))
    keys = [*_TOP, *_CONNECTION, *_ROLE, "cap", *KEYS, *table, *table["columns"][0]]
    assert [key for key in keys if key not in text] == []


def test_the_catalog_file_of_the_files_page_has_the_keys_in_order() -> None:
    text = (ROOT / "docs" / "files.md").read_text(encoding="utf-8")
    example = json.loads(text.partition("```json\n")[2].partition("```")[0])
    table = table_fields(Table(TableName("c", "s", "t"), columns=(Column("x"),)))
    assert list(example) == ["version", *table]
    assert list(example["columns"][0]) == list(table["columns"][0])


def test_the_help_of_import_names_the_formats() -> None:
    text = next(command for name, command in commands() if name == "catalog import")
    option = next(param for param in text.params if "--format" in param.opts)
    assert [source.name for source in SOURCES if source.name not in option.help] == []


def test_the_readme_names_every_format() -> None:
    text = README.read_text(encoding="utf-8").partition("### Exports")[2].partition("###")[0]
    assert [source.name for source in SOURCES if f"`{source.name}`" not in text] == []


def test_the_trailers_of_the_files_page_are_those_of_commits(place: Place) -> None:
    (place.root / "tnotes.yaml").write_text("version: 1\nnotes: {cap: 1}\nroles: {steward: {admin: true}}\n")
    place.add("sales.CUSTOMER", "one")
    note = place.add("sales.CUSTOMER", "two", "--conversation", "chat-1")
    place.tnotes("rm", note, "--author", "lee", "--role", "steward").fine()
    said = set(re.findall(r"^Tnotes-[\w-]+", place.git("log", "-2", "--format=%B"), re.MULTILINE))
    assert said == set(re.findall(r"Tnotes-[\w-]+", (ROOT / "docs" / "files.md").read_text(encoding="utf-8")))


def test_the_history_page_has_every_check_of_doctor_and_every_way_of_log(place: Place) -> None:
    text = (ROOT / "docs" / "history.md").read_text(encoding="utf-8")
    assert [finding.check for finding in visit(Asked(place.root)).findings if f"`{finding.check}`" not in text] == []
    assert [via for via in VIAS if f"`{via}`" not in text] == []
    assert [word for word in WORDS if f"`{word}`" not in text] == []


def test_the_session_of_the_readme_is_what_the_demo_prints(tmp_path: Path) -> None:
    printed = Place(tmp_path).tnotes("demo").fine().out
    session = README.read_text(encoding="utf-8").partition("```console\n")[2].partition("```")[0]
    at = 0
    for line in filter(None, _same(session).splitlines()):
        found = _same(printed).find(line, at)
        assert found >= 0, line
        at = found


def _same(text: str) -> str:
    text = re.sub(r"n_[0-9a-z]{10}", "n_…", text)
    return re.sub(r"\(\d{4}-\d{2}-\d{2}, ", "(date, ", text)


def write() -> None:
    """Put the tables of the code into the README."""
    text = README.read_text(encoding="utf-8")
    for name, table in TABLES.items():
        start = text.index("-->\n", text.index(f"<!-- {name}:")) + len("-->\n")
        end = text.index(f"<!-- end of {name} -->")
        text = text[:start] + table() + "\n" + text[end:]
    README.write_text(text, encoding="utf-8")
    page = CHECKS.read_text(encoding="utf-8")
    head, end = page.partition("## Rules\n")[0], "<!-- end of rules -->\n"
    start = "## Rules\n\n<!-- rules: tests/test_docs.py writes and checks what follows -->\n"
    CHECKS.write_text(f"{head}{start}{rules_page()}\n{end}", encoding="utf-8")


if __name__ == "__main__":
    write()
