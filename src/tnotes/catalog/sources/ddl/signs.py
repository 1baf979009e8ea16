"""Which dialect a dump is written in: each sign found in its first 64 KiB counts for one engine."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from tnotes.catalog.sources.clean import shown
from tnotes.catalog.sources.ddl.dialects import GENERIC, Dialect, by_name
from tnotes.catalog.sources.export import ExportFile
from tnotes.catalog.sources.opened import head_text
from tnotes.errors import BadExport

SURE, STRONG, WEAK, FAINT = 10, 5, 3, 1
_ENOUGH = 3

# Engine, weight, pattern. A pattern counts once, however often it is found.
_SIGNS = (
    ("mssql", SURE, r"^[ \t]*GO[ \t]*$|\[dbo\]\.|\bsp_addextendedproperty\b"),
    ("mssql", SURE, r"^[ \t]*SET\s+(?:ANSI_NULLS|QUOTED_IDENTIFIER|NOCOUNT|IDENTITY_INSERT)\b"),
    ("mssql", STRONG, r"\b(?:NON)?CLUSTERED\b|\bIDENTITY\s*\(\s*\d|\bGETDATE\s*\(|\bUNIQUEIDENTIFIER\b"),
    ("mssql", WEAK, r"\bN(?:VAR)?CHAR\b|\bNTEXT\b|\bDATETIME2\b|\bCREATE\s+TABLE\s+\["),
    ("oracle", SURE, r"^[ \t]*(?:REM|PROMPT|SPOOL|WHENEVER)\b|\bN?VARCHAR2\b|\bEDITIONABLE\b"),
    ("oracle", SURE, r"^[ \t]*SET\s+(?:DEFINE|FEEDBACK|ECHO|SERVEROUTPUT|LINESIZE|PAGESIZE|SQLBLANKLINES)\b"),
    ("oracle", STRONG, r"^/[ \t]*$|:NEW\.|\bSTORAGE\s*\(\s*INITIAL\b|\bALTER\s+SESSION\b|\bFROM\s+DUAL\b"),
    ("oracle", WEAK, r"\bNUMBER\b|\bSYSDATE\b|\bCLOB\b"),
    ("oracle", FAINT, r"^[ \t]*COMMENT\s+ON\s"),
    ("mysql", SURE, r"\bENGINE\s*=\s*(?:InnoDB|MyISAM|MEMORY|ARCHIVE|CSV|NDB|Aria)\b|\bAUTO_INCREMENT\b|/\*!\d{5}"),
    ("mysql", SURE, r"^-- (?:MySQL|MariaDB) dump\b|^LOCK\s+TABLES\b|\bCHARSET\s*=|^-- phpMyAdmin\b"),
    ("mysql", STRONG, r"^[ \t]*DELIMITER\b|\b(?:MEDIUM|LONG)(?:TEXT|BLOB)\b|\bMEDIUMINT\b|\bUNSIGNED\b"),
    ("mysql", WEAK, r"\bCREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?`|\bTINYINT\s*\(|\b(?:ENUM|SET)\s*\(\s*'"),
    ("mysql", FAINT, r"\bCOMMENT\s+'|\bDATETIME\b"),
    ("postgres", SURE, r"PostgreSQL database dump|\bpg_catalog\b|\bFROM\s+stdin\b|^\\(?:connect|restrict)\b"),
    ("postgres", SURE, r"\bplpgsql\b|\bsearch_path\b|\bCREATE\s+EXTENSION\b"),
    ("postgres", STRONG, r"\bnextval\s*\(|::\w|\b(?:BIG|SMALL)?SERIAL\b|\bOWNER\s+TO\b|\bJSONB\b|\bBYTEA\b"),
    ("postgres", WEAK, r"\bcharacter\s+varying\b|\bTIMESTAMPTZ\b|\btimestamp\s+with(?:out)?\s+time\s+zone\b"),
    ("postgres", FAINT, r"\bTEXT\b"),
    ("postgres", FAINT, r"^[ \t]*COMMENT\s+ON\s"),
    ("sqlite", SURE, r"^[ \t]*PRAGMA\b|\bWITHOUT\s+ROWID\b|\bsqlite_\w|\bDATETIME\s*\(\s*'NOW'|\bVIRTUAL\s+TABLE\b"),
    ("sqlite", STRONG, r"\bAUTOINCREMENT\b|\bINTEGER\s+(?:NOT\s+NULL\s+)?PRIMARY\s+KEY\b"),
    ("sqlite", STRONG, r"\bCREATE\s+TABLE\s[^(;]{1,200}\(\s*[\"\[`]?\w+[\"\]`]?\s*,"),  # a column without a type
    ("snowflake", SURE, r"\bTIMESTAMP_(?:NTZ|LTZ|TZ)\b|\bVARCHAR\(16777216\)|\bNUMBER\(38, ?0\)|\bCOPY\s+GRANTS\b"),
    ("snowflake", STRONG, r"\bCREATE\s+OR\s+REPLACE\s+(?:TRANSIENT\s+|DYNAMIC\s+)?TABLE\b|\bVARIANT\b"),
    ("snowflake", STRONG, r"\bCREATE\s+(?:OR\s+REPLACE\s+)?(?:WAREHOUSE|STAGE|FILE\s+FORMAT|PIPE|STREAM)\b"),
    ("bigquery", SURE, r"\bINT64\b|\bFLOAT64\b|\bCREATE\s+(?:OR\s+REPLACE\s+)?TABLE\s+`[\w-]+(?:\.[\w-]+)+`"),
    ("bigquery", STRONG, r"\bSTRUCT<|\bARRAY<|\bOPTIONS\s*\("),
    ("db2", SURE, r"--#SET\s+TERMINATOR\b|\bFOR\s+BIT\s+DATA\b|\bORGANIZE\s+BY\s+(?:ROW|COLUMN)\b|\bSYS(?:IBM|CAT)\b"),
    ("db2", STRONG, r"\bREFERENCING\s+(?:NEW|OLD)\s+AS\s+(?:new|old|n|o)\b|^[ \t]*CONNECT\s+TO\b|\bCCSID\b"),
    ("db2", WEAK, r"\bGENERATED\s+(?:ALWAYS|BY\s+DEFAULT)\s+AS\s+IDENTITY\b"),
    ("duckdb", SURE, r"\bU?HUGEINT\b|\bU(?:TINY|SMALL|BIG)INT\b|\bread_(?:csv|parquet|json)\w*\s*\(|\bMACRO\b"),
    ("duckdb", STRONG, r"\bSTRUCT\s*\(|\b(?:VARCHAR|INTEGER|DOUBLE)\[\]"),
    ("databricks", SURE, r"\bUSING\s+DELTA\b|\bTBLPROPERTIES\b"),
    ("clickhouse", SURE, r"\bENGINE\s*=\s*\w*MergeTree\b"),
    ("redshift", SURE, r"\b(?:DIST|SORT)KEY\b|\bDISTSTYLE\b"),
    ("cockroachdb", STRONG, r"\bcrdb_\w|\bFAMILY\s+\"?primary\b|\bINTERLEAVE\s+IN\s+PARENT\b"),
)
_COMPILED = tuple((name, weight, re.compile(text, re.IGNORECASE | re.MULTILINE)) for name, weight, text in _SIGNS)
# People name the file after the engine. Word ends by hand: `_` is no boundary for \b.
_IN_NAMES = re.compile(
    r"(?<![a-z])(?:(postgres|pgsql|yugabyte)|(cockroach)|(mysql)|(mariadb)|(sqlite)|(mssql|sql-?server|tsql)|(oracle)"
    r"|(snowflake)|(bigquery)|(db2)|(duckdb)|(redshift))",
    re.IGNORECASE,
)
_NAMES = (
    *("postgres", "cockroachdb", "mysql", "mariadb", "sqlite", "mssql", "oracle"),
    *("snowflake", "bigquery", "db2", "duckdb", "redshift"),
)
_KIN = {"cockroachdb": "postgres", "redshift": "postgres", "mariadb": "mysql"}
_MARIADB = re.compile(r"^-- MariaDB dump\b|\bMariaDB\b.{0,100}\bdistrib", re.IGNORECASE | re.MULTILINE)


def detect(files: Sequence[ExportFile]) -> Dialect:
    """The dialect that the files together speak for; GENERIC where they do not tell."""
    scores = [_scores(file) for file in files]
    total: Counter[str] = Counter()
    for one in scores:
        total.update(one)
    best = _best(total)
    if best is None:
        return GENERIC
    for file, one in zip(files, scores, strict=True):
        own = _best(one)
        if own and one[own] >= SURE and one[best] < SURE and _KIN.get(own, own) != _KIN.get(best, best):
            problem = f"{shown(file.path)} looks like {own}, other files like {best}"
            raise BadExport(problem, hint="import each into its own connection, or give --dialect")
    return by_name(best)


def _scores(file: ExportFile) -> Counter[str]:
    text = head_text(file)
    scores: Counter[str] = Counter()
    for name, weight, pattern in _COMPILED:
        if pattern.search(text):
            scores[name] += weight
    if said := _IN_NAMES.search(file.path.name):
        scores[_NAMES[(said.lastindex or 1) - 1]] += WEAK
    if _MARIADB.search(text):
        scores["mariadb"] += SURE
    return scores


def _best(scores: Counter[str]) -> str | None:
    # what speaks for the base speaks for its kin, once the kin has shown itself
    kin = {name: scores[name] + scores[base] for name, base in _KIN.items() if scores[name]}
    ranked = Counter(scores | kin).most_common(1)
    return ranked[0][0] if ranked and ranked[0][1] >= _ENOUGH else None
