"""Writes runs of a store to where keystroke-bench reads them, with the DuckDB of whichever Python runs this.

Standard input is JSON: a list for each run, of its Parquet files. Of the first run it makes
PLACE/0.json, its run.json, and PLACE/0.csv: the columns of samples.csv, and whether an exact metric
differed between the rounds that are folded. A row names the run, or the machine where the run has several.
"""

import json
import sys

# Nothing is to come from the folder that somebody works in.
sys.path[:] = [path for path in sys.path if path]
try:
    import duckdb
except ImportError:
    sys.exit(
        "it has no duckdb: in a checkout, get it with scripts/bootstrap --python; elsewhere, name a Python that "
        "has it with KEYSTROKE_BENCH_PYTHON"
    )

SAMPLES = """
    CASE WHEN host <> machine THEN host ELSE run END AS run, "commit", 0 AS round, suite, strategy,
    "value", locale, "length", script, phase, metric, instrument, unit, "count", "min", p50, p90, p99,
    p999, "max", mean, "text", varies
"""


def quoted(path):
    return "'" + path.replace("'", "''") + "'"


def write(connection, files, place):
    listed = ", ".join(map(quoted, files))
    rows = (
        f"read_parquet([{listed}], hive_partitioning = true, "
        "hive_types = {'suite': VARCHAR, 'month': VARCHAR})"
    )
    found = connection.execute(f"SELECT run_json FROM {rows} LIMIT 1").fetchone()
    if not found or not found[0]:
        sys.exit(f"{files[0]}: no run in it")
    with open(f"{place}.json", "w", encoding="utf-8") as file:
        file.write(found[0])
    connection.execute(
        f"COPY (SELECT {SAMPLES} FROM {rows}) TO {quoted(f'{place}.csv')} (FORMAT csv, HEADER)"
    )


def main():
    connection = duckdb.connect(
        config={"memory_limit": "256MB", "autoinstall_known_extensions": False}
    )
    for number, files in enumerate(json.load(sys.stdin)):
        try:
            write(connection, files, f"{sys.argv[1]}/{number}")
        except duckdb.Error as error:
            said = (str(error).splitlines() or ["damaged"])[0]
            named = any(file in said for file in files)
            sys.exit(
                f"{said if named else f'{files[0]}: {said}'}; remove the file, and add its run again with scripts/store add"
            )


main()
