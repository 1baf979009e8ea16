"""Note files as different people write them: one seed gives one combination of formatting habits."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

TEXTS = [
    "9 means cancelled; leave it out when counting active customers.",
    "해지 고객은 9 이다: 집계에서 뺀다 😀",
    'it\'s "quoted" # not a comment',
    "NO",
    "0123",
    "a long line " * 30 + "end",
    "C:\\path\\to",
    "x",
]
COMMENTS = ["# checked by hand", "#", "# - id: n_old\t# tab", "# 확인: 해지 [a, {b"]
BLOCKS = [["first line", "", "  second: deeper", "third # no comment"], ["- looks like a list", "id: no"], ["한 줄"]]


@dataclass
class Habit:
    """How one file is written."""

    random: Random
    indent: int
    gap: int
    flow_items: bool
    comments: float
    blank: int

    def maybe(self, share):
        return self.random.random() < share

    def value(self, text, column):
        """The scalar as lines behind `key:`; the first goes on the key's line."""
        kind = self.random.choice(["plain", "single", "double", "next line", "block", "folded", "multi", "keep"])
        tail = self.random.choice(["", "", "   ", "  # why", "\t# why"]) if self.maybe(self.comments) else ""
        pad = " " * (column + self.random.choice([1, 2, 4]))
        single, double = "'" + text.replace("'", "''") + "'", json_quoted(text)
        if kind in ("block", "folded", "keep"):
            lines = self.random.choice(BLOCKS)
            head = ("|" if kind != "folded" else ">") + ("+" if kind == "keep" else self.random.choice(["", "-"]))
            blanks = [""] * self.random.choice([0, 0, 1, 2])
            return [f" {head}{tail}", *(pad + line if line else "" for line in lines), *blanks]
        if kind == "next line":
            return [tail, pad + single]
        if kind == "multi":
            return [' "one', "", f"{pad}two", f'{pad}three"{tail}']
        if kind == "plain" and text.startswith(("9", "a", "x")):
            return [f" {text}{tail}"]
        return [f" {single if kind == 'single' else double}{tail}"]

    def note(self, number):
        """One item of the list as lines."""
        names = ["column", "content", "status", "author"]
        self.random.shuffle(names)
        names.insert(self.random.choice([0, 0, 0, 2]), "id")
        texts = {name: self.random.choice(TEXTS) for name in names} | {"id": f"n_{number:04}"}
        if self.flow_items and self.maybe(0.7):
            inner = ", ".join(f"{name}: {json_quoted(texts[name])}" for name in names)
            return [" " * self.indent + "-" + " " * (self.gap - 1) + "{" + inner + "}"]
        column = self.indent + self.gap
        lines = []
        for name in names:
            if lines and self.maybe(self.comments):
                lines.append(" " * column + self.random.choice(COMMENTS))
            first, *more = [f" {texts[name]}"] if name == "id" else self.value(texts[name], column)
            lines += [" " * column + f"{name}:{first}", *more]
        lines[0] = " " * self.indent + "-" + " " * (self.gap - 1) + lines[0].lstrip()
        return lines


def json_quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def block_file(seed):
    """A file whose list of notes is in block style."""
    random = Random(seed)  # noqa: S311 - the same file for the same seed
    indent, gap = random.choice([0, 2, 4]), random.choice([2, 2, 3, 4])
    habit = Habit(random, indent, gap, random.random() < 0.3, random.choice([0, 0.1, 0.4]), random.choice([0, 1, 2]))
    lines = random.choice([[], ["---"], ["# head", "---"], ["# head", ""]])
    lines += ["version: 1", "connection: 'warehouse' # dw", "notes:" + random.choice(["", "  # all"])]
    for number in range(random.randint(10, 40)):
        if number:
            lines += [""] * habit.blank
        if habit.maybe(habit.comments):
            lines.append(" " * random.choice([indent, 0]) + random.choice(COMMENTS))
        lines += habit.note(number * 2)
    ends = [[], [], [" " * indent + "# end"], ["", "# end", ""], ["# more", "more: 1"], ["", "more: [1]"]]
    lines += random.choice(ends)
    newline = random.choice(["\n", "\n", "\r\n"])
    return random.choice(["", "", "\ufeff"]) + newline.join(lines) + random.choice([newline, newline, ""])


def flow_file(seed):
    """A file whose list of notes is `[…]`, on one line, on a line each, or as JSON tools print it."""
    random = Random(seed)  # noqa: S311
    style = seed % 3
    quote = '"' if style == 2 else ""
    items = []
    for number in range(random.randint(10, 40)):
        texts = {"id": f"n_{number * 2:04}", "content": random.choice(TEXTS), "author": "kim"}
        pairs = [f"{quote}{name}{quote}: {json_quoted(text)}" for name, text in texts.items()]
        items.append("{" + ", ".join(pairs) + "}" if style < 2 else "{\n      " + ",\n      ".join(pairs) + "\n    }")
    comma = random.choice(["", ","]) if style < 2 else ""
    if style == 0:
        return "version: 1\nnotes: [ " + ", ".join(items) + comma + " ]  # all\ntable: T\n"
    body = ",\n    ".join(items)
    if style == 1:
        return "version: 1\nnotes: [\n    # first\n    " + body + comma + "  # last\n  ]\ntable: T"
    return '{\n  "version": 1,\n  "notes": [\n    ' + body + '\n  ],\n  "table": "T"\n}\n'
