"""A folder of dbt given in place of its files."""

from __future__ import annotations

from pathlib import Path

from tnotes.catalog.sources.opened import refusal

_NAMES = ("manifest.json", "catalog.json")


def files_of(path: Path) -> tuple[Path, ...]:
    """The artifacts in a folder or in `target/` below it; a file is itself."""
    try:
        if not path.is_dir():
            return (path,)
        for folder in (path, path / "target"):
            if found := tuple(folder / name for name in _NAMES if (folder / name).is_file()):
                return found
    except (OSError, ValueError):  # a NUL in the path, a folder that is closed: opening it says which
        return (path,)
    hint = "give the files of the export themselves, or a project of dbt after `dbt docs generate`"
    raise refusal(path, f"is a directory without {' or '.join(_NAMES)}", hint)
