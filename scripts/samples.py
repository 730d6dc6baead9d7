"""Reads the folder of a run, and says what is wrong with a damaged one."""

import csv
import io
import json
import re

import pandas as pd

SCHEMA = 1
COLUMNS = (
    "run,commit,round,suite,strategy,value,locale,length,script,phase,metric,"
    "instrument,unit,count,min,p50,p90,p99,p999,max,mean,text"
).split(",")
WHOLE = ["round", "length"]  # never empty
FIGURES = ["count", "min", "p50", "p90", "p99", "p999", "max", "mean"]  # may be empty


class RunError(Exception):
    """The run cannot be drawn; the message is one line and names the file."""


def read_run(folder):
    """Return the rows of a run as a frame, or raise RunError naming file and line."""
    if not folder.is_dir():
        raise RunError(f"{folder}: not a folder; expected that of a run")
    check_metadata(folder / "run.json")
    path = folder / "samples.csv"
    text = read_text(path)
    check_samples(path, text)
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
    """Raise RunError unless run.json is of the schema that this script knows."""
    try:
        metadata = json.loads(read_text(path))
    except json.JSONDecodeError as error:
        raise RunError(f"{path}:{error.lineno}: not JSON: {error.msg}") from None
    schema = metadata.get("schema") if isinstance(metadata, dict) else None
    if schema != SCHEMA:
        raise RunError(f"{path}: schema is {schema!r}, expected {SCHEMA}")


def check_samples(path, text):
    """Raise RunError for the first line that pandas would misread or silently fill."""
    if not text:
        raise RunError(f"{path}: empty; expected a header line")
    rows = csv.reader(io.StringIO(text, newline=""), strict=True)
    number = re.compile(r"-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?")
    whole = re.compile(r"[0-9]+")
    try:
        for index, row in enumerate(rows):
            where = f"{path}:{rows.line_num}"
            if index == 0:
                check_header(where, row)
                continue
            if len(row) != len(COLUMNS):
                raise RunError(f"{where}: {len(row)} fields, expected {len(COLUMNS)}")
            cell = dict(zip(COLUMNS, row, strict=True))
            for column in WHOLE:
                if not whole.fullmatch(cell[column]):
                    raise RunError(
                        f"{where}: {column} is {cell[column]!r}, expected a whole number"
                    )
            for column in FIGURES:
                if cell[column] and not number.fullmatch(cell[column]):
                    raise RunError(
                        f"{where}: {column} is {cell[column]!r}, expected a number"
                    )
            if cell["metric"] == "time" and cell["unit"] != "ns":
                raise RunError(f"{where}: unit is {cell['unit']!r}, expected 'ns'")
            if cell["text"] not in ("ok", "wrong"):
                raise RunError(
                    f"{where}: text is {cell['text']!r}, expected 'ok' or 'wrong'"
                )
    except csv.Error as error:
        raise RunError(f"{path}:{rows.line_num}: {error}") from None
    if not text.endswith("\n"):
        raise RunError(f"{path}:{rows.line_num}: the last line is cut short")
    if rows.line_num == 1:
        raise RunError(f"{path}:1: a header and no rows")


def check_header(where, names):
    """Raise RunError unless the header is exactly that of the schema."""
    missing = [column for column in COLUMNS if column not in names]
    if missing:
        raise RunError(f"{where}: missing column {', '.join(missing)}")
    if names != COLUMNS:
        raise RunError(f"{where}: other columns than those of schema {SCHEMA}")
