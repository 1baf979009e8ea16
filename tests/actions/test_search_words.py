"""Questions in Korean, English and identifiers find their table among many others; the large version is a benchmark."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize("distractors", [0, 500])
def test_recall_over_other_notes(monkeypatch: pytest.MonkeyPatch, distractors: int):
    monkeypatch.setattr(sys, "path", [*sys.path, str(Path(__file__).parents[2] / "benchmarks")])
    from search_words import PAIRS, recall

    found, missed = recall(distractors)
    assert len(PAIRS) == 30
    assert found >= 28, missed
