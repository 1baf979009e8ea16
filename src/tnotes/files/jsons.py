"""JSON in and out: UTF-8, stable key order, no surprises."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tnotes.errors import UnreadableFile
from tnotes.files.guard import LFS


def dumps(value: Any) -> str:
    """One line of JSON with Hangul as itself. A lone surrogate, which no UTF-8 can hold, is written escaped."""
    text = json.dumps(value, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:
        return json.dumps(value)
    return text


def parse(text: str, path: Path) -> Any:
    """The JSON value of a file of the workspace."""
    if text.startswith(("<<<<<<< ", "{\n<<<<<<< ")) or "\n<<<<<<< " in text:
        line = text[: text.index("<<<<<<< ")].count("\n") + 1
        hint = "resolve it, or import the catalog again"
        raise UnreadableFile(path, line, "unresolved merge conflict", hint=hint, kind="conflict")
    if text.startswith(LFS):
        problem = "is a Git LFS pointer, its content was not fetched"
        raise UnreadableFile(path, 1, problem, hint="run: git lfs pull", kind="lfs")
    try:
        return json.loads(text)
    except json.JSONDecodeError as problem:
        raise UnreadableFile(
            path, problem.lineno, f"not JSON: {problem.msg}", hint="import the catalog again"
        ) from problem
    except ValueError as problem:  # a number of thousands of digits
        raise UnreadableFile(path, None, f"not JSON: {problem}", hint="import the catalog again") from problem
    except RecursionError as problem:
        raise UnreadableFile(path, None, "nested too deep", hint="import the catalog again") from problem
