"""Reads a store: its views for SQL, and what a history needs of it."""

import csv
import io
from contextlib import contextmanager

import duckdb
import shown

from . import StoreError

FILES = "suite=*/month=*/*.parquet"


def is_store(folder):
    """Whether a folder is a store, and not one of runs."""
    return next(folder.glob(FILES), None) is not None


def connect(store):
    """Return a connection with the views rows, figures and runs, and the files that are in them."""
    if not is_store(store):
        raise StoreError(
            f"{store}: no store; make one with: scripts/store add RUN --into {store}"
        )
    connection = duckdb.connect(
        config={"memory_limit": "256MB", "autoinstall_known_extensions": False}
    )
    # All questions are to be about the same files, also when a run is added meanwhile.
    files = sorted(str(path) for path in store.glob(FILES))
    listed = (
        "[" + ", ".join("'" + path.replace("'", "''") + "'" for path in files) + "]"
    )
    # Several questions ask each file for where its columns are.
    ask(connection, "SET parquet_metadata_cache = true")
    # The place of a file in the list is a number, and costs less than its name.
    ask(
        connection,
        "CREATE VIEW rows AS SELECT *, filename AS file, file_index, file_row_number FROM "
        f"read_parquet({listed}, hive_partitioning = true, "
        "hive_types = {'suite': VARCHAR, 'month': VARCHAR})",
    )
    ask(
        connection,
        "CREATE VIEW figures AS SELECT * EXCLUDE (file, file_index, file_row_number), strategy || '/' || "
        "\"value\" || '/' || locale || '/' || \"length\" || '/' || script AS cell, file FROM rows",
    )
    # One row of each file says what all of them say.
    ask(
        connection,
        "CREATE VIEW runs AS SELECT suite, month, COLUMNS('^(run|commit|dirty|start|end|status|seed|"
        "rounds_planned|swift|configuration|icu|cldr|allocator|allocator_version|valgrind|libc|"
        "architecture|cpu|cores|kernel|clock|virtualisation|load_at_start|load_at_end|warnings|"
        "machine|run_json|file)$') FROM rows WHERE file_row_number = 0",
    )
    return connection, files


@contextmanager
def said_on_one_line():
    """Raise StoreError where a file of a store is damaged, or a question is no SQL."""
    try:
        yield
    except duckdb.Error as error:
        raise StoreError(str(error).split("\n\n")[0]) from None


def ask(connection, sql, values=None):
    """Return the names of columns and the rows that a store answers, or raise StoreError."""
    with said_on_one_line():
        found = connection.execute(sql, values)
        return [column[0] for column in found.description or []], found.fetchall()


def columns(connection, sql):
    """Return the same as arrays, by the names of columns."""
    with said_on_one_line():
        return connection.execute(sql).fetchnumpy()


def answer(store, sql, as_csv=False):
    """Return the answer to a question in SQL, as a table or as CSV."""
    names, rows = ask(connect(store)[0], sql)
    if as_csv:
        made = io.StringIO()
        csv.writer(made, lineterminator="\n").writerows([names, *rows])
        return made.getvalue()
    return table(names, rows)


def table(names, rows):
    """Return rows as a table in text, numbers to the right."""
    cells = [[words(value) for value in row] for row in rows]
    widths = [
        max([len(name), *(len(row[place]) for row in cells)])
        for place, name in enumerate(names)
    ]
    right = [
        bool(rows) and all(isinstance(row[place], (int, float)) for row in rows)
        for place in range(len(names))
    ]
    return "".join(
        "  ".join(
            text.rjust(width) if to_right else text.ljust(width)
            for text, width, to_right in zip(row, widths, right, strict=True)
        ).rstrip()
        + "\n"
        for row in [names, *cells]
    )


def words(value):
    """Return a value as text on one line; whole numbers have no point."""
    if isinstance(value, float):
        return f"{value:.6g}"
    return "" if value is None else shown.line(value)
