"""Edits of files in many hands: what is asked for happens, and nothing else moves."""

from __future__ import annotations

from difflib import SequenceMatcher
from random import Random

import pytest
import yaml as pyyaml
from handmade import block_file, flow_file

from tnotes.files.splice import drop_key, insert_item, set_key, start_sequence
from tnotes.files.yaml import parse, to_plain

NEW = [("id", "n_0007x"), ("content", "둘째 줄:\n  둘"), ("created", "2026-11-30T09:12:44.102Z")]


def plain(text):
    return to_plain(parse(text, "x.yaml"))


def agree(text, expected, before):
    """Both libraries read what is expected; a last value in a block gains its line end when something follows."""
    ended = before.endswith("\n")
    assert plain(text) == expected if ended else trimmed(plain(text)) == trimmed(expected)
    if not text.startswith("\ufeff"):  # PyYAML's own reading differs in types, not in structure
        assert [note["id"] for note in pyyaml.load(text, pyyaml.CSafeLoader)["notes"]] == [
            note["id"] for note in expected["notes"]
        ]


def trimmed(value):
    """Notes are trimmed when they are read."""
    if isinstance(value, dict):
        return {key: trimmed(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [trimmed(inner) for inner in value]
    return value.strip() if isinstance(value, str) else value


def changes(before, after):
    """What happened to which lines; a last line that only gained its line end has not changed."""
    old, new = before.splitlines(), after.splitlines()
    steps = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return [(tag, old[i:j], new[k:m]) for tag, i, j, k, m in steps if tag != "equal"]


def added_block(before, after):
    """The one run of lines without which the new text is the old one."""
    old, new = before.splitlines(), after.splitlines()
    more = len(new) - len(old)
    start = next(at for at in range(len(new)) if new[:at] + new[at + more :] == old)
    return new[start : start + more]


@pytest.mark.parametrize("seed", range(100))
def test_an_insert_is_one_block_of_added_lines(seed):
    text = block_file(seed)
    data, notes = plain(text), parse(text, "x").get("notes")
    for index in {0, len(notes.items), Random(seed).randrange(len(notes.items))}:  # noqa: S311
        after = insert_item(text, notes, index, NEW)
        expected = [*data["notes"][:index], dict(NEW), *data["notes"][index:]]
        agree(after, data | {"notes": expected}, text)
        assert len([line for line in added_block(text, after) if line.strip()]) == 5
        assert not text.endswith("\n") or after.endswith("\n")
        assert ("\r\n" in text) == ("\r\n" in after)
        assert after.replace("\r\n", "").count("\n") in (0, after.count("\n"))
        assert after.count("#") == text.count("#")


@pytest.mark.parametrize("seed", range(100))
def test_a_changed_or_dropped_field_touches_its_own_lines(seed):
    text = block_file(seed)
    data = plain(text)
    random = Random(seed)  # noqa: S311
    for value in ("NO", "한 줄", "zwei\nlines: 2"):
        index = random.randrange(len(data["notes"]))
        key = random.choice(list(data["notes"][index]))
        note = parse(text, "x").get("notes").items[index]
        after = set_key(text, note, key, value)
        agree(after, data | {"notes": replaced(data["notes"], index, data["notes"][index] | {key: value})}, text)
        assert len(changes(text, after)) <= 1
        dropped = drop_key(text, note, key)
        rest = {name: old for name, old in data["notes"][index].items() if name != key}
        if key != "id":
            agree(dropped, data | {"notes": replaced(data["notes"], index, rest)}, text)
        assert trimmed(plain(dropped)["notes"][index]) == trimmed(rest)
        added = set_key(text, note, "updated", value, after=key)
        keys = list(data["notes"][index])
        keys.insert(keys.index(key) + 1, "updated")
        agree(added, data | {"notes": replaced(data["notes"], index, data["notes"][index] | {"updated": value})}, text)
        assert list(plain(added)["notes"][index]) == keys


def replaced(items, index, item):
    return [*items[:index], item, *items[index + 1 :]]


@pytest.mark.parametrize("seed", range(60))
def test_flow_style_stays_flow_style(seed):
    text = flow_file(seed)
    data, notes = plain(text), parse(text, "x").get("notes")
    for index in {0, len(notes.items), Random(seed).randrange(len(notes.items))}:  # noqa: S311
        after = insert_item(text, notes, index, NEW)
        agree(after, data | {"notes": [*data["notes"][:index], dict(NEW), *data["notes"][index:]]}, text)
        assert len(after.splitlines()) - len(text.splitlines()) in (0, 1)
        assert sum(len(old) for _, old, _ in changes(text, after)) <= 1
    index = Random(seed).randrange(len(notes.items))  # noqa: S311
    for key in ("id", "content", "author"):
        item = data["notes"][index]
        after = set_key(text, notes.items[index], key, "NO")
        agree(after, data | {"notes": replaced(data["notes"], index, item | {key: "NO"})}, text)
        after = set_key(text, notes.items[index], "column", "A\tB", after=key)
        agree(after, data | {"notes": replaced(data["notes"], index, item | {"column": "A\tB"})}, text)
        after = drop_key(text, notes.items[index], key)
        rest = {name: old for name, old in item.items() if name != key}
        assert plain(after) == data | {"notes": replaced(data["notes"], index, rest)}


STARTS = {
    "notes: []\n": "notes:\n- id: a\n",
    "notes: [ ]  # none yet\nt: 1\n": "notes:  # none yet\n- id: a\nt: 1\n",
    "notes:\nt: 1": "notes:\n- id: a\nt: 1",
    "notes: null": "notes:\n- id: a\n",
    "t: 1\nnotes: ~   \n": "t: 1\nnotes:\n- id: a\n",
    "notes:\n  [\n  ]\nt: 1\n": "notes:\n- id: a\nt: 1\n",
    "notes: [ # none\n ]\n": 'notes: [ # none\n {id: "a"}]\n',
    "t: 1\r\n": "t: 1\r\nnotes:\r\n- id: a\r\n",
    "t: 1 # x": "t: 1 # x\nnotes:\n- id: a\n",
    "t: |+\n  x\n\n...\n": "t: |+\n  x\n\nnotes:\n- id: a\n...\n",
    "{t: 1}": '{t: 1, notes: [{id: "a"}]}',
    '{"t": 1, "notes": []}\n': '{"t": 1, "notes": [{"id": "a"}]}\n',
    '{"notes": null}': '{"notes": [{"id": "a"}]}',
    "{notes, t: 1}": '{notes: [{id: "a"}], t: 1}',
    "{}": '{notes: [{id: "a"}]}',
    "notes:\n- id: b\n": "notes:\n- id: b\n- id: a\n",
}


@pytest.mark.parametrize(("before", "after"), STARTS.items())
def test_a_list_begins(before, after):
    assert start_sequence(before, parse(before, "x"), "notes", [("id", "a")]) == after
    assert plain(after)["notes"][-1] == {"id": "a"}


SETS = {
    "k: old # c\n": "k: new # c\n",
    "k:\n": "k: new\n",
    "k: # c\n": "k: new # c\n",
    "k: |- # c\n  old\n\n  old\n\nz: 1\n": "k: new # c\n\nz: 1\n",
    "k: >+\n  old\n\nz: 1\n": "k: new\nz: 1\n",
    "k: |\n  old": "k: new",
    "k:\n  # c\n  'old'  \n": "k:\n  # c\n  new\n",
    "k:\n|-\n old\n": "k: new\n",
    "k: !!str 12\n": "k: new\n",
    "{k, z: 1}\n": '{k: "new", z: 1}\n',
    "{k: , z: 1}\n": '{k: "new", z: 1}\n',
    "{k:\n , z: 1}\n": '{k:\n "new", z: 1}\n',
    "z: 1 # z": "z: 1 # z\nk: new\n",
    "{z: 1,}": '{z: 1, "k": "new",}',
    "{\n  z: 1 # z\n}": '{\n  z: 1, # z\n  "k": "new"\n}',
}


@pytest.mark.parametrize(("before", "after"), SETS.items())
def test_a_value_is_set(before, after):
    assert set_key(before, parse(before, "x"), "k", "new") == after
    assert plain(after)["k"] == "new"


DROPS = {
    "- z: 2\n  y: |\n    y\n  k: 1\n    # deep\n\n- x: 1\n": "- z: 2\n  y: |\n    y\n\n- x: 1\n",
    "- z: 2\n  y: |+\n    y\n  k: 1\n\n- x: 1\n": "- z: 2\n  y: |+\n    y\n- x: 1\n",
    "- k: 1\n  z: 2\n": "- z: 2\n",
    "-   k: 1  # c\n    z: 2\n": "-   z: 2\n",
    "- k: 1\n  # z\n  z: 2\n": "-\n  # z\n  z: 2\n",
    "-\n  k: 1\n  z: 2\n": "-\n  z: 2\n",
    "- z: 2\n  # k\n  k: >\n   a\n\n   b\n\n- x: 1\n": "- z: 2\n  # k\n\n- x: 1\n",
    "- {k: 1, z: 2}\n": "- {z: 2}\n",
    "- {z: 2, k: 1}\n": "- {z: 2}\n",
    "- {z: 2, k: 1,}\n": "- {z: 2, }\n",
    "- {\n  z: 2, # z\n  k: 1 # k\n  }\n": "- {\n  z: 2 # z\n  }\n",
}


@pytest.mark.parametrize(("before", "after"), DROPS.items())
def test_a_key_is_dropped(before, after):
    before, after = f"notes:\n{before}", f"notes:\n{after}"
    assert drop_key(before, parse(before, "x").get("notes").items[0], "k") == after
    assert plain(after)["notes"][0] in ({"z": 2}, {"z": 2, "y": "y\n"})


INSERTS = [
    ("- k: 1\n\n# two\n- k: 2\n", 1, "- k: 1\n\n- k: new\n\n# two\n- k: 2\n"),
    ("- k: 1\n  # one\n- k: 2\n", 1, "- k: 1\n  # one\n- k: new\n- k: 2\n"),
    ("# one\n- k: 1\n", 0, "- k: new\n# one\n- k: 1\n"),
    ("- k: |+\n    1\n\n- k: 2\n", 1, "- k: |+\n    1\n\n- k: new\n- k: 2\n"),
    ("- k: 1\n\n- k: |+\n    2\n\n", 2, "- k: 1\n\n- k: |+\n    2\n\n- k: new\n"),
    ("- k: |\n    1\n    # text\n- k: 2\n", 1, "- k: |\n    1\n    # text\n- k: new\n- k: 2\n"),
    ("- k: 1\n# end\n", 1, "- k: 1\n# end\n- k: new\n"),
    ("- k: 1\n\n# end\n", 1, "- k: 1\n- k: new\n\n# end\n"),
    ("- k: 1\n# next\nnext: 1\n", 1, "- k: 1\n- k: new\n# next\nnext: 1\n"),
    ("  -\n    k: 1", 1, "  -\n    k: 1\n  - k: new\n"),
    ("- k: |\n    1\n      \n", 1, "- k: |\n    1\n      \n- k: new\n"),
]


@pytest.mark.parametrize(("before", "index", "after"), INSERTS)
def test_comments_and_blank_lines_stay_with_what_they_belong_to(before, index, after):
    before, after = f"notes:\n{before}", f"notes:\n{after}"
    assert insert_item(before, parse(before, "x").get("notes"), index, [("k", "new")]) == after
    assert plain(after)["notes"][index] == {"k": "new"}


def test_a_block_does_not_swallow_the_comment_below():
    text = "k: old\n\n    # deep\nz: 1\n"
    assert set_key(text, parse(text, "x"), "k", "a\nb") == 'k: "a\\nb"\n\n    # deep\nz: 1\n'
    assert set_key(text, parse(text, "x"), "new", "a\nb", after="k").startswith('k: old\nnew: "a\\nb"\n\n    # deep')
    assert set_key(text, parse(text, "x"), "z", "a\nb").endswith("z: |-\n  a\n  b\n")


def test_the_last_key_stays():
    with pytest.raises(ValueError, match="last key"):
        drop_key("k: 1\n", parse("k: 1\n", "x"), "k")
