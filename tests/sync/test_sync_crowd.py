"""A few clones that add and sync at once: nothing lost, all equal, every exit code 0."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from builders import Place

NOTES = 3


def work(place: Place) -> list[str]:
    """What one person does, and the texts of it. Any failure is raised."""
    texts = []
    for number in range(NOTES):
        text = f"Fact {number} of {place.root.name}."
        place.add(("sales.CUSTOMER", "sales.ORDERS")[number % 2], text)
        place.tnotes("sync").fine()
        texts.append(text)
    return texts


def test_three_clones_add_and_sync_at_once(team):
    places = [team.kim, team.lee, team.clone("park")]
    team.kim.tnotes("sync").fine()
    before = Counter(note["content"] for note in listed(team.kim))
    with ThreadPoolExecutor(len(places)) as pool:
        added = [text for texts in pool.map(work, places) for text in texts]
    for place in places:
        place.tnotes("sync").fine()
    assert {place.head() for place in places} == {team.hub_git("rev-parse", "main").strip()}
    wanted = before + Counter(added)
    assert len(set(added)) == NOTES * len(places)
    for place in places:
        notes = listed(place)
        assert Counter(note["content"] for note in notes) == wanted
        assert len({note["id"] for note in notes}) == len(notes)
        assert not any("<<<<<<<" in path.read_text() for path in (place.root / "notes").rglob("*.yaml"))
        assert place.git("status", "--porcelain") == ""


def listed(place: Place) -> list[dict[str, str]]:
    """All notes of a clone, whatever became of them."""
    found: list[dict[str, str]] = place.tnotes("ls", "--status", "all", "--json").fine().json["notes"]
    return found
