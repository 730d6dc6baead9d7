"""scripts/history: planted changes are found at their run, noise causes no finding."""

import csv
import random

import pandas as pd
import pytest
from helpers import called, refused, script

HEADER = (
    "order,commit,start,run,suite,strategy,value,locale,length,script,phase,metric,"
    "instrument,unit,text,figure,measured,host"
).split(",")
CELLS = [
    (strategy, locale, length)
    for strategy in ("delegate-filter", "onchange-reformat")
    for locale in ("en_US", "fr_FR", "ar_EG")
    for length in (3, 9, 15)
]
NOISE = 0.02


def history(runs, seed, factor=lambda run, cell, host: 1, hosts=("a machine",)):
    """Yield the lines of a made-up history: times with noise, and one exact metric."""
    dice = random.Random(seed)
    for run in range(1, runs + 1):
        for cell in CELLS:
            strategy, locale, length = cell
            line = {
                "order": run,
                "commit": f"{run:010x}",
                "start": f"2026-10-{run % 28 + 1:02}T01:00:00Z",
                "run": f"r{run:03}",
                "suite": "Keystroke",
                "strategy": strategy,
                "value": "int",
                "locale": locale,
                "length": length,
                "script": "type",
                "phase": "total",
                "text": "ok",
            }
            for host in hosts:
                base = (300 + 40 * length) * factor(run, cell, host)
                for figure, times in (("p50", 1), ("p99", 3)):
                    yield line | {
                        "metric": "time",
                        "instrument": "clock",
                        "unit": "ns",
                        "figure": figure,
                        "measured": f"{base * times * dice.gauss(1, NOISE):.1f}",
                        "host": host,
                    }
            exact = {"metric": "allocations", "instrument": "shim", "unit": "1"}
            yield line | exact | {"figure": "mean", "measured": 5, "host": ""}


def write(path, lines):
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, HEADER, lineterminator="\n")
        writer.writeheader()
        writer.writerows(lines)
    return path


def found(tmp_path, lines, *arguments):
    """Return the change points in made-up lines, as written by --out, and the output."""
    path = write(tmp_path / "history.csv", lines)
    out = tmp_path / "changes.csv"
    done = called("history", "--csv", path, "--out", out, *arguments)
    assert (done.status, done.err) == (0, "")
    return pd.read_csv(out, dtype={"commit": str}), done.out


@pytest.mark.parametrize("size", [1.1, 0.9])
@pytest.mark.parametrize("seed", range(2))
def test_a_planted_step_is_found_at_its_run_and_nowhere_else(tmp_path, seed, size):
    planted = ("onchange-reformat", "fr_FR", 9)
    lines = history(40, seed, lambda run, cell, _: size if cell == planted and run >= 25 else 1)
    changes, text = found(tmp_path, lines)
    assert changes["cell"].tolist() == ["onchange-reformat/int/fr_FR/9/type"]
    change = changes.iloc[0]
    assert (change["commit"], change["run"]) == (f"{25:010x}", "r025")
    assert (change["phase"], change["metric"], change["figure"]) == ("total", "time", "p50")
    assert change["before"] == pytest.approx(660, rel=0.02)
    assert change["after"] == pytest.approx(660 * size, rel=0.02)
    assert change["change"] == pytest.approx(size - 1, abs=0.02)
    assert 0 < change["p_value"] < 0.01 / (len(CELLS) * 40)
    assert f"{25:010x}  2026-10-26  r025  on a machine" in text


@pytest.mark.parametrize("runs", [8, 15, 40])
@pytest.mark.parametrize("seed", range(2))
def test_noise_gives_none(tmp_path, seed, runs):
    changes, text = found(tmp_path, history(runs, seed))
    assert changes.empty
    assert f"in 18 series of the p50 of total, over {runs} runs." in text


@pytest.mark.parametrize("seed", range(2))
def test_runs_on_a_busy_machine_are_no_change(tmp_path, seed):
    """One run in ten is slow, two of them in a row, and the first one is the slowest."""

    def busy(run, cell, _):
        return 2.5 if run == 1 else 1.6 if run in (8, 9, 20, 31) else 1

    changes, _ = found(tmp_path, history(40, seed, busy))
    assert changes.empty


