"""Options before and after the verb, environment variables, texts that look like options."""

from notefiles import listed, only


def test_shared_options_stand_anywhere(place):
    place.add("sales.CUSTOMER", "x")
    right = place.tnotes("ls", "--json").fine().raw
    for arguments in (("--json", "ls"), ("-w", ".", "ls", "--json"), ("ls", "--json", "-w", str(place.root / "notes"))):
        assert place.tnotes(*arguments).fine().raw == right
    outside = place.root.parent
    assert place.tnotes("ls", "--json", "--workspace", str(place.root), cwd=outside).fine().raw == right
    assert place.tnotes("--json", "ls", env={"TNOTES_WORKSPACE": str(place.root)}, cwd=outside).fine().raw == right


def test_what_is_typed_beats_the_environment_and_the_last_beats_the_first(place):
    write = ("add", "sales.CUSTOMER", "x", "--json")
    place.tnotes(*write, env={"TNOTES_MODE": "playbook"}).refused()
    place.tnotes(*write, "--mode", "chat", env={"TNOTES_MODE": "playbook"}).fine()
    place.tnotes("--mode", "playbook", *write).refused()
    place.tnotes("--mode", "playbook", *write, "--mode", "chat").fine()
    place.tnotes(*write, env={"TNOTES_MODE": ""}).fine()  # an empty variable says nothing
    place.tnotes("ls", "-w", ".", env={"TNOTES_WORKSPACE": "/nowhere"}).fine()
    place.tnotes("ls", env={"TNOTES_WORKSPACE": "/nowhere"}).refused()


def test_author_and_conversation_come_from_options_then_variables_then_git(place):
    both = {"TNOTES_AUTHOR": "lee", "TNOTES_CONVERSATION": "c1"}
    one = only(place, place.add("sales.CUSTOMER", "a", "--author", "박", "--conversation", "c2", **both))
    other = only(place, place.add("sales.CUSTOMER", "b", **both))
    none = only(place, place.add("sales.CUSTOMER", "c"))
    assert [(note["author"], note["conversation"]) for note in (one, other, none)] == [
        ("박", "c2"),
        ("lee", "c1"),
        ("kim", None),
    ]


def test_a_text_may_begin_with_a_dash_and_a_blank_or_digit(place):
    for text in ("-9 means cancelled", "- a list", "-\tx"):
        note = place.add("sales.CUSTOMER", text)
    place.tnotes("edit", note, "-1").fine()
    assert [one["content"] for one in listed(place)] == ["-1", "- a list", "-9 means cancelled"]


def test_any_text_may_stand_behind_two_dashes(place):
    for text in ("--json", "-x", "--", "-", "-9"):
        place.tnotes("add", "sales.CUSTOMER", "--quiet", "--", text, given=b"from stdin").fine()
    assert {one["content"] for one in listed(place)} == {"--json", "-x", "--", "from stdin", "-9"}
    hint = place.tnotes("add", "sales.CUSTOMER", "-x marks it").refused().err
    assert "a text that begins with - goes behind --" in hint


def test_values_of_options_may_begin_with_a_dash(place):
    note = place.add("sales.CUSTOMER", "x", "--conversation", "-9", "--author", "- kim")
    assert (only(place, note)["conversation"], only(place, note)["author"]) == ("-9", "- kim")


def test_every_verb_explains_itself_with_an_example(empty):
    from tnotes.cli.app import VERBS

    for verb in VERBS:
        text = empty.tnotes(verb, "--help").fine().out
        assert text.startswith(f"Usage: tnotes {verb}")
        assert "Example" in text or verb in ("agent", "catalog", "index")
    listing = empty.tnotes("--help").fine().out
    assert all(f"\n  {verb} " in listing for verb in VERBS)


def test_the_version(empty):
    from tnotes import __version__

    assert empty.tnotes("--version").fine().out == f"tnotes {__version__}\n"
