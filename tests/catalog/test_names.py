"""A name to its path component: one file for each name, on every platform."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from catalogs import NASTY, RESERVED, names
from tnotes.catalog.layout import places
from tnotes.catalog.names import component, exact, guess, paste, quote
from tnotes.catalog.table import TableName
from tnotes.errors import BadName
from tnotes.words import fold

WINDOWS = {"CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"}
WINDOWS |= {f"{port}{digit}" for port in ("COM", "LPT") for digit in "0123456789¹²³"}


def as_others_see(path_component):
    """The component as a file system may compare it: case and composition aside."""
    return unicodedata.normalize("NFD", fold(path_component))


def check_component(found):
    assert found not in ("", ".", "..")
    assert found[0] not in ". "
    assert found[-1] not in ". "
    assert found == found.strip()
    assert not re.search(r'[\x00-\x1f\x7f<>:"/\\|?*]', found)
    assert found.partition(".")[0].rstrip().upper() not in WINDOWS
    for extension in (".json", ".yaml"):
        assert len((found + extension).encode()) <= 255
    assert not found.lower().startswith((".git", "git~"))
    assert found == unicodedata.normalize("NFC", found)


@pytest.mark.parametrize("name", ["CUSTOMER", "고객", "Order Details", "V$SESSION", "a-b", "#temp", "it's", "a.b"])
def test_plain_names_stay_plain(name):
    assert component(name) == name


@pytest.mark.parametrize("twin", [False, True])
@pytest.mark.parametrize("name", NASTY)
def test_every_component_can_lie_on_every_platform(name, twin):
    check_component(component(name, twin=twin))


@given(names, st.booleans())
def test_every_component_of_any_text_can_lie_on_every_platform(name, twin):
    check_component(component(name, twin=twin))


@pytest.mark.parametrize("extension", ["", ".txt", ".tar.gz", " ", " .x"])
@pytest.mark.parametrize("name", sorted(WINDOWS))
def test_no_reserved_name_in_any_case_with_any_extension(name, extension):
    for spelled in (name, name.lower(), name.capitalize()):
        check_component(component(spelled + extension))
        assert exact(component(spelled + extension)) == spelled + extension


def test_a_name_that_only_begins_as_a_reserved_one_stays_plain():
    assert [component(name) for name in ("CONTRACT", "COM10", "AUXILIARY", "null")] == [
        "CONTRACT",
        "COM10",
        "AUXILIARY",
        "null",
    ]


@given(st.lists(names, min_size=2, max_size=6, unique=True))
@example(["Customer", "CUSTOMER", "customer"])
@example(["café", "cafe\u0301", "CAFÉ"])
@example(["Ω", "\u2126"])
@example(["나" * 200 + "1", "나" * 200 + "2"])
@example(["con", "CON", "%63on", "%43ON"])
@example(["a~b", "a%7Eb", "A~B"])
@example([".", "%2E", "%2e"])
def test_two_names_beside_each_other_never_share_a_file(beside):
    found = places(TableName("c", "s", name) for name in beside)
    assert len({as_others_see(place.name) for place in found.values()}) == len(beside)


@given(st.lists(st.tuples(names, names, names), min_size=1, max_size=6, unique=True), st.randoms())
def test_two_tables_never_share_a_file_and_their_order_does_not_matter(tables, random):
    named = [TableName(*one) for one in tables]
    found = places(named)
    assert len({as_others_see(str(place)) for place in found.values()}) == len(named)
    random.shuffle(named)
    assert places(named) == found
    for place in found.values():
        assert len(place.parts) == 3
        for part in place.parts:
            check_component(part)


@given(names)
def test_a_component_without_a_hash_gives_its_name_back(name):
    found = component(name)
    told = exact(found)
    assert told == (None if "~" in found else unicodedata.normalize("NFC", name))
    assert component(told or name) == found


def test_a_lone_surrogate_that_nobody_stopped_still_has_its_own_component():
    check_component(component("a\ud800b"))
    assert exact(component("a\ud800b")) == "a\ud800b"


@pytest.mark.parametrize("made", ["%2", "%ff", "a%", "%41", "%2e", "%C3%28", "x~1", "%"])
def test_what_our_rule_never_wrote_is_left_to_the_header(made):
    assert exact(made) is None
    assert guess(made)


@given(st.text(min_size=1, max_size=40).filter(lambda text: "\0" not in text))
def test_any_file_name_can_be_asked_for_its_name(made):
    told = exact(made)
    assert told is None or "%" not in made or component(told) == made


def test_only_twins_and_long_names_get_a_hash():
    assert component("가" * 66) == "가" * 66
    assert "~" in component("가" * 67)
    found = places(TableName("c", "s", name) for name in ("Customer", "CUSTOMER", "ORDERS"))
    assert ["~" in place.name for place in found.values()] == [True, True, False]
    assert all("~" not in part for place in found.values() for part in place.parts[:2])


def test_twin_schemas_and_connections_live_apart_too():
    found = places([TableName("c", "Sales", "T"), TableName("c", "sales", "T"), TableName("C", "x", "T")])
    assert len({str(place).lower() for place in found.values()}) == 3
    assert [["~" in part for part in place.parts] for place in found.values()] == [
        [True, True, False],
        [True, True, False],
        [True, False, False],
    ]


def test_a_name_cannot_be_empty():
    with pytest.raises(BadName):
        component("")


@pytest.mark.parametrize("name", ["CUSTOMER", "Order Details", "고객", "a-b", "V$SESSION", "#temp", "_x"])
def test_a_plain_name_is_pasted_without_quotes(name):
    assert quote(name) == name


@pytest.mark.parametrize("name", ["a.b", "a/b", 'a"b', "-x", " x", "x ", "[x]", "`x`", "it's", "a  b", "a\nb", ""])
def test_every_other_name_is_quoted(name):
    assert quote(name) == '"' + name.replace('"', '""') + '"'


def test_paste_names_the_connection_where_it_is_asked_for():
    name = TableName("wh.dw", "sales", "a.b")
    assert paste(name, connection=False) == 'sales."a.b"'
    assert paste(name, connection=True) == '"wh.dw"/sales."a.b"'


def test_the_reserved_list_of_the_builders_is_reserved():
    assert all(component(name) != name for name in RESERVED)
