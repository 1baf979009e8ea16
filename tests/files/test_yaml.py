"""What is read, where it stands, and what is refused with its line."""

from __future__ import annotations

import subprocess
import sys

import pytest
from handmade import block_file, flow_file
from hypothesis import given
from hypothesis import strategies as st
from ruamel.yaml import YAML
from ruamel.yaml.nodes import ScalarNode

from tnotes.errors import UnreadableFile
from tnotes.files import yaml
from tnotes.files.resolve import resolve
from tnotes.files.yaml import Mapping, Scalar, Sequence, fields, int_of, parse, sequence_of, text_of, to_plain

REFUSED = {
    "a: [1\n": (1, "not valid YAML: did not find expected ',' or ']'"),
    "a: 1\n b: 2\n": (2, "not valid YAML: mapping values are not allowed"),
    "a: 1\n---\nb: 2\n": (2, "more than one YAML document"),
    "a: 1\n...\n---\nb: 2\n": (3, "more than one YAML document"),
    "%YAML 1.1\n---\na: yes\n": (1, "directives"),
    "a: 1\n<<<<<<< HEAD\nb: 1\n=======\nb: 2\n>>>>>>> x\n": (2, "unresolved merge conflict"),
    "a: 1\r\n=======\r\nb: 2\r\n": (2, "unresolved merge conflict"),
    "a: 1\n||||||| base\n": (2, "unresolved merge conflict"),
    "version https://git-lfs.github.com/spec/v1\noid sha256:0\n": (1, "is a Git LFS pointer, its content was not"),
    "a: 1\nb:\n  c: 1\n  c: 2\n": (4, "the key c stands here twice"),
    "l:\n- {a: 1, 'a': 2}\n": (2, "the key a stands here twice"),
    "a: 1\nb: &x 1\n": (2, "anchors are not supported: &x"),
    "a: &x [*x]\n": (1, "anchors"),
    "a: *x\n": (1, "aliases are not supported: *x"),
    "a: 1\n<<: {b: 1}\n": (2, "merge keys"),
    "a: !foo 1\n": (1, "the tag !foo is not supported"),
    "a: !!python/object:os.system x\n": (1, "the tag tag:yaml.org,2002:python/object:os.system is not"),
    "a: !!int x\n": (1, "the tag"),
    "!!map\na: 1\n": (1, "the tag"),
    "a: !x%0Ay%1B 1\n": (1, "the tag !x\\ny\\x1b is not supported"),
    '"a\\nb": 1\n"a\\nb": 2\n': (2, "the key a\\nb stands here twice"),
    "[a]: 1\n": (1, "a key must be a name"),
    "a: 1\n1: 2\n": (2, "the key 1 must be in quotes"),
    "~: 2\n": (1, "the key ~ must be in quotes"),
    "? a\n: 1\n": (1, "keys written with `?`"),
    "?\n  a\n: 1\n": (2, "keys written with `?`"),
    "{? a : 1}\n": (1, "keys written with `?`"),
    "a: [b: 1]\n": (1, "a `key: value` inside a list [ ] needs braces"),
    "a: 1\nb: \x07\n": (2, "the control character U+0007"),
    "a: 1\nb: \x00\n": (2, "the control character U+0000"),
    "a: 1\nb: \ud800\n": (2, "the control character U+D800"),
    "a: 1\rb: 2\n": (1, "a carriage return without"),
    'a: "\n\x85"\n': (2, 'U+0085 must be written as "\\u0085"'),
    "a: 1\n# x\u2028b: 2\n": (2, 'U+2028 must be written as "\\u2028"'),
    "": (None, "the file is empty"),
    "\ufeff": (None, "the file is empty"),
    "# only\n---\n": (None, "the file is empty"),
    "\n- a\n": (2, "expected keys and values"),
    "text\n": (1, "expected keys and values"),
}


@pytest.mark.parametrize(("text", "expected"), REFUSED.items())
def test_refused_with_its_line(text, expected):
    with pytest.raises(UnreadableFile) as caught:
        parse(text, "notes/x.yaml")
    line, problem = expected
    assert (caught.value.line, caught.value.problem[: len(problem)]) == (line, problem)
    assert "\n" not in caught.value.message


@pytest.mark.parametrize("head", ["a: ", "", "a:\n  - "])
@pytest.mark.parametrize("part", ["[", "{a: ", "- ", "? ", "- ? ", "[{a: "])
def test_deep_nesting_is_refused_not_a_crash(head, part):
    with pytest.raises(UnreadableFile):
        parse(head + part * 100_000, "x")


