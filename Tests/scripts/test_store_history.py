"""`keystroke-bench history` says of a store what it says of the folder of its runs, to the byte."""

import json
import subprocess

import duckdb
import many_runs
import pytest
from plotting import PROGRAM
from store import main
from test_store import several_machines

CELLS = ["onchange-reformat/int/en_US/9/type", "delegate-filter/int/fr_FR/9/type"]
RUNS = 6


def history(folder, *options, **places):
    command = [PROGRAM, "history", folder, *options]
    return subprocess.run(command, capture_output=True, encoding="utf-8", **places)


def eventful(rows, number):
    """The rows of a run, with something of everything."""
    rows = [dict(row) for row in rows]
    for row in rows:
        if number >= 3 and row["strategy"] == "onchange-reformat":
            row["text"] = "wrong"
    for row in [row for row in rows if row["phase"] == "total"]:
        if row["metric"] == "allocations" and row["strategy"] == "delegate-filter":
            # Rounds that differ in one run, that agree in the next, and then another figure.
            rows.remove(row)
            counts = {2: [7, 8], 3: [7, 7]}.get(number, [number])
            for place, count in enumerate(counts, start=len(counts) > 1):
                figures = dict.fromkeys(many_runs.FIGURES, str(count))
                rows.append(row | {"round": str(place)} | figures)
        if row["metric"] == "time" and number % 2:
            empty = dict.fromkeys(many_runs.FIGURES, "")
            share = {"metric": "over_8ms", "unit": "1", "mean": "0.1234567890123"}
            # Of a run in which a keystroke of two rounds took so long.
            rows += [row | empty | share | {"round": str(place)} for place in (1, 3)]
    return rows + [row | {"suite": "Another, in quotes"} for row in rows[::3]]


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    place = tmp_path_factory.mktemp("runs")
    metadata, rows = many_runs.baseline(
        lambda row: "/".join(row[part] for part in many_runs.CELL[1:]) in CELLS
    )
    metadata["suites"] = [*metadata["suites"], "Another, in quotes"]
    for number in range(1, RUNS + 1):
        own = {"commit": f"{number:040x}"[::-1], "dirty": number == 3}
        if number >= 4:
            own |= {"swiftVersion": "6.9", "cpuModel": "another, \"quoted\" 'processor'"}
        # The names of folders are nothing that a store could know.
        many_runs.write(
            place / f"named-{9 - number}",
            metadata,
            eventful(rows, number),
            seed=number,
            own=own,
            rounds=number % 2 + 3,
        )
    several_machines(place / f"named-{9 - 5}")
    return place


@pytest.fixture(scope="module")
def filled(runs, tmp_path_factory):
    place = tmp_path_factory.mktemp("filled") / "a 'store'"
    named = [str(path) for path in sorted(runs.iterdir())]
    assert main(["add", *named, "--into", str(place), "--program", str(PROGRAM)]) == 0
    return place


@pytest.mark.parametrize("form", ["text", "markdown", "csv", "json"])
@pytest.mark.parametrize(
    "filters", [(), ("--locale", "fr_*"), ("--strategy=on*", "--length=1...9")]
)
def test_a_store_says_what_its_runs_say(runs, filled, form, filters):
    folder, store = (history(place, "--format", form, *filters) for place in (runs, filled))
    assert folder.returncode == 0 and folder.stdout, folder.stderr
    assert (store.returncode, store.stdout, store.stderr) == (
        folder.returncode,
        folder.stdout,
        folder.stderr,
    )


def test_the_runs_have_something_of_everything(filled):
    text = history(filled).stdout
    assert f"{RUNS} runs, 4 cells, " in text
    assert "text wrong from here on: onchange-reformat/int/en_US/9/type" in text
    assert "not only the commit changed: Swift " in text
    # The rounds of the second run differ, so that its figure is none: from 1 to 7.
    table = json.loads(history(filled, "--format", "json").stdout)
    changes = [
        (change["from"], change["to"], change["before"], change["after"])
        for change in table["changes"]
        if change["cell"] == CELLS[1]
        and change["metric"] == "allocations"
        and change["phase"] == "total"
        and change["suite"] == "Keystroke"
    ]
    assert changes == [(0, 2, 1, 7), (2, 3, 7, 4), (3, 4, 4, 5), (4, 5, 5, 6)]
    hosts = {series.get("host") for series in table["series"]}
    assert len(hosts) == 4
    assert any(series["metric"] == "over_8ms" for series in table["series"])


def refused(done, *words):
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: ") and done.stderr.count("\n") == 1
    assert all(str(word) in done.stderr for word in words), done.stderr


def test_a_filter_that_nothing_passes(filled):
    refused(history(filled, "--locale", "x"), f"no cell of {RUNS} runs passes")


def test_a_file_that_is_cut_is_named(filled, tmp_path):
    copy = tmp_path / "store"
    subprocess.run(["cp", "-r", filled, copy], check=True)
    path = sorted(copy.rglob("*.parquet"))[-1]
    path.write_bytes(path.read_bytes()[:-100])
    refused(history(copy), path, "scripts/store add")
    path.write_bytes(b"")
    refused(history(copy), path)


@pytest.mark.parametrize(
    "sql, words",
    [
        ("SELECT 1 AS one", "run_json"),
        ("SELECT 1 AS one LIMIT 0", "run_json"),
        ("SELECT * REPLACE ('{}' AS run_json) FROM rows", "schemaVersion"),
        ("SELECT * REPLACE ('no' AS run_json) FROM rows", "not valid JSON"),
        ("SELECT * FROM rows LIMIT 0", "no run in it"),
        ("SELECT * REPLACE (-1 AS count) FROM rows", ':2: count is "-1"'),
        ("SELECT * REPLACE ('x' AS metric) FROM rows", ':2: metric is "x"'),
        ("SELECT * REPLACE ('x' AS run) FROM rows", 'a row of the run "x"'),
    ],
)
def test_what_is_no_file_of_a_store_is_named(filled, tmp_path, sql, words):
    of = next(filled.glob("suite=Keystroke/month=*/*.parquet"))
    path = tmp_path / "store/suite=Keystroke/month=2026-01/it's.parquet"
    path.parent.mkdir(parents=True)
    connection = duckdb.connect()
    quoted = str(of).replace("'", "''")
    connection.execute(
        f"CREATE VIEW rows AS SELECT * FROM read_parquet('{quoted}', hive_partitioning = false)"
    )
    named = str(path).replace("'", "''")
    connection.execute(f"COPY ({sql}) TO '{named}' (FORMAT parquet)")
    refused(history(tmp_path / "store"), path, words)


def test_nothing_of_the_folder_is_run(filled, tmp_path):
    (tmp_path / "duckdb.py").write_text("raise SystemExit('planted')\n")
    done = history(filled, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_folder_of_neither_is_said(tmp_path):
    (tmp_path / "suite=Keystroke").mkdir()
    done = history(tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"error: there is no run in {tmp_path}" in done.stderr
    assert "scripts/store add" in done.stderr
