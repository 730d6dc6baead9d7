"""Reads a store: its views for SQL, and answers to questions."""

import atexit
import csv
import io
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import duckdb

from keystroke_tools.cli import Failure, visible

# What a file of a store may unfold to, and how many rows all may have. The committed baseline,
# which is folded as a store is, has 16,733 rows.
MOST_ROWS, MOST_BYTES, MOST_STORED = 10_000_000, 1 << 30, 500_000_000
FILES = "suite=*/month=*/*.parquet"
VIEWS = r"""
CREATE VIEW rows AS
  SELECT *, filename AS file, file_index, file_row_number
  FROM read_parquet({files}, hive_partitioning = true,
                    hive_types = {{'suite': VARCHAR, 'month': VARCHAR}});
CREATE VIEW figures AS
  SELECT * EXCLUDE (file, file_index, file_row_number),
         concat_ws('/', strategy, "value", locale, "length", script) AS cell, file
  FROM rows;
-- One row of each file has the metadata that all of its rows have.
CREATE VIEW runs AS
  SELECT suite, month, COLUMNS('^(run|commit|dirty|start|end|status|seed|rounds_planned|swift|'
    'configuration|icu|cldr|allocator|allocator_version|valgrind|libc|architecture|cpu|cores|'
    'kernel|clock|virtualisation|load_at_start|load_at_end|warnings|machine|run_json|file)$')
  FROM rows WHERE file_row_number = 0;
"""


def pattern(path: object) -> str:
    """Return what DuckDB reads as this one path: it takes paths for patterns."""
    escaped = re.sub(r"[*?\[]", r"[\g<0>]", str(path))
    # In a pattern a backslash parts folders.
    if "\\" in escaped and escaped != str(path):
        raise Failure(f"{path}: a folder with a backslash and one of *?[ cannot be read; rename it")
    return escaped


def is_store(folder: Path) -> bool:
    """Return True if a folder is a store, and not a folder of runs."""
    return next(folder.glob(FILES), None) is not None


def connect(store: Path) -> tuple[Any, list[str]]:
    """Return a connection with the views rows, figures and runs, and the files in them."""
    if not is_store(store):
        raise Failure(f"{store}: no store; make one with: scripts/store add RUN --into {store}")
    connection = duckdb.connect(
        config={
            "memory_limit": "256MB",
            "autoinstall_known_extensions": False,
            # Its own choice is a folder beside the caller's.
            "temp_directory": _temporary_folder(),
            "max_temp_directory_size": "2GB",
        }
    )
    # All queries read the same files, even if a run is added meanwhile.
    files = sorted(str(path) for path in store.glob(FILES))
    # Several queries look up the columns of each file.
    query(connection, "SET parquet_metadata_cache = true")
    _refuse_endless(connection, files)
    named = ", ".join(literal(pattern(file)) for file in files)
    query(connection, VIEWS.format(files=f"[{named}]"))
    return connection, files


def _temporary_folder() -> str:
    """Make a folder for what does not fit into memory, which goes with this process."""
    folder = tempfile.mkdtemp(prefix="keystroke-bench-store-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _refuse_endless(connection: Any, files: Sequence[str]) -> None:
    """Raise Failure if a file unfolds to more than any run has: it may be a stranger's."""
    found = query(
        connection,
        "SELECT file_name, sum(row_group_num_rows) FILTER (column_id = 0), "
        "sum(total_uncompressed_size) "
        f"FROM parquet_metadata([{', '.join(literal(pattern(file)) for file in files)}]) "
        "GROUP BY file_name",
    )
    for name, rows, size in found:
        if rows > MOST_ROWS or size > MOST_BYTES:
            raise Failure(
                f"{name}: it unfolds to {rows} rows of {size >> 20} MB, more than a run has "
                f"({MOST_ROWS} rows, {MOST_BYTES >> 20} MB); take it out of the store"
            )
    if sum(rows for _, rows, _ in found) > MOST_STORED:
        raise Failure(f"{len(files)} files have more than {MOST_STORED} rows; divide the store")


@contextmanager
def one_line_errors() -> Iterator[None]:
    """Raise Failure if a file of a store is damaged, or a query is not SQL."""
    try:
        yield
    except duckdb.Error as error:
        raise Failure(str(error).split("\n\n")[0]) from None


def query(
    connection: Any, sql: str, values: Sequence[object] | None = None
) -> list[tuple[Any, ...]]:
    """Return the rows of a query, or raise Failure."""
    with one_line_errors():
        return list(connection.execute(sql, values).fetchall())


def literal(text: object) -> str:
    """Return a text as an SQL literal."""
    return "'" + str(text).replace("'", "''") + "'"


def names(columns: Sequence[str]) -> str:
    """Return names of columns as SQL identifiers."""
    return ", ".join(f'"{name}"' for name in columns)


def answer(store: Path, sql: str, as_csv: bool = False) -> str:
    """Return the result of a query in SQL, as a table or as CSV."""
    connection, _ = connect(store)
    rows = query(connection, sql)
    heads = [visible(column[0]) for column in connection.description or []]
    if as_csv:
        made = io.StringIO()
        # A terminal obeys what a stranger's store may hold; a file keeps it.
        shown = [list(map(_shown, row)) for row in rows] if sys.stdout.isatty() else rows
        csv.writer(made, lineterminator="\n").writerows([heads, *shown])
        return made.getvalue()
    numeric = [
        bool(rows) and all(isinstance(row[place], (int, float)) for row in rows)
        for place in range(len(heads))
    ]
    return table([heads, *([_shown(value) for value in row] for row in rows)], numeric)


def table(rows: Sequence[Sequence[str]], to_right: Sequence[bool]) -> str:
    """Return rows of texts as a table, some columns aligned to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        padded = [
            text.rjust(width) if right else text.ljust(width)
            for text, width, right in zip(row, widths, to_right, strict=True)
        ]
        lines.append("  ".join(padded).rstrip() + "\n")
    return "".join(lines)


def _shown(value: object) -> str:
    """Return a value as text; whole numbers have no point."""
    if isinstance(value, float):
        return f"{value:.6g}"
    return "" if value is None else visible(value)
