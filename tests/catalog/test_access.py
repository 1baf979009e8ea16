"""Who sees which table."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

from catalogs import make_catalog, table, table_of
from tnotes.catalog.access import EVERYTHING, Rules, narrow, pattern_problem
from tnotes.catalog.resolve import Found, resolve
from tnotes.catalog.table import Column, Reference, TableName

SRC = Path(__file__).parents[2] / "src"


def sees(place, *, allow=("*",), deny=()):
    return Rules(tuple(allow), tuple(deny)).may_read(table(place).name)


@pytest.mark.parametrize(
    ("pattern", "inside", "outside"),
    [
        ("*", ["wh/sales.T", "lake/a.b"], []),
        ("sales", ["wh/sales.T", "lake/SALES.x"], ["wh/sales2.T", "wh/xsales.T"]),
        ("sales.*", ["wh/sales.T", "lake/sales.a.b"], ["wh/sale.T"]),
        ("sales.T", ["wh/sales.T", "wh/SALES.t"], ["wh/sales.TT", "wh/sales.T2"]),
        ("wh/sales.*", ["wh/sales.T", "WH/sales.T"], ["lake/sales.T", "wh/hr.T"]),
        ("wh/*", ["wh/sales.T", "wh/hr.T"], ["whx/sales.T"]),
        ("*/sales.T", ["wh/sales.T", "lake/sales.T"], ["wh/sales.X"]),
        ("sales.PII_*", ["wh/sales.PII_A", "wh/sales.pii_"], ["wh/sales.PII", "wh/sales.xPII_A"]),
        ("sales.T?", ["wh/sales.T1", "wh/sales.TT"], ["wh/sales.T", "wh/sales.T12"]),
        ('sales."dim.shop"', ["wh/sales.dim.shop", "wh/sales.DIM.SHOP"], ["wh/sales.dim_shop", "wh/sales.dim"]),
        ('"wh.dw"/sales.*', [], ["wh/sales.T"]),
        ('sales."a*"', ["wh/sales.a*"], ["wh/sales.ab"]),
        ('sales."a""b"', ['wh/sales.a"b'], ["wh/sales.ab"]),
        ("sales.café", ["wh/sales.cafe\u0301", "wh/sales.CAFÉ"], ["wh/sales.cafe"]),
        ("sales.a[1]", ["wh/sales.a[1]"], ["wh/sales.a1"]),
        ("sales.(x|y)+", ["wh/sales.(x|y)+"], ["wh/sales.x"]),
        ("sales.Order Details", ["wh/sales.order details"], []),
    ],
)
def test_a_pattern(pattern, inside, outside):
    for place in inside:
        assert sees(place, allow=[pattern]), place
        assert not sees(place, deny=[pattern]), place
    for place in outside:
        assert not sees(place, allow=[pattern]), place
        assert sees(place, deny=[pattern]), place


@pytest.mark.parametrize("pattern", ["wh.dw/sales.*", '"wh.dw"/sales.*', "wh.*/sales", "WH.DW/*"])
def test_a_connection_may_have_dots(pattern):
    assert Rules((pattern,)).may_read(TableName("wh.dw", "sales", "T"))
    assert not Rules((pattern,)).may_read(TableName("wh", "sales", "T"))
    assert not Rules((pattern,)).may_read(TableName("whxdw", "sales", "T"))


def test_a_denial_beats_a_permission():
    assert not sees("wh/hr.T", allow=["*", "hr.T", "wh/hr.T"], deny=["hr.*"])
    assert not sees("wh/hr.T", allow=[])


def test_a_star_spans_line_breaks_and_dots():
    assert not Rules(deny=("hr.*",)).may_read(TableName("wh", "hr", "a\nb.c"))


@pytest.mark.parametrize(
    "pattern",
    ["", " ", "a.b.c", "a/b/c", "a/", "/a", ".a", "a.", "a. ", '"a', 'a"b', 'a"b"', '"a"b', '""', "a..b", "a/b.c.d"],
)
def test_what_is_no_pattern_is_said(pattern):
    assert repr(pattern) in str(pattern_problem(pattern))


@pytest.fixture
def catalog(tmp_path):
    customer = Reference("hr", "PERSON", "ID")
    return make_catalog(
        tmp_path,
        [
            table("wh/sales.CUSTOMER")._replace(
                columns=(Column("A", references=customer), Column("B", references=Reference("sales", "ORDERS", "ID")))
            ),
            table("wh/sales.ORDERS"),
            table("wh/hr.PERSON"),
            table("secret/s.T"),
        ],
    )


def test_a_hidden_table_is_in_no_answer(catalog):
    visible = narrow(catalog, Rules(deny=("hr.*", "secret/*")))
    assert list(visible.all_names()) == [table("wh/sales.CUSTOMER").name, table("wh/sales.ORDERS").name]
    assert visible.load(table("wh/hr.PERSON").name) is None
    assert list(visible.spelled(None, None, "PERSON")) == []
    assert list(visible.spelled("secret", "s", "T")) == []
    assert not visible.sees(table("wh/hr.PERSON").name)


def test_a_reference_to_a_hidden_table_is_none(catalog):
    name = table("wh/sales.CUSTOMER").name
    a, b = narrow(catalog, Rules(deny=("HR.*",))).load(name).columns
    assert (a.references, b.references) == (None, Reference("sales", "ORDERS", "ID"))
    a, b = narrow(catalog, EVERYTHING).load(name).columns
    assert a.references == Reference("hr", "PERSON", "ID")


def test_a_hidden_table_is_not_even_read(catalog, tmp_path):
    (tmp_path / "wh/hr/PERSON.json").write_text("<<<<<<< damaged")
    visible = narrow(catalog, Rules(deny=("hr.*",)))
    assert list(visible.spelled(None, None, "person")) == []
    assert visible.load(table("wh/hr.PERSON").name) is None


class Model:
    """Who sees what, as slowly and obviously as can be: a pattern is three texts, compared letter by letter."""

    def __init__(self, tables, allow, deny):
        self.tables, self.allow, self.deny = tables, allow, deny

    def sees(self, name):
        return self._any(self.allow, name) and not self._any(self.deny, name)

    def _any(self, patterns, name):
        return any(all(map(self._like, pattern, name)) for pattern in patterns)

    def _like(self, pattern, text):
        if pattern[:1] == "*":
            return any(self._like(pattern[1:], text[at:]) for at in range(len(text) + 1))
        if not pattern or not text:
            return pattern == text
        return pattern[0] in ("?", text[0].lower()) and self._like(pattern[1:], text[1:])

    def visible(self):
        return sorted(one.name for one in self.tables if self.sees(one.name))


def random_policy(chance):
    part = lambda: "".join(chance.choice(["a", "b", "*", "?"]) for _ in range(chance.randint(1, 3)))  # noqa: E731
    return [(part(), part(), part()) for _ in range(chance.randint(0, 3))]


def written(patterns):
    return tuple(f"{connection}/{schema}.{name}" for connection, schema, name in patterns)


@pytest.mark.parametrize("seed", range(100))
def test_a_random_policy_shows_what_the_slow_model_shows(seed, random_catalog):
    catalog, tables = random_catalog
    chance = random.Random(seed)  # noqa: S311 - a seed to repeat the test with, no secret
    allow, deny = random_policy(chance) or [("*", "*", "*")], random_policy(chance)
    model = Model(tables, allow, deny)
    visible = narrow(catalog, Rules(written(allow), written(deny)))
    assert list(visible.all_names()) == model.visible()
    for one in tables:
        loaded = visible.load(one.name)
        assert (loaded is not None) == model.sees(one.name) == visible.sees(one.name)
        if loaded is not None:
            targets = [column.references for column in one.columns]
            seen = [r if model.sees(TableName(one.name.connection, r.schema, r.table)) else None for r in targets]
            assert [column.references for column in loaded.columns] == seen
    # What a name means is what it means where the hidden tables never were.
    for typed in ("a", "ab.b", "B.AB", "a/a.a", "bb", "aab"):
        here, there = resolve(typed, visible), resolve(typed, narrow(model_catalog(model), EVERYTHING))
        assert type(here) is type(there)
        assert (
            (here.table.name, len(here.table.columns)) == (there.table.name, len(there.table.columns))
            if isinstance(here, Found)
            else here == there
        )


@pytest.fixture(scope="module")
def random_catalog(tmp_path_factory):
    chance = random.Random(0)  # noqa: S311 - a seed to repeat the test with, no secret
    parts = ["a", "b", "A", "ab", "ba", "aab", "bb"]
    named = sorted({TableName(chance.choice("ab"), chance.choice(parts), chance.choice(parts)) for _ in range(60)})
    point = lambda: Reference(chance.choice(parts), chance.choice(parts), "ID")  # noqa: E731
    tables = [table_of(name)._replace(columns=(Column("X", references=point()),)) for name in named]
    return make_catalog(tmp_path_factory.mktemp("random"), tables), tables


def model_catalog(model):
    """The tables that the model shows, as a catalog without files."""
    kept = {one.name: one for one in model.tables if model.sees(one.name)}

    class Memory:
        def connections(self):
            return tuple(sorted({name.connection for name in kept}))

        def schemas(self, connection):
            return tuple(sorted({name.schema for name in kept if name.connection == connection}))

        def tables(self, connection, schema):
            return tuple(sorted(name.table for name in kept if name[:2] == (connection, schema)))

        def find(self, connection, schema, typed, **_):
            names = self.tables(connection, schema)
            return (typed,) if typed in names else tuple(one for one in names if one.lower() == typed.lower())

        def load(self, name):
            return kept.get(name)

    return Memory()


SNIPPET = """
from pathlib import Path
from tnotes.catalog.access import EVERYTHING, narrow
from tnotes.catalog.resolve import resolve
from tnotes.catalog.store import FolderCatalog

whole = FolderCatalog(Path())
resolve("T", narrow(whole, EVERYTHING))
resolve("T", whole)
"""


def test_the_whole_catalog_in_place_of_the_visible_one_is_a_type_error(tmp_path):
    pytest.importorskip("mypy", reason="mypy comes with the dev extra")
    (tmp_path / "snippet.py").write_text(SNIPPET)
    ran = subprocess.run(
        [sys.executable, "-m", "mypy", "--cache-dir", str(tmp_path / "cache"), "snippet.py"],
        cwd=tmp_path,
        env={"MYPYPATH": str(SRC), "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    errors = [line for line in ran.stdout.splitlines() if ": error:" in line]
    assert [re.match(r"snippet.py:(\d+):", line)[1] for line in errors] == ["9"], ran.stdout + ran.stderr
    assert '"FolderCatalog"; expected "VisibleCatalog"' in errors[0]
