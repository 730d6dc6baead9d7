"""scripts/store.py: a store says of its runs what a folder of them says, and takes no damage."""

import contextlib
import io
import json
import os
import signal
import subprocess
import sys
import time

import history
import many_runs
import pandas as pd
import pytest
from plotting import PROGRAM, ROOT, plot
from seal import seal
from store import main
from stores.past import StoredPast

CELLS = {
    "onchange-reformat/int/en_US/9/type",
    "delegate-filter/int/en_US/9/type",
    "delegate-filter/int/fr_FR/9/type",
    "unformatted/int/en_US/9/type",
}
RUNS = 14
STEP = 9  # the first run of the planted change
ASK = ("--program", PROGRAM)


def cell(row):
    return "/".join(row[part] for part in many_runs.CELL[1:])


def planted(number):
    def factor(row):
        if number < STEP or row["strategy"] != "onchange-reformat":
            return 1
        return {"time": 1.3, "allocations": 2}.get(row["metric"], 1)

    return factor


def called(function, *arguments):
    """Call a script's main in this process; status, standard output and error."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            status = function([str(argument) for argument in arguments])
        except SystemExit as exit:
            status = exit.code
    return status, out.getvalue(), err.getvalue()


def store(*arguments):
    return called(main, *arguments)


def files(place):
    return sorted(str(path.relative_to(place)) for path in place.rglob("*.parquet"))


def added(place):
    """The files that are in the store, and not on their way."""
    return [name for name in files(place) if not name.startswith(".adding-")]


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """A folder of runs: two machines, a merged run of both, an even number of rounds, a share over a limit."""
    place = tmp_path_factory.mktemp("runs")
    metadata, rows = many_runs.baseline(lambda row: cell(row) in CELLS)
    for number in range(1, RUNS + 1):
        own = {"commit": f"{number:040x}"[::-1], "dirty": number == 3}
        if number == 5:
            own["cpuModel"] = "another processor"
        many_runs.write(
            place / f"r{number:02}",
            metadata,
            rows,
            seed=number,
            own=own,
            rounds=4 if number % 2 else 5,
            changed=planted(number),
        )
    several_machines(place / "r07")
    return place


def several_machines(folder):
    """Make a run one that was merged from two machines, and let a count differ between rounds."""
    path = folder / "run.json"
    metadata = json.loads(path.read_text(encoding="utf-8"))
    facts = {
        name: metadata[name]
        for name in ("cpuModel", "cores", "kernel", "clockSource", "virtualisation", "architecture")
    }
    metadata["mergedFrom"] = [
        {"id": name, "start": metadata["start"], "argv": [], "roundsPlanned": 2, "host": host}
        for name, host in [("a", facts), ("b", facts | {"cpuModel": "another", "cores": 1})]
    ]
    path.write_text(json.dumps(metadata), encoding="utf-8")
    samples = folder / "samples.csv"
    head, *lines = samples.read_text(encoding="utf-8").splitlines()
    run = metadata["id"]
    made = []
    for line in lines:
        fields = line.split(",")
        fields[0] = "b" if fields[2] in ("2", "3") else "a"
        made.append(",".join(fields))
    assert made[0] != lines[0] and run not in made[0]
    samples.write_text("\n".join([head, *made]) + "\n", encoding="utf-8")
    seal(folder)


@pytest.fixture(scope="module")
def filled(runs, tmp_path_factory):
    place = tmp_path_factory.mktemp("filled") / "store"
    status, out, err = store("add", *sorted(runs.iterdir()), "--into", place, *ASK)
    assert (status, err) == (0, "")
    assert out == f"added {RUNS} runs, 0 there already: {place}\n"
    return place


def test_a_file_a_run_by_suite_and_month(filled):
    found = files(filled)
    assert len(found) == RUNS
    assert all(name.startswith("suite=Keystroke/month=2026-01/20260") for name in found)
    assert sorted(path.name for path in filled.iterdir()) == ["suite=Keystroke"]


def test_every_figure_is_the_one_of_a_folder_of_runs(runs, filled):
    done = subprocess.run(
        [PROGRAM, "history", runs, "--format", "csv"], capture_output=True, encoding="utf-8"
    )
    assert done.returncode == 0
    whole = history.read_history(io.StringIO(done.stdout), "history")
    past = StoredPast(filled)
    assert done.stderr == f"order: {past.order}\n"
    times = whole["metric"] == "time"
    for where, figures, rows in [
        ("metric = 'time'", ["p50", "p99"], whole[times]),
        ("metric <> 'time'", ["mean", "max"], whole[~times]),
    ]:
        ours = past.frame(where, figures)[list(whole.columns)]
        assert len(ours) > 500
        pd.testing.assert_frame_equal(
            ours, rows.reset_index(drop=True), check_dtype=False, check_exact=True
        )


@pytest.mark.parametrize(
    "options", [(), ("--phase", "all", "--figure", "p99"), ("--least-runs", "12")]
)
def test_change_points_are_the_same_to_the_byte(runs, filled, tmp_path, options):
    answers = []
    for folder, name in ((runs, "a.csv"), (filled, "b.csv")):
        out = tmp_path / name
        answers.append(called(history.main, folder, *options, "--out", out, *ASK))
        answers.append(out.read_bytes())
    assert answers[:2] == answers[2:]
    assert answers[0][0] == 0
    if not options:
        assert b"onchange-reformat/int/en_US/9/type" in answers[1]


def test_a_phase_that_nobody_timed_is_refused_alike(runs, filled):
    said = [called(history.main, folder, "--phase", "x", *ASK) for folder in (runs, filled)]
    assert said[0] == said[1] and said[0][0] == 2


@pytest.mark.parametrize("filters", [(), ("--strategy", "on*,unformatted", "--length", "9")])
def test_pictures_are_the_same_to_the_byte(runs, filled, tmp_path, filters):
    only = ("--only", "history-times,history-counts")
    for folder, name in ((runs, "a"), (filled, "b")):
        done = plot(
            runs / "r14", "--history", folder, "--out", tmp_path / name, *only, *filters, *ASK
        )
        assert (done.returncode, done.stderr) == (0, "")
    names = sorted(path.name for path in (tmp_path / "a").iterdir())
    assert len(names) == 7
    for name in names:
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes(), name


def test_twice_is_once(runs, filled):
    before = {name: (filled / name).stat() for name in files(filled)}
    status, out, err = store(
        "add", runs / "r01", runs / "r01", runs / "r02", "--into", filled, *ASK
    )
    assert (status, err) == (0, "")
    assert out.startswith("added 0 runs, 3 there already: ")
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


def of_baseline(folder):
    path = folder / "run.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"savedFrom": "r"}))


DAMAGE = {
    cut: "samples.csv",
    worded: "samples.csv:",
    interrupted: "complete it with: keystroke-bench run --resume",
    of_baseline: "add the run that it was saved from",
    lambda folder: (folder / "samples.csv").unlink(): "samples.csv: no such file",
    lambda folder: (folder / "run.json").write_text("{"): "not JSON",
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_damage_is_refused_before_anything_is_written(runs, tmp_path, damage):
    for name in ("r01", "r02"):
        subprocess.run(["cp", "-r", runs / name, tmp_path / name], check=True)
    damage(tmp_path / "r02")
    place = tmp_path / "store"
    status, out, err = store("add", tmp_path / "r01", tmp_path / "r02", "--into", place, *ASK)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1 and err.startswith("store: error: ")
    assert DAMAGE[damage] in err and str(tmp_path / "r02") in err
    assert not place.exists()


def test_a_kill_leaves_whole_files_and_the_next_addition_completes_them(runs, tmp_path):
    place = tmp_path / "store"
    program = tmp_path / "slow"
    # It stops the script before anything is whole.
    program.write_text("#!/bin/sh\nkill -STOP $PPID\nexit 0\n")
    program.chmod(0o755)
    command = [sys.executable, ROOT / "scripts/store.py", "add", *sorted(runs.iterdir())]
    process = subprocess.Popen([*command, "--into", place, "--program", program])
    os.waitpid(process.pid, os.WUNTRACED)
    assert not added(place)
    os.kill(process.pid, signal.SIGCONT)
    while not list(place.glob(".adding-*/*")):
        time.sleep(0.005)
    process.kill()
    process.wait()
    assert all((place / name).stat().st_size > 0 for name in added(place))
    status, _, err = store("add", *sorted(runs.iterdir()), "--into", place, *ASK)
    assert (status, err) == (0, "")
    assert len(files(place)) == RUNS
    assert not list(place.glob(".adding-*"))


def test_a_folder_that_is_no_store_is_said(tmp_path):
    status, out, err = store("ask", tmp_path, "SELECT 1")
    assert (status, out) == (2, "") and "no store; make one with: scripts/store add" in err


def test_a_file_that_is_cut_is_named(filled, tmp_path):
    subprocess.run(["cp", "-r", filled, tmp_path / "store"], check=True)
    path = tmp_path / "store" / files(filled)[3]
    path.write_bytes(path.read_bytes()[:-100])
    for status, out, err in [
        store("ask", tmp_path / "store", "SELECT count(*) FROM figures"),
        called(history.main, tmp_path / "store"),
    ]:
        assert (status, out) == (2, "")
        assert err.count("\n") == 1 and path.name in err


def test_a_question_that_is_no_sql_is_said_on_one_line(filled):
    status, out, err = store("ask", filled, "SELECT nothing FROM figures")
    assert (status, out) == (2, "") and err.count("\n") == 1 and "nothing" in err


@pytest.mark.parametrize("arguments", [(), ("add",), ("add", "r"), ("ask", "s"), ("x",)])
def test_wrong_usage_has_a_status_of_its_own(arguments):
    status, out, err = store(*arguments)
    assert (status, out) == (64, "") and "usage: store" in err
