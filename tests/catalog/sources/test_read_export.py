from __future__ import annotations

import gzip
import io
import json
import os
import subprocess
import sys
import zipfile

import pytest

from tnotes.catalog.sources import detect, read_export
from tnotes.catalog.sources.export import ExportFile, Options
from tnotes.errors import BadExport, UsageError

TBLS = {"name": "s", "tables": [{"name": "t", "type": "VIEW", "columns": [{"name": "a"}]}], "driver": {"name": "mysql"}}
COLUMNS = "table_schema,table_name,column_name\ns,t,a\n"


def zipped():
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("a.csv", COLUMNS)
    return target.getvalue()


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"", "is empty"),
        (gzip.compress(COLUMNS.encode(), mtime=0), "gzip"),
        (zipped(), "zip archive"),
        (b"PGDMP\x01\x0e", "pg_dump archive"),
        (b"\x00\x01\x02" * 50, "binary file"),
        ("\n<!DOCTYPE html><html>", "HTML page"),
        ("<?xml version='1.0'?>", "XML"),
        ("version https://git-lfs.github.com/spec/v1\noid sha256:0\n", "Git LFS pointer"),
        ("INSERT INTO t VALUES (1);", "SQL"),
        ({"metadata": {"dbt_schema_version": "https://schemas.getdbt.com/dbt/manifest/v12.json"}}, "dbt"),
        ({"question": "how many?", "tables": ["a"]}, "JSON of an unknown kind"),
        ("a,b\n1,2\n", "without table_name and column_name; its headers are a, b"),
        ("Dear all,\n", "unknown kind|without table_name"),
        ("\x1b[31m", "unknown kind"),
    ],
)
def test_a_refusal_says_what_the_file_is(take, content, what):
    with pytest.raises(BadExport, match=what) as caught:
        take(content)
    assert caught.value.hint
    assert "\n" not in caught.value.message
    assert "\x1b" not in caught.value.message


def test_files_that_are_not_there_or_no_files(tmp_path):
    for path, problem in ((tmp_path / "none.json", "no such file"), (tmp_path, "is a directory")):
        with pytest.raises(BadExport, match=problem):
            read_export([path], None, Options())
    with pytest.raises(BadExport, match="cannot be read"):
        read_export([tmp_path / "a\0b"], None, Options())
    with pytest.raises(BadExport, match="no file"):
        read_export([], "information-schema", Options())


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_named_pipe_is_refused_without_waiting(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(BadExport, match="not a regular file"):
        read_export([tmp_path / "pipe"], None, Options())


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads everything")
def test_a_file_without_permission(tmp_path):
    path = tmp_path / "closed.json"
    path.write_text(json.dumps(TBLS))
    path.chmod(0)
    with pytest.raises(BadExport, match="Permission denied"):
        read_export([path], None, Options())


def test_a_file_over_the_limit(tmp_path):
    path = tmp_path / "big.json"
    path.write_text(json.dumps(TBLS))
    os.truncate(path, 256 * 1024 * 1024 + 1)  # sparse: it takes no room
    with pytest.raises(BadExport, match="the limit for tbls is 268,435,456"):
        read_export([path], None, Options())


def test_files_of_different_formats_are_refused(take):
    with pytest.raises(BadExport, match=r"is information-schema, but .*export1 is tbls"):
        take(TBLS, COLUMNS)


def test_the_format_is_auto_or_one_of_the_list(take):
    assert take(TBLS, format_name="auto").format == "tbls"
    assert take(COLUMNS, format_name="information-schema").format == "information-schema"
    with pytest.raises(UsageError, match="unknown format"):
        take(TBLS, format_name="xml")


def test_detect_goes_by_content(tmp_path):
    file = ExportFile(tmp_path / "anything.txt", 10, json.dumps(TBLS).encode())
    assert detect([file]).name == "tbls"


def test_the_import_stays_light():
    code = (
        "import sys, tnotes.catalog.sources;"
        "print([name for name in ('json', 'csv', 'sqlite3', 'sqlglot', 'git') if name in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
