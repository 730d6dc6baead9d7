"""The pictures of a history: changes that keystroke-bench and scripts/history find."""

import csv
import json
import random

import pytest
from plotting import PROGRAM, ROOT, drawn, index, plot, refused, texts
from resealed import reseal
from synthetic import HEADER

MAIN = ROOT / "results/baselines/main"
ASK = ("--program", PROGRAM)
ONLY = ("--only", "history-times,history-counts")
RUNS = 14
STEP = 9  # the first run of the planted change
CELLS = ("onchange-reformat/int/en_US/9/type", "delegate-filter/int/en_US/9/type")


@pytest.fixture(scope="module")
def past(tmp_path_factory):
    """A folder of runs, of which the later ones are slower and allocate more in one cell."""
    place = tmp_path_factory.mktemp("past")
    metadata = json.loads((MAIN / "run.json").read_text(encoding="utf-8"))
    del metadata["savedFrom"]
    with open(MAIN / "samples.csv", newline="", encoding="utf-8") as file:
        rows = [
            row
            for row in csv.DictReader(file)
            if f"{row['strategy']}/{row['value']}/{row['locale']}/{row['length']}/{row['script']}"
            in CELLS
        ]
    dice = random.Random(1)
    for number in range(1, RUNS + 1):
        folder = place / f"r{number:02}"
        folder.mkdir()
        start = f"2026-10-{number:02}T01:00:00Z"
        own = {"id": folder.name, "commit": f"{number:040x}"[::-1], "start": start}
        (folder / "run.json").write_text(json.dumps(metadata | own | {"end": start}))
        with open(folder / "samples.csv", "w", newline="") as file:
            writer = csv.DictWriter(file, HEADER, lineterminator="\n")
            writer.writeheader()
            for row in rows:
                writer.writerow(row | planted(row, number, dice) | {"run": folder.name})
        reseal(folder)
    return place


def planted(row, number, dice):
    """Return the figures of a row in one of the runs."""
    later = number >= STEP and row["strategy"] == "onchange-reformat"
    factor = 1
    if row["metric"] == "time":
        factor = dice.gauss(1, 0.01) * (1.3 if later else 1)
    elif row["metric"] == "allocations" and later:
        factor = 2
    names = ("min", "p50", "p90", "p99", "p999", "max", "mean")
    return {name: f"{float(row[name]) * factor:.6g}" for name in names if row[name]}


def test_a_planted_change_is_in_the_titles(past, tmp_path):
    found = drawn(past / "r14", tmp_path, "--history", past, *ONLY, *ASK)
    assert found["history"] == [f"r{number:02}" for number in range(1, RUNS + 1)]
    times, counts = (picture["title"] for picture in found["pictures"])
    commit = f"{STEP:040x}"[::-1][:7]
    assert times.startswith(f"1 change point in 2 cells over 14 runs, the largest at {commit}: ")
    assert f"{CELLS[0]} +" in times
    assert counts == (
        f"Exact metrics changed at 1 run of 14, most at {commit}: allocations of 1 cell."
    )
    for kind in ("", "-narrow"):
        said = texts(tmp_path / f"history-times{kind}.svg")
        assert "time, ratio to first run" in said
        assert "commit of the run, oldest first" in said
        assert "change point, in so many cells" in said
        assert "changed" in texts(tmp_path / f"history-counts{kind}.svg")


def test_several_runs_are_a_history_and_the_last_is_drawn(past, tmp_path):
    folders = [past / f"r{number:02}" for number in range(1, 9)]
    done = plot(*folders, "--out", tmp_path, *ONLY[:1], "history-times,phases", *ASK)
    assert (done.returncode, done.stderr) == (0, "")
    found = index(tmp_path)
    assert found["run"] == "r08"
    assert found["history"] == [folder.name for folder in folders]


def test_fewer_than_eight_runs_tell_no_change_from_noise(past, tmp_path):
    folders = [past / f"r{number:02}" for number in range(1, 8)]
    done = plot(*folders, "--out", tmp_path, *ONLY[:1], "history-times,phases", *ASK)
    assert done.returncode == 0
    assert done.stderr == "plot: no history-times: times of fewer than 8 runs\n"


def test_one_run_has_no_history(past, tmp_path):
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "r01").symlink_to(past / "r01")
    out = tmp_path / "out"
    done = plot(past / "r01", "--history", tmp_path / "runs", "--out", out, *ONLY, *ASK)
    assert done.returncode == 2
    assert done.stderr.splitlines()[:2] == [
        "plot: no history-times: times of fewer than 8 runs",
        "plot: no history-counts: exact metrics of fewer than two runs",
    ]
    assert not out.exists()


def test_a_folder_without_runs_is_refused(past, tmp_path):
    out = tmp_path / "out"
    (tmp_path / "empty").mkdir()
    done = plot(past / "r01", "--history", tmp_path / "empty", "--out", out, *ONLY, *ASK)
    refused(done, out, "keystroke-bench history: ")
