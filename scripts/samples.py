"""Reads the folder of a run, and says what is wrong with a damaged one."""

import csv
import hashlib
import io
import json
import re

import pandas as pd

SCHEMA = 2
COLUMNS = (
    "run,commit,round,suite,strategy,value,locale,length,script,phase,metric,"
    "instrument,unit,count,min,p50,p90,p99,p999,max,mean,text"
).split(",")
WHOLE = ["round", "length"]  # never empty
FIGURES = ["count", "min", "p50", "p90", "p99", "p999", "max", "mean"]  # may be empty
WHOLE_NUMBER = re.compile(r"[0-9]+")
NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?")


class RunError(Exception):
    """The run cannot be drawn; the message is one line and names the file."""


def read_run(folder):
    """Return the rows of a run as a frame, or raise RunError naming file and line."""
    if not folder.is_dir():
        raise RunError(f"{folder}: not a folder; expected that of a run")
    metadata = check_metadata(folder / "run.json")
    path = folder / "samples.csv"
    text = read_text(path)
    check_whole(path, metadata, check_samples(path, text))
    words = {column: str for column in COLUMNS if column not in WHOLE + FIGURES}
    frame = pd.read_csv(
        io.StringIO(text),
        dtype=words,
        keep_default_na=False,
        na_values={column: [""] for column in FIGURES},
    )
    return frame.astype({column: float for column in FIGURES})


def read_text(path):
    """Return the text of a file of a run."""
    if not path.is_file():
        raise RunError(f"{path}: no such file; is {path.parent} the folder of a run?")
    data = path.read_bytes()
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise RunError(f"{path}:{line}: not UTF-8") from None


def check_metadata(path):
    """Return run.json, or raise RunError unless it is of the schema that this script knows."""
    try:
        metadata = json.loads(read_text(path))
    except json.JSONDecodeError as error:
        raise RunError(f"{path}:{error.lineno}: not JSON: {error.msg}") from None
    schema = metadata.get("schemaVersion") if isinstance(metadata, dict) else None
    if schema != SCHEMA:
        raise RunError(f"{path}: schema is {schema!r}, expected {SCHEMA}")
    return metadata


def check_whole(path, metadata, rows):
    """Raise RunError where a finished run has not the rows that it finished with."""
    if metadata.get("status") != "finished":
        return
    record = metadata.get("files", {}).get(path.name, {})
    if record.get("rows") != rows:
        raise RunError(
            f"{path}: {rows} rows, and {record.get('rows')} when the run finished"
        )
    if record.get("sha256") != hashlib.sha256(path.read_bytes()).hexdigest():
        raise RunError(f"{path}: not as it was when the run finished")


def check_samples(path, text):
    """Return the number of rows, or raise RunError for the first line that pandas would misread or silently fill."""
    if not text:
        raise RunError(f"{path}: empty; expected a header line")
    rows = csv.reader(io.StringIO(text, newline=""), strict=True)
    count = 0
    line = 1  # where a row starts: an open quote runs on to some far line
    try:
        for row in rows:
            check = check_header if line == 1 else check_row
            check(f"{path}:{line}", row)
            line = rows.line_num + 1
            count += 1
    except csv.Error as error:
        raise RunError(f"{path}:{line}: {error}") from None
    if not text.endswith("\n"):
        raise RunError(f"{path}:{rows.line_num}: the last line is cut short")
    if rows.line_num == 1:
        raise RunError(f"{path}:1: a header and no rows")
    return count - 1


def check_header(where, names):
    """Raise RunError unless the header is exactly that of the schema."""
    missing = [column for column in COLUMNS if column not in names]
    if missing:
        raise RunError(f"{where}: missing column {', '.join(missing)}")
    if names != COLUMNS:
        raise RunError(f"{where}: other columns than those of schema {SCHEMA}")


def check_row(where, fields):
    """Raise RunError unless a row has all fields, each of its kind."""
    if len(fields) != len(COLUMNS):
        raise RunError(f"{where}: {len(fields)} fields, expected {len(COLUMNS)}")
    row = dict(zip(COLUMNS, fields, strict=True))
    for column in WHOLE:
        expect(where, column, row[column], "a whole number", WHOLE_NUMBER.fullmatch)
    for column in FIGURES:
        if row[column]:
            expect(where, column, row[column], "a number", NUMBER.fullmatch)
    if row["metric"] == "time":
        expect(where, "unit", row["unit"], "'ns'", "ns".__eq__)
    expect(where, "text", row["text"], "'ok' or 'wrong'", ("ok", "wrong").__contains__)


def expect(where, column, field, wanted, holds):
    """Raise RunError unless the field of a column is what is wanted there."""
    if not holds(field):
        raise RunError(f"{where}: {column} is {field!r}, expected {wanted}")
