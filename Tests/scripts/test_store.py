"""scripts/store: a store has the figures of its runs, and refuses damaged ones."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time

import duckdb
import pandas as pd
import pytest
from helpers import ASK, bench, called, drawn, refused, script

from keystroke_tools import history, runs
from keystroke_tools.cli import ROOT
from keystroke_tools.store.past import StoredPast
from studies.support import made_runs
from studies.support.made_runs import seal

CELLS = [
    "onchange-reformat/int/en_US/9/type",
    "delegate-filter/int/en_US/9/type",
    "delegate-filter/int/fr_FR/9/type",
    "unformatted/int/en_US/9/type",
]
RUNS = 14
STEP = 9  # the first run of the planted change


def planted(rows):
    """Return the factors of a strategy that is slower and allocates more."""
    mine = rows.strategy == "onchange-reformat"
    return (mine & (rows.metric == "time")) * 0.3 + (mine & (rows.metric == "allocations")) + 1


def made(place, number, rows, **own):
    """Write a run with a number."""
    metadata, known = rows
    own = {"source": {"commit": f"{number:040x}"[::-1], "dirty": number == 3}, **own}
    factors = planted if number >= STEP else lambda rows: 1
    folder = place / f"r{number:02}"
    return made_runs.write(
        folder, metadata, known, seed=number, own=own, rounds=2 + number % 2, factors=factors
    )


@pytest.fixture(scope="session")
def all_runs(tmp_path_factory):
    """Return a folder of runs: two machines, a merged run of both, a count that varies."""
    place = tmp_path_factory.mktemp("runs")
    rows = made_runs.baseline(*CELLS)
    for number in range(1, RUNS + 1):
        host = rows[0]["hosts"][0] | {"cpuModel": "another processor"}
        own = {"hosts": [host]} if number == 5 else {}
        made(place, number, rows, **own)
    several_machines(place / "r07")
    return place


def several_machines(folder):
    """Change a run into one merged from two machines."""
    metadata = runs.metadata(folder)
    host = metadata["hosts"][0]
    part = {key: metadata[key] for key in ("start", "argv", "plan", "conditions")}
    hosts = {"a": host, "b": host | {"cpuModel": "another", "cores": 1}}
    metadata["hosts"] = list(hosts.values())
    metadata["mergedFrom"] = [part | {"id": name, "host": host} for name, host in hosts.items()]
    (folder / "run.json").write_text(json.dumps(metadata), encoding="utf-8")
    rows = runs.read_samples(folder)
    rows["run"] = (rows["round"] > 1).map({True: "b", False: "a"})
    made_runs.write_rows(folder, rows)


@pytest.fixture(scope="session")
def filled(all_runs, tmp_path_factory):
    """Return a store of all these runs, filled as a user fills it."""
    place = tmp_path_factory.mktemp("filled") / "a 'store'"
    done = script("store", "add", *sorted(all_runs.iterdir()), "--into", place, *ASK)
    assert (done.status, done.err) == (0, "")
    assert done.out == f"added {RUNS} runs, 0 there already: {place}\n"
    return place


def files(place):
    return sorted(str(path.relative_to(place)) for path in place.rglob("*.parquet"))


def test_a_file_a_run_by_suite_and_month(filled):
    found = files(filled)
    assert len(found) == RUNS
    assert all(name.startswith("suite=Keystroke/month=2026-01/20260") for name in found)
    assert [path.name for path in filled.iterdir()] == ["suite=Keystroke"]


def test_every_figure_is_the_one_of_a_folder_of_runs(all_runs, filled):
    """The program folds the rounds of a folder of runs, a store folds them itself."""
    whole = history.read_csv(bench("history", all_runs, "--format", "csv"), "history")
    past = StoredPast(filled)
    keys = ["order", "suite", *runs.CELL, "phase", "metric", "instrument", "unit", "host"]
    for where, figure in [
        ("metric = 'time'", "p50"),
        ("metric = 'time'", "p99"),
        ("metric <> 'time'", "mean"),
        ("metric <> 'time'", "max"),
    ]:
        timed = (whole["metric"] == "time") == (where == "metric = 'time'")
        theirs = whole[timed & (whole["figure"] == figure)]
        ours = past.frame(where, figure)[list(whole.columns)].astype(theirs.dtypes.to_dict())
        ours, theirs = (rows.sort_values(keys).reset_index(drop=True) for rows in (ours, theirs))
        assert len(ours) > 100
        pd.testing.assert_frame_equal(ours, theirs, check_dtype=False, rtol=1e-12)


@pytest.mark.parametrize("options", [(), ("--phase", "all", "--figure", "p99")])
def test_change_points_are_those_of_the_folder(all_runs, filled, tmp_path, options):
    answers = []
    for folder, name in ((all_runs, "a.csv"), (filled, "b.csv")):
        done = called("history", folder, *options, "--out", tmp_path / name)
        answers.append((done, (tmp_path / name).read_text()))
    assert answers[0] == answers[1] and answers[0][0].status == 0
    if not options:
        assert CELLS[0] in answers[0][1]
    done = called("history", filled, "--phase", "x")
    assert done.status == 2


def test_pictures_are_those_of_the_folder(all_runs, filled, tmp_path):
    only = ("--only", "history-times,history-counts", "--strategy", "on*,unformatted")
    titles = []
    for folder, name in ((all_runs, "a"), (filled, "b")):
        index = drawn(all_runs / "r14", tmp_path / name, "--history", folder, *only)
        titles.append([picture["title"] for picture in index["pictures"]])
    assert titles[0] == titles[1] and len(titles[0]) == 2
    refused(
        called("plot", all_runs / "r14", "--history", filled, "--locale", "x*", "--out", tmp_path),
        "x*",
    )


def test_twice_is_once(all_runs, filled):
    before = {name: (filled / name).stat() for name in files(filled)}
    again = [all_runs / name for name in ("r01", "r01", "r02")]
    done = called("store", "add", *again, "--into", filled, *ASK)
    assert done.status == 0 and done.out.startswith("added 0 runs, 3 there already: ")
    assert {name: (filled / name).stat() for name in files(filled)} == before


def cut(folder):
    path = folder / "samples.csv"
    path.write_bytes(path.read_bytes()[:-20])


def worded(folder):
    path = folder / "samples.csv"
    path.write_text(path.read_text().replace(",ns,", ",ns,fast", 1))
    seal(folder)


def interrupted(folder):
    path = folder / "run.json"
    path.write_text(path.read_text().replace('"finished"', '"interrupted"'))


def older(folder):
    (folder / "run.json").write_text(json.dumps(runs.metadata(folder) | {"schemaVersion": 2}))


DAMAGE = {
    older: "run.json: the schema",
    cut: "samples.csv",
    worded: "samples.csv:",
    interrupted: "interrupted",
    lambda folder: (folder / "samples.csv").unlink(): "samples.csv",
    lambda folder: (folder / "run.json").write_text("{"): "run.json",
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_damage_is_refused_before_anything_is_written(all_runs, tmp_path, damage):
    for name in ("r01", "r02"):
        subprocess.run(["cp", "-r", all_runs / name, tmp_path / name], check=True)
    damage(tmp_path / "r02")
    place = tmp_path / "store"
    done = called("store", "add", tmp_path / "r01", tmp_path / "r02", "--into", place, *ASK)
    refused(done, DAMAGE[damage], tmp_path / "r02")
    assert not place.exists()


def test_a_kill_leaves_whole_files_and_the_next_addition_completes_them(all_runs, tmp_path):
    place = tmp_path / "store"
    command = [sys.executable, "-m", "keystroke_tools", "store", "add", *sorted(all_runs.iterdir())]
    process = subprocess.Popen(
        [*command, "--into", place, "--program", "true"], cwd=ROOT / "scripts"
    )
    while not list(place.glob(".adding-*/*")) and process.poll() is None:
        time.sleep(0.005)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    done = [name for name in files(place) if not name.startswith(".adding-")]
    assert all((place / name).stat().st_size > 0 for name in done)
    added = called("store", "add", *sorted(all_runs.iterdir()), "--into", place, *ASK)
    assert (added.status, added.err) == (0, "")
    assert len(files(place)) == RUNS and not list(place.glob(".adding-*"))


@pytest.mark.parametrize("name", ["r?", "r*", "r[ab]", "r[", "r\\a", "a\nb", "q'uote"])
def test_a_name_is_no_pattern(all_runs, tmp_path, name):
    first, second = sorted(all_runs.iterdir())[:2]
    for decoy in ["ra", "rb", "r", "rxx"]:
        shutil.copytree(second, tmp_path / decoy / "run")
    shutil.copytree(first, tmp_path / name / "run")
    counted = "SELECT run, count(*), sum(count) FROM figures GROUP BY run"
    answers = []
    for place, run in [(tmp_path / name, tmp_path / name / "run"), (tmp_path / "plain", first)]:
        added = called("store", "add", run, "--into", place / "store", *ASK)
        assert (added.status, added.err) == (0, "")
        answers.append(called("store", "ask", place / "store", counted).out)
    assert answers[0] == answers[1] and len(answers[0].splitlines()) == 2
    shutil.copytree(first, tmp_path / "b\\*")
    refused(
        called("store", "add", tmp_path / "b\\*", "--into", tmp_path / "new", *ASK), "rename it"
    )


def test_what_a_stranger_writes_is_shown_as_text(filled):
    done = called("store", "ask", filled, "SELECT 'a' || chr(27) || '[31m' AS \"b\x1b[0m\"")
    assert done.status == 0 and "\x1b" not in done.out
    assert "\\u{1B}[0m" in done.out and "\\u{1B}[31m" in done.out


def test_data_that_nothing_foresaw_is_status_2(all_runs, tmp_path):
    store = tmp_path / "store"
    assert called("store", "add", sorted(all_runs.iterdir())[0], "--into", store, *ASK).status == 0
    (file,) = store.rglob("*.parquet")
    with duckdb.connect() as connection:
        rows = f"SELECT * REPLACE (start::VARCHAR AS start) FROM read_parquet('{file}')"
        connection.execute(f"COPY ({rows}) TO '{file}.other' (FORMAT parquet)")
    os.replace(f"{file}.other", file)
    done = called("history", store)
    assert done.status == 2 and "Traceback" not in done.err, done.err


def test_what_cannot_be_asked_is_said_on_one_line(filled, tmp_path):
    refused(called("store", "ask", tmp_path, "SELECT 1"), "scripts/store add")
    refused(called("store", "ask", filled, "SELECT nothing FROM figures"), "nothing")
    subprocess.run(["cp", "-r", filled, tmp_path / "store"], check=True)
    path = tmp_path / "store" / files(filled)[3]
    path.write_bytes(path.read_bytes()[:-100])
    refused(called("store", "ask", tmp_path / "store", "SELECT * FROM figures"), path.name)
    done = called("history", tmp_path / "store")
    assert done.status == 2 and path.name in done.err
