from builders import Place


def test_a_note_reaches_the_card_of_its_table(place: Place) -> None:
    note = place.add("sales.CUSTOMER", "9 means cancelled.", "--column", "stat_cd")
    columns = {column["name"]: column["notes"] for column in place.card("sales.CUSTOMER")["columns"]}
    assert [one["id"] for one in columns["STAT_CD"]] == [note]


def test_a_refused_note_changes_nothing(place: Place) -> None:
    with place.unchanged():
        place.tnotes("add", "CUSTOMER", "x").refused()
        place.tnotes("add", "sales.NOPE", "x").refused()
        place.tnotes("add", "sales.CUSTOMER", " ").refused()
