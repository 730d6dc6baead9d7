"""The pictures of a comparison and of a history show the program's verdicts."""

import json

import browser
import pytest
from helpers import (
    ASK,
    BASELINE,
    bench,
    called,
    changed,
    drawn,
    hatches,
    index,
    refused,
    scaled,
    texts,
)

from studies.support import made_runs

BOTH = ("--only", "verdicts,changes")
PAST = ("--only", "history-times,history-counts")
RUNS, STEP = 10, 7  # STEP: the first run of the planted change
CELLS = ("onchange-reformat/int/en_US/9/type", "delegate-filter/int/en_US/9/type")


def read_on_both_pages(pictures, folder):
    """Return what cannot be read in pictures: the wide ones on a screen, the others on a phone."""
    drawn = {path.name: path for path in pictures.glob("*.svg")}
    narrow = {name: path for name, path in drawn.items() if "-narrow." in name}
    wide = {name: path for name, path in drawn.items() if name not in narrow}
    assert wide and len(wide) == len(narrow)
    return browser.faults(wide, folder, [1280]) | browser.faults(narrow, folder, [390])


def verdicts(run, metric):
    """Return the program's findings on a metric of whole keystrokes."""
    answer = json.loads(bench("compare", BASELINE, run, "--format", "json", allowed=(0, 1)))
    return [
        entry["finding"]
        for entry in answer["entries"]
        if (entry.get("metric"), entry.get("phase")) == (metric, "total")
    ]


@pytest.fixture(scope="module")
def grown(tmp_path_factory):
    """Return pictures of the baseline against itself with more allocations in one strategy."""
    place = tmp_path_factory.mktemp("grown")
    mine = {"strategy": "onchange-reformat", "metric": "allocations"}
    run = changed(place / "grown", lambda rows: scaled(rows, 2, phase=["format", "total"], **mine))
    drawn(run, place / "out", "--against", BASELINE, *BOTH)
    return place / "out"


def test_changes_are_named_with_their_sizes(grown, tmp_path):
    found = index(grown)
    assert [picture["name"] for picture in found["pictures"]] == ["verdicts", "changes"]
    assert found["run"] == "grown"
    main = json.loads((BASELINE / "run.json").read_text(encoding="utf-8"))
    assert found["against"] == main["savedFrom"]
    for kind in ("", "-narrow"):
        said = texts(grown / f"changes{kind}.svg")
        assert "regressed" in said and "improved" not in said
        assert " cells of onchange-reformat: format allocations +100 %" in " ".join(said)
    assert read_on_both_pages(grown, tmp_path) == {}


def test_verdicts_count_what_the_program_found(grown):
    regressed = verdicts(grown.parent / "grown", "allocations").count("regressed")
    assert regressed > 10
    said = texts(grown / "verdicts.svg")
    assert f" {regressed} regressed" in " ".join(said)
    assert index(grown)["pictures"][0]["title"] == f"{regressed} figures got worse."
    assert {"time", "allocations", "advisory", "unchanged"} <= set(said)
    assert "hatched: wrong text" in said and hatches(grown / "verdicts.svg") > 1


@pytest.mark.parametrize("back", [False, True])
def test_from_nothing_to_something_has_no_ratio_and_is_said(tmp_path, back):
    def allocate(rows):
        mine = (rows.strategy == "incremental-delegate") & (rows.metric == "allocations")
        rows.loc[mine & (rows.phase == "total") & (rows.script == "type"), "min":"mean"] = 2
        return rows

    other = changed(tmp_path / "other", allocate)
    run, against = (BASELINE, other) if back else (other, BASELINE)
    drawn(run, tmp_path / "out", "--against", against, "--only", "changes")
    said = " ".join(texts(tmp_path / "out/changes.svg"))
    assert ("total allocations −100 %" if back else "from 0 to 2") in said


def test_what_moved_within_a_tolerance_is_not_called_unchanged(tmp_path):
    """results/thresholds.toml tolerates a thousandth of instructions."""
    mine = {"strategy": "delegate-filter", "metric": "instructions"}
    run = changed(tmp_path / "run", lambda rows: scaled(rows, 1.0005, **mine))
    drawn(run, tmp_path / "out", "--against", BASELINE, "--only", "verdicts")
    within = verdicts(run, "instructions").count("within_tolerance")
    assert within > 20
    assert f" {within} within tolerance" in " ".join(texts(tmp_path / "out/verdicts.svg"))


def test_a_run_against_itself_has_no_changes(tmp_path):
    done = called("plot", BASELINE, "--against", BASELINE, "--out", tmp_path, *BOTH)
    assert done.status == 0
    assert [picture["name"] for picture in index(tmp_path)["pictures"]] == ["verdicts"]


@pytest.mark.parametrize("answer", ["{", "{}", ""])
def test_an_answer_that_is_none_is_refused(tmp_path, answer):
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\n[ $1 = report ] || printf '%s' '{answer}'\n")
    program.chmod(0o755)
    out = ("--out", tmp_path / "out")
    done = called("plot", BASELINE, "--against", BASELINE, *out, "--program", program)
    refused(done, "keystroke-bench compare: ")
    done = called("plot", BASELINE, "--against", tmp_path / "nowhere", *out)
    refused(done, "nowhere")
    done = called("plot", BASELINE, *out, "--program", tmp_path / "none")
    refused(done, "none", "scripts/build")


@pytest.fixture(scope="module")
def past(tmp_path_factory):
    """Return a folder of runs; the later ones are slower and allocate more in one cell."""
    place = tmp_path_factory.mktemp("past")
    metadata, rows = made_runs.baseline(*CELLS)

    def planted(rows):
        mine = rows.strategy == "onchange-reformat"
        return (mine & (rows.metric == "time")) * 0.3 + (mine & (rows.metric == "allocations")) + 1

    for number in range(1, RUNS + 1):
        own = {"id": f"r{number:02}", "source": {"commit": f"{number:040x}"[::-1]}}
        factors = planted if number >= STEP else lambda rows: 1
        made_runs.write(
            place / own["id"], metadata, rows, seed=number, own=own, factors=factors, rounds=2
        )
    return place


def test_a_planted_change_is_in_the_titles(past, tmp_path):
    found = drawn(past / "r10", tmp_path, "--history", past, *PAST)
    assert found["history"] == [f"r{number:02}" for number in range(1, RUNS + 1)]
    times, counts = (picture["title"] for picture in found["pictures"])
    commit = f"{STEP:040x}"[::-1][:7]
    assert commit in times and CELLS[0] in times
    assert counts == f"Allocations of 1 cell changed at {commit}."
    assert read_on_both_pages(tmp_path, tmp_path / "frames") == {}


def test_several_runs_are_a_history_and_the_last_is_drawn(past, tmp_path):
    folders = sorted(past.iterdir())[:8]
    done = called("plot", *folders, "--out", tmp_path, "--only", "history-times,memory")
    assert (done.status, done.err) == (0, "")
    assert index(tmp_path)["run"] == "r08" and len(index(tmp_path)["history"]) == 8


def test_a_folder_without_runs_is_refused(past, tmp_path):
    (tmp_path / "empty").mkdir()
    done = called("plot", past / "r01", "--history", tmp_path / "empty", *PAST, *ASK)
    refused(done, "keystroke-bench history: ")
