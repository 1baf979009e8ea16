"""TN304: names of people."""

from __future__ import annotations

from tnotes.checks.words.people import people_in_any
from tnotes.checks.words.rule import WordRule

RULE = WordRule(
    id="TN304",
    title="The name of a person",
    why="A note says what a table means; who said or did it belongs to the trail, and names outlive jobs and consent.",
    severity="error",
    advice="Leave the person out and keep the fact. Say what the column identifies and how it joins to the user "
    'directory: "REG_EMP_NO is who entered the row; join hr.users.id".',
    find=people_in_any,
    bad=("김철수 과장이 만든 코드", "박지영 님이 2025-03-02에 수정", "Jane Doe said that 9 means cancelled"),
    good=("과장 이상만 결재한다", "New York and Los Angeles share a tax code", "employee name as in hr.users"),
    refused=True,
)
