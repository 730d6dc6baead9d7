"""Reads a store: its views for SQL, and what a history needs of it."""

import csv
import io

import duckdb
import shown

from . import StoreError

FILES = "suite=*/month=*/*.parquet"


def is_store(folder):
    """Whether a folder is a store, and not one of runs."""
    return next(folder.glob(FILES), None) is not None


def connect(store):
    """Return a connection with the views figures and runs."""
    if not is_store(store):
        raise StoreError(
            f"{store}: no store; make one with: scripts/store add RUN --into {store}"
        )
    connection = duckdb.connect(
        config={"memory_limit": "256MB", "autoinstall_known_extensions": False}
    )
    pattern = str(store / FILES).replace("'", "''")
    ask(
        connection,
        "CREATE VIEW figures AS SELECT *, strategy || '/' || \"value\" || '/' || locale || '/' || "
        "\"length\" || '/' || script AS cell, filename AS file FROM "
        f"read_parquet('{pattern}', hive_partitioning = true, filename = true, "
        "hive_types = {'suite': VARCHAR, 'month': VARCHAR})",
    )
    # One row of each file says what all of them say.
    ask(
        connection,
        "CREATE VIEW runs AS SELECT suite, month, COLUMNS('^(run|commit|dirty|start|end|status|seed|"
        "rounds_planned|swift|configuration|icu|cldr|allocator|allocator_version|valgrind|libc|"
        "architecture|cpu|cores|kernel|clock|virtualisation|load_at_start|load_at_end|warnings|"
        "machine|run_json|file)$') FROM "
        f"(SELECT *, filename AS file FROM read_parquet('{pattern}', hive_partitioning = true, "
        "filename = true, file_row_number = true, "
        "hive_types = {'suite': VARCHAR, 'month': VARCHAR})) WHERE file_row_number = 0",
    )
    return connection


def ask(connection, sql, values=None):
    """Return the names of columns and the rows that a store answers; raise StoreError where a file of it is damaged, or the question is no SQL."""
    try:
        found = connection.execute(sql, values)
        return [column[0] for column in found.description or []], found.fetchall()
    except duckdb.Error as error:
        raise StoreError(str(error).split("\n\n")[0]) from None


def answer(store, sql, as_csv=False):
    """Return the answer to a question in SQL, as a table or as CSV."""
    names, rows = ask(connect(store), sql)
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