def test_a_step_is_found_among_slow_runs(tmp_path):
    def planted(run, cell, _):
        slow = 1.6 if run in (8, 9, 20, 31) else 1
        return slow * (1.1 if cell == CELLS[0] and run >= 25 else 1)

    changes, _ = found(tmp_path, history(40, 1, planted))
    assert changes["cell"].tolist() == ["delegate-filter/int/en_US/3/type"]
    assert changes["run"].tolist() == ["r025"]


def test_figures_as_coarse_as_the_clock_have_no_p_value_of_zero(tmp_path):
    lines = list(history(30, 2))
    for line in lines:
        if line["metric"] == "time":
            line["measured"] = 31.5 if line["order"] < 15 else 30
    changes, _ = found(tmp_path, lines)
    assert set(changes["run"]) == {"r015"} and len(changes) == len(CELLS)
    assert (changes["p_value"] > 0).all()


def test_two_steps_are_two_change_points_in_the_order_of_runs(tmp_path):
    steps = {10: 1.15, 30: 0.9}
    lines = history(
        45, 3, lambda run, cell, _: 1 if run < 10 else steps[10] if run < 30 else steps[30]
    )
    changes, text = found(tmp_path, lines)
    assert set(changes["run"]) == {"r010", "r030"}
    assert (changes["run"] == "r010").sum() == len(CELLS)
    assert "18 of 18 series moved at once: the machine, the toolchain" in text


def test_machines_are_series_of_their_own(tmp_path):
    """The second machine is half as fast; that is not a change, and series are kept apart."""
    lines = history(
        20,
        4,
        lambda run, cell, host: 2 if host == "slow" else 1.2 if run >= 11 else 1,
        hosts=("fast", "slow"),
    )
    changes, _ = found(tmp_path, lines)
    assert set(changes["host"]) == {"fast"}
    assert set(changes["run"]) == {"r011"}
    assert len(changes) == len(CELLS)


def test_the_order_of_lines_does_not_matter(tmp_path):
    def planted(run, cell, _):
        return 1.2 if run >= 12 else 1

    lines = list(history(20, 6, planted))
    forwards, _ = found(tmp_path, lines)
    backwards, _ = found(tmp_path, lines[::-1])
    pd.testing.assert_frame_equal(forwards, backwards)


def test_short_series_are_not_tested(tmp_path):
    lines = [line for line in history(12, 1) if line["locale"] != "ar_EG" or line["order"] < 5]
    assert "in 12 series" in found(tmp_path, lines)[1]
    path = write(tmp_path / "short.csv", history(7, 1))
    refused(called("history", "--csv", path), "8 runs", "--least-runs")


def test_other_figures_and_phases(tmp_path):
    lines = list(history(20, 7, lambda run, cell, _: 1.2 if run >= 12 else 1))
    changes, _ = found(tmp_path, lines, "--figure", "p99")
    assert set(changes["figure"]) == {"p99"} and len(changes) == len(CELLS)
    done = called("history", "--csv", tmp_path / "history.csv", "--phase", "parse")
    refused(done, "parse")


DAMAGED = {
    "empty": ("", "empty; expected a header"),
    "no column": ("order,commit\n1,a\n", "missing column start, run, metric, figure, measured"),
    "a word in a number": (
        ",".join(HEADER) + "\n" + ",".join(["1"] * 16 + ["fast", "h"]) + "\n",
        ":2: measured is not a number",
    ),
    "a missing figure": (
        ",".join(HEADER) + "\n" + ",".join(["1"] * 16 + ["", "h"]) + "\n",
        ":2: measured is not a number",
    ),
    "too many fields": (",".join(HEADER) + "\n" + "1," * 17 + "1\n" + "1," * 30, "3"),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_damage_is_refused(tmp_path, name):
    text, words = DAMAGED[name]
    path = tmp_path / "history.csv"
    path.write_text(text, encoding="utf-8")
    refused(called("history", "--csv", path), words, path)


def test_what_is_not_there_is_refused(tmp_path):
    refused(called("history", "--csv", tmp_path / "none.csv"), "none.csv")
    refused(called("history", tmp_path, "--program", tmp_path / "no-program"), "no-program")
    refused(called("history", tmp_path, "--program", "false"), "keystroke-bench history")
    refused(called("history", tmp_path), tmp_path)


def test_standard_input_is_read_as_a_user_pipes_it(tmp_path):
    path = write(tmp_path / "history.csv", history(9, 1))
    with path.open() as file:
        done = script("history", "--csv", "-", stdin=file)
    assert (done.status, done.err) == (0, "") and done.out.startswith("0 change points in 18 ")
