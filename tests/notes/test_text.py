import pytest

from tnotes.errors import BadText
from tnotes.notes.text import MOST_CHARACTERS, clean


@pytest.mark.parametrize(
    "text",
    [
        "9",
        "😀",
        "👩‍👩‍👧 🇰🇷",
        "!?…",
        "a\tb",
        "a\nb",
        "\n".join(f"line {number}" for number in range(200)),
        "del \x7f, nel \x85x, bullet \x95, apc \x9f",
        "a\u2028b\u2029c\u200bd\ufeffe",
        "NO",
        "0123",
        "- a",
        "x" * MOST_CHARACTERS,
        "가" * MOST_CHARACTERS,
        "해지".encode().decode() + " \u1112\u1162",  # composed and decomposed stay as they came
    ],
)
def test_a_text_is_kept_as_it_was_given(text):
    assert clean(text) == text


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("  x  ", "x"),
        ("\n\tx\r\n", "x"),
        ("a\r\nb\r\n", "a\nb"),
        ("\u3000x\u00a0", "x"),
        (" " * MOST_CHARACTERS + "x", "x"),
    ],
)
def test_a_text_is_trimmed_and_has_line_feeds(given, kept):
    assert clean(given) == kept


@pytest.mark.parametrize("text", ["", " ", "\n\t \r\n", "\u3000\u00a0"])
def test_a_text_without_anything_is_refused(text):
    with pytest.raises(BadText, match="empty"):
        clean(text)


@pytest.mark.parametrize("length", [MOST_CHARACTERS + 1, 10_000, 1_000_000])
def test_a_text_has_a_most(length):
    with pytest.raises(BadText, match=f"{length:,} characters"):
        clean("x" * length)


def test_five_hundred_full_lines_are_too_long():
    with pytest.raises(BadText, match="at most 2,000"):
        clean("\n".join(["a line"] * 500))


@pytest.mark.parametrize("code", [code for code in range(32) if code not in (9, 10)])
@pytest.mark.parametrize("place", ["{}x", "a{}x", "a{}"])  # at the edges some would pass for white space
def test_control_characters_are_refused(code, place):
    with pytest.raises(BadText, match=r"U\+|carriage return"):
        clean(place.format(chr(code)))


def test_a_byte_that_is_not_utf8_is_named():
    with pytest.raises(BadText, match="byte FF"):
        clean(b"a\xff".decode(errors="surrogateescape"))


def test_a_lone_surrogate_is_refused():
    with pytest.raises(BadText, match="lone surrogate U\\+D800"):
        clean("a\ud800")
