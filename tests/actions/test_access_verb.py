"""`tnotes access`: which rule lets whom see a table; groups of roles; counts that tell nothing of what is hidden."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from builders import Place, make_database
from catalogs import columns_csv
from tnotes.actions.session import open_session
from tnotes.catalog.access import Rules, together
from tnotes.catalog.table import TableName

SETTINGS = """\
version: 1
roles:
  analyst:
    deny: ["archive.*"]
  sales:
    allow: ["sales.*", "*.ORDERS"]
  nobody:
    allow: []
  steward:
    admin: true
groups:
  everybody: [analyst, sales]
  lead: [sales, steward]
"""


@pytest.fixture
def divided(place):
    (place.root / "tnotes.yaml").write_text(SETTINGS)
    place.git("commit", "--quiet", "--all", "--message=roles")
    return place


def rows(place: Place, table: str, role: str = "steward"):
    found = place.tnotes("access", table, "--role", role, "--json").fine().json
    assert list(found) == ["connection", "schema", "table", "default_role", "access"]
    assert all(list(one) == ["name", "kind", "admin", "sees", "rule", "pattern", "of"] for one in found["access"])
    return {one["name"]: (one["sees"], one["rule"], one["pattern"], one["of"]) for one in found["access"]}


def test_every_role_and_group_with_the_rule_that_decides(divided):
    assert rows(divided, "sales.CUSTOMER") == {
        None: (True, "no role named", None, None),
        "analyst": (True, "allow", "*", "analyst"),
        "sales": (True, "allow", "sales.*", "sales"),
        "nobody": (False, "not allowed", None, None),
        "steward": (True, "allow", "*", "steward"),
        "everybody": (True, "allow", "*", "analyst"),
        "lead": (True, "allow", "sales.*", "sales"),
    }
    archive = rows(divided, "archive.CUSTOMER", "lead")
    assert archive["everybody"] == archive["analyst"] == (False, "deny", "archive.*", "analyst")
    assert archive["sales"] == (False, "not allowed", None, None)
    assert archive["lead"] == (True, "allow", "*", "steward")


def test_what_it_says_is_what_is_so(divided):
    for table in ("sales.CUSTOMER", "sales.ORDERS", "archive.CUSTOMER"):
        for role, (sees, *_) in rows(divided, table).items():
            name = TableName("warehouse", *table.split("."))
            assert (open_session(divided.root, role=role).visible.load(name) is not None) == sees, (table, role)


@pytest.mark.parametrize("role", ["analyst", "everybody", None])
def test_it_is_for_administrators(divided, role):
    for table in ("sales.CUSTOMER", "archive.CUSTOMER", "nothing.X"):
        more = ("--role", role) if role else ()
        assert divided.tnotes("access", table, "--json", *more).refused().error["code"] == "not_administrator"


def test_an_administrator_is_told_of_what_is_seen_only(divided):
    (divided.root / "tnotes.yaml").write_text(SETTINGS.replace("admin: true", 'admin: true\n    deny: ["archive.*"]'))
    refused = divided.tnotes("access", "archive.CUSTOMER", "--role", "steward", "--json").refused()
    assert refused.error["code"] == "unknown_table"


def test_without_roles_the_person_at_the_terminal_administers(place):
    assert rows(place, "sales.CUSTOMER", role="") == {None: (True, "no role named", None, None)}


@pytest.mark.parametrize(
    ("groups", "said"),
    [
        ("a: [nothing]", "group a: 'nothing' is not among the roles"),
        ("analyst: [sales]", "'analyst' is a role and a group"),
        ("a: []", "group a has no roles"),
        ("a: analyst", "a list of roles is needed here"),
        ("a: [b]\n  b: [sales]", "group a: 'b' is not among the roles"),
    ],
)
def test_a_group_that_cannot_be_is_said(place, groups, said):
    (place.root / "tnotes.yaml").write_text(f"version: 1\nroles: {{analyst: {{}}, sales: {{}}}}\ngroups:\n  {groups}\n")
    assert said in place.tnotes("ls", "--json").refused().error["message"]


def test_a_group_may_be_the_default(divided):
    (divided.root / "tnotes.yaml").write_text(SETTINGS + "default_role: everybody\n")
    divided.tnotes("card", "archive.CUSTOMER").refused()
    found = divided.tnotes("access", "archive.CUSTOMER", "--role", "steward", "--json").fine().json
    assert found["default_role"] == "everybody"
    assert None not in [one["name"] for one in found["access"]]


PATTERNS = ["*", "a.*", "b.*", "*.x", "a.x", "w/a.*", "v/*", "b.y?", "*.?", "w/b.yy"]
TABLES = [TableName(c, s, t) for c in "wv" for s in "ab" for t in ("x", "y", "yy")]


def obviously(roles, name):
    """The rule of groups, slow and plain: each role is asked alone, a denial of anybody first."""
    one = lambda pattern: Rules((pattern,), ()).may_read(name)  # noqa: E731
    if any(one(pattern) for role in roles for pattern in role.deny):
        return False
    return any(one(pattern) for role in roles for pattern in role.allow)


@pytest.mark.parametrize("seed", range(100))
def test_a_random_group_sees_what_the_slow_model_says(seed):
    chance = random.Random(seed)  # noqa: S311 - a seed to repeat the test with, no secret
    some = lambda most: tuple(chance.sample(PATTERNS, chance.randint(0, most)))  # noqa: E731
    roles = [Rules(some(3), some(2)) for _ in range(chance.randint(1, 4))]
    whole = together(roles)
    for name in TABLES:
        assert whole.may_read(name) == whole.decision(name).sees == obviously(roles, name)
    for one, other in combinations(roles, 2):  # the order of roles says nothing
        assert [together([one, other]).may_read(n) for n in TABLES] == [
            together([other, one]).may_read(n) for n in TABLES
        ]


# Counts of what is hidden


def test_an_import_counts_what_its_role_sees(divided, tmp_path):
    export = columns_csv(tmp_path / "columns.csv", [("sales", "NEW"), ("archive", "OLD"), ("archive", "OLDER")])
    found = (
        divided.tnotes("catalog", "import", str(export), "-c", "warehouse", "--json", "--role", "analyst").fine().json
    )
    assert (found["added"], found["unavailable"]) == (1, 2)
    damaged = divided.root / "catalog" / "warehouse" / "archive" / "OLD.json"
    damaged.write_text("{")
    again = divided.tnotes("catalog", "import", str(export), "-c", "warehouse", "--json", "--role", "analyst").fine()
    assert (again.json["unchanged"], again.json["changed"], again.json["replaced"]) == (1, 0, [])
    damaged.write_text("{")
    whole = divided.tnotes("catalog", "import", str(export), "-c", "warehouse", "--json").fine().json
    assert (whole["unchanged"], whole["changed"], len(whole["replaced"])) == (2, 1, 1)


def test_the_index_counts_what_its_role_sees(divided):
    divided.add("archive.CUSTOMER", "x")
    divided.add("sales.ORDERS", "x")

    def counts(*more):
        found = divided.tnotes("index", "rebuild", "--json", *more).fine().json
        return found["tables"], found["notes"]

    assert counts() == (3, 2)
    assert counts("--role", "analyst") == (2, 1)
    assert counts("--role", "nobody") == (0, 0)


def test_a_family_whose_shards_are_hidden(place):
    shards = tuple(f"CREATE TABLE events_2020110{day} (A INTEGER)" for day in (1, 2))
    database = make_database(place.root.parent / "shards.sqlite", shards)
    place.tnotes("catalog", "import", str(database), "-c", "web", "--schema", "main").fine()
    text = 'version: 1\nroles:\n  few: {deny: ["*.events_2020????"]}\n  steward: {admin: true}\n'
    (place.root / "tnotes.yaml").write_text(text)
    assert rows(place, "events_*")["few"] == (False, "all shards hidden", None, None)
