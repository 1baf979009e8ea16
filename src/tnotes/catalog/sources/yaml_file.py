"""YAML exports, read strictly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tnotes.catalog.sources.clean import shown
from tnotes.catalog.sources.export import ExportFile
from tnotes.catalog.sources.opened import read_text, refusal
from tnotes.catalog.sources.outline import is_json
from tnotes.catalog.sources.shapes import Node, load_object
from tnotes.errors import UnreadableFile

if TYPE_CHECKING:
    from tnotes.files.yaml import Node as Parsed


def load_mapping(file: ExportFile) -> Node:
    """The mapping that the file is, be it YAML or JSON, or BadExport with the line of the mistake."""
    if is_json(file):
        return load_object(file)
    from tnotes.files.yaml import parse

    text = read_text(file).removeprefix("\ufeff")
    try:
        return Node(f"{shown(file.path)}: ", _plain(parse(text, file.path)))
    except UnreadableFile as error:
        where = "" if error.line is None else f"line {error.line}: "
        raise refusal(file.path, f"{where}{shown(error.problem)}", "write it as plain YAML") from error


def _plain(node: Parsed) -> Any:
    """The tree as dicts, lists and values; a number stays as it is written, since 007 may be a code."""
    from tnotes.files.yaml import Mapping, Scalar, Sequence, to_plain

    if isinstance(node, Mapping):
        return {key.text: _plain(value) for key, value in node.pairs}
    if isinstance(node, Sequence):
        return [_plain(item) for item in node.items]
    return node.text if isinstance(node, Scalar) and node.tag in ("int", "float") else to_plain(node)