def test_depth_has_a_limit_that_people_do_not_reach():
    assert parse("a: " + "[" * 63 + "]" * 63, "x")
    with pytest.raises(UnreadableFile, match="nested deeper than 64"):
        parse("a: " + "[" * 64 + "]" * 64, "x")


def test_a_marker_inside_a_text_is_text():
    text = "a: |\n  <<<<<<< HEAD\n  =======\n  >>>>>>> x\nb: ======= x\n"
    assert to_plain(parse(text, "x"))["a"] == "<<<<<<< HEAD\n=======\n>>>>>>> x\n"


def test_a_file_may_not_be_huge():
    with pytest.raises(UnreadableFile, match="larger than 8 MiB"):
        parse("#" * (yaml.MAX_SIZE + 1), "x")


def scalars(node):
    if isinstance(node, Scalar):
        yield node
    for inner in [part for pair in node.pairs for part in pair] if isinstance(node, Mapping) else ():
        yield from scalars(inner)
    for inner in node.items if isinstance(node, Sequence) else ():
        yield from scalars(inner)


@pytest.mark.parametrize("text", [make(seed) for make in (block_file, flow_file) for seed in range(30)])
def test_agrees_with_ruamel_and_knows_the_place(text):
    assert to_plain(parse(text, "x")) == YAML(typ="safe").load(text)
    for node in scalars(parse(text, "x")):
        assert node.line == text.count("\n", 0, node.start) + 1
        written = text[node.start : node.end]
        assert written == node.text or written[0] in "'\"|>"


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("bom", ["", "\ufeff"])
def test_offsets_count_in_the_text_as_given(newline, bom):
    text = bom + newline.join(["k: 😀 해지", "l:", "  - {a: b}", "  - c: 'd'", ""])
    tree = parse(text, "x")
    assert [text[node.start : node.end] for node in scalars(tree)] == ["k", "😀 해지", "l", "a", "b", "c", "'d'"]
    assert isinstance(tree.get("l"), Sequence)
    assert (tree.column, tree.get("l").column, tree.get("l").items[1].column) == (0, 2, 4)
    assert [item.flow for item in tree.get("l").items] == [True, False]


def test_line_separators_in_quotes_are_text_and_no_lines():
    tree = parse('a: "x\u2028y"\nb: 1\n', "x")
    assert (tree.get("a").text, tree.get("b").line) == ("x\u2028y", 2)


@given(st.from_regex(r"\A[-+.0-9_eExoba:~TZ <=nulNULinfaINtrueTRUE]{0,12}\Z"))
def test_kinds_are_those_of_ruamel(text):
    tag = YAML(typ="safe").resolver.resolve(ScalarNode, text, (True, False))
    assert f"tag:yaml.org,2002:{resolve(text)}" == str(tag)


def test_plain_values():
    text = "{i: 0x1F, o: 0o17, z: 0123, f: 1e3, n: , b: True, t: 2026-01-01, s: NO, j: -.inf, u: 1_000, w: -_}"
    found = to_plain(parse(text.replace(", ", ",\n "), "x"))
    assert list(found.values()) == [31, 15, 123, 1e3, None, True, "2026-01-01", "NO", float("-inf"), 1000, "-_"]


WRONG = {
    "0123": "content must be text in quotes; 0123 is a number in YAML",
    "2026-11-30": "content: put the time in quotes; 2026-11-30 is a date in YAML",
    "": "content must be text in quotes; an empty value is nothing in YAML",
    "true": "content must be text in quotes; true is true or false in YAML",
    "[a]": "content must be text, not a list",
    "{a: b}": "content must be text, not keys and values",
}


@pytest.mark.parametrize(("written", "problem"), WRONG.items())
def test_what_is_not_text_is_told_how_to_become_it(written, problem):
    tree = parse(f"a: 1\ncontent: {written}\n", "x")
    with pytest.raises(UnreadableFile) as caught:
        text_of(tree.get("content"), "x", "content")
    assert (caught.value.line, caught.value.problem) == (2, problem)


def test_fields():
    tree = parse("a: 1\nlist:\nconten: x\n", "x")
    with pytest.raises(UnreadableFile, match=r"x:3: unknown key conten; content\?"):
        fields(tree, "x", required=["a"], optional=["list", "content"])
    with pytest.raises(UnreadableFile, match="x:1: id is missing"):
        fields(tree, "x", required=["id"], optional=["a", "list", "conten"])
    found = fields(tree, "x", required=["a"], optional=["list", "conten"])
    assert int_of(found["a"], "x", "a") == 1
    assert sequence_of(found["list"], "x", "list").items == ()


def test_importing_does_not_import_ruamel():
    code = "import sys, tnotes.files.yaml, tnotes.files.splice; sys.exit('ruamel.yaml' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
