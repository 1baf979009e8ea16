"""YAML text to a tree with positions, or an error that names file and line.

Built from libyaml's events, not from composed nodes: the event stream does not recurse (a file of 100,000 `[` crashes
the composer), shows anchors before anything is expanded, and costs a quarter.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tnotes.errors import UnreadableFile
from tnotes.files.fields import fields, int_of, mapping_of, sequence_of, text_of, to_plain
from tnotes.files.guard import BOM, MAX_SIZE, line_of, refuse_unusable, refused_character
from tnotes.files.nodes import Mapping, Node, Scalar, Sequence
from tnotes.files.tree import Builder

__all__ = [
    "MAX_SIZE",
    "Mapping",
    "Node",
    "Scalar",
    "Sequence",
    "fields",
    "int_of",
    "mapping_of",
    "parse",
    "sequence_of",
    "text_of",
    "to_plain",
]


def parse(text: str, path: Path | str) -> Mapping:
    """The one mapping that the text holds; offsets count in `text` as given, with its byte order mark if it has one."""
    refuse_unusable(text, path)
    builder = Builder(text, path, base=1 if text.startswith(BOM) else 0)
    for event in _events(text[builder.base :], path):
        builder.take(event)
    return builder.finish()


def _events(text: str, path: Path | str) -> Iterator[Any]:
    from ruamel.yaml import YAML  # 40 ms, and not needed where the cache answers
    from ruamel.yaml.error import MarkedYAMLError, YAMLError

    try:
        yield from YAML(typ="safe").parse(text)
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = line_of(text, min(mark.index, len(text.rstrip()))) if mark else None  # not beyond the last line
        raise UnreadableFile(path, line, f"not valid YAML: {error.problem}") from None
    except (YAMLError, UnicodeEncodeError):
        offset, problem = refused_character(text)
        raise UnreadableFile(path, line_of(text, offset), problem) from None
