"""The pictures of a comparison: what the built keystroke-bench decides is what is drawn."""

import csv
import json
import re
import shutil
import subprocess

import pytest
from plotting import PROGRAM, ROOT, drawn, hatches, index, plot, refused, texts
from resealed import reseal
from synthetic import HEADER

MAIN = ROOT / "results/baselines/main"
ASK = ("--program", PROGRAM)


def changed(source, folder, change, metadata=None):
    """Copy a run, each of its rows changed; return the folder."""
    folder.mkdir(parents=True)
    document = json.loads((source / "run.json").read_text(encoding="utf-8"))
    document |= {"id": folder.name} | (metadata or {})
    (folder / "run.json").write_text(json.dumps(document), encoding="utf-8")
    with (
        open(source / "samples.csv", newline="", encoding="utf-8") as old,
        open(folder / "samples.csv", "w", newline="", encoding="utf-8") as new,
    ):
        writer = csv.DictWriter(new, HEADER, lineterminator="\n")
        writer.writeheader()
        for row in csv.DictReader(old):
            change(row)
            writer.writerow(row | {"run": document["id"]})
    return reseal(folder)


def scale(row, factor):
    """Multiply the figures of a row."""
    for name in ("min", "p50", "p90", "p99", "p999", "max", "mean"):
        if row[name]:
            row[name] = f"{float(row[name]) * factor:.6g}"


def more_allocations(row):
    """Let a strategy allocate twice as often when it formats."""
    if (row["strategy"], row["metric"]) == ("onchange-reformat", "allocations"):
        if row["phase"] in ("format", "total"):
            scale(row, 2)


@pytest.fixture(scope="module")
def grown(tmp_path_factory):
    """The pictures of the baseline against itself with a change planted."""
    place = tmp_path_factory.mktemp("grown")
    run = changed(MAIN, place / "grown", more_allocations)
    drawn(run, place / "out", "--against", MAIN, "--only", "verdicts,changes", *ASK)
    return place / "out"


def test_changes_are_named_with_their_sizes(grown):
    found = index(grown)
    assert [picture["name"] for picture in found["pictures"]] == ["verdicts", "changes"]
    assert found["run"] == "grown"
    main = json.loads((MAIN / "run.json").read_text(encoding="utf-8"))
    assert found["against"] == main["savedFrom"]
    for kind in ("", "-narrow"):
        said = texts(grown / f"changes{kind}.svg")
        assert "ratio of candidate to baseline (1: equal)" in said
        assert "regressed" in said and "improved" not in said
        assert "of onchange-reformat: format allocations +100 %" in " ".join(said)
    title = found["pictures"][1]["title"]
    assert re.match(r"\d+ costs? rose, the gate fails; most: ", title)


@pytest.mark.parametrize("back", [False, True])
def test_from_nothing_to_something_has_no_ratio_and_is_said(tmp_path, back):
    def allocate(row):
        if (row["strategy"], row["metric"]) == ("incremental-delegate", "allocations"):
            # What is written from outside is formatted, and allocates already.
            if row["phase"] == "total" and row["script"] != "outside":
                row |= dict.fromkeys(("min", "p50", "p90", "p99", "max", "mean"), "2")

    other = changed(MAIN, tmp_path / "other", allocate)
    sides = (MAIN, other) if back else (other, MAIN)
    out = tmp_path / "out"
    drawn(sides[0], out, "--against", sides[1], "--only", "changes", *ASK)
    said = " ".join(texts(out / "changes.svg"))
    assert ("total allocations −100 %" if back else "from 0 to 2") in said


def test_verdicts_count_what_the_program_found(grown):
    title = index(grown)["pictures"][0]["title"]
    answer = compare(grown.parent / "grown")
    regressed = [
        entry
        for entry in answer["entries"]
        if (entry.get("metric"), entry.get("phase")) == ("allocations", "total")
        and entry["finding"] == "regressed"
    ]
    assert len(regressed) > 10
    assert title.startswith("The gate fails; instructions of ")
    assert f" cells: {len(regressed)} regressed" in title
    said = texts(grown / "verdicts.svg")
    assert {"time", "allocations", "advisory", "unchanged"} <= set(said)
    assert "instructions" not in said, "none changed, as the title says"
    assert "hatched: wrong text" in said and hatches(grown / "verdicts.svg") > 1


def compare(run, baseline=MAIN):
    """Return what the program says, in JSON."""
    done = subprocess.run(
        [PROGRAM, "compare", baseline, run, "--format", "json"],
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode in (0, 1), done.stderr
    return json.loads(done.stdout)


def test_what_moved_within_a_tolerance_is_not_called_unchanged(tmp_path):
    """results/thresholds.toml tolerates a thousandth of instructions."""

    def more(row):
        if (row["strategy"], row["metric"]) == ("delegate-filter", "instructions"):
            scale(row, 1.0005)

    run = changed(MAIN, tmp_path / "run", more)
    out = tmp_path / "out"
    drawn(run, out, "--against", MAIN, "--only", "verdicts", *ASK)
    found = [
        entry["finding"]
        for entry in compare(run)["entries"]
        if (entry.get("metric"), entry.get("phase")) == ("instructions", "total")
    ]
    allowed = found.count("within_tolerance")
    assert allowed > 20
    title = index(out)["pictures"][0]["title"]
    assert f"instructions of 247 cells: {allowed} moved within a tolerance;" in title
    assert "within tolerance" in texts(out / "verdicts.svg")


def test_a_run_against_itself_has_no_changes(tmp_path):
    done = plot(MAIN, "--against", MAIN, "--out", tmp_path, "--only", "verdicts,changes", *ASK)
    assert (done.returncode, done.stderr) == (0, "plot: no changes: nothing changed\n")
    title = index(tmp_path)["pictures"][0]["title"]
    assert title == (
        "The gate passes; instructions of 247 cells: none changed; allocations of 161 cells: "
        "none changed."
    )


@pytest.fixture(scope="module")
def pair(tmp_path_factory):
    """The two runs of a paired comparison of one build, as `noise` leaves them."""
    place = tmp_path_factory.mktemp("pair")
    worker = PROGRAM.parent / "PlantedBenchmarks"
    done = subprocess.run(
        [PROGRAM, "noise", "--worker", worker, "--pool", "20", "--rounds", "14"]
        + ["--comparisons", "1", "--out", "pair"],
        cwd=place,
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    for side in ("baseline", "candidate"):  # as ab does, the last look spends what is left
        path = place / f"pair-{side}" / "run.json"
        document = json.loads(path.read_text(encoding="utf-8"))
        document["paired"]["looks"] = [{"rounds": 20, "seconds": 60, "spent": 1}]
        path.write_text(json.dumps(document), encoding="utf-8")
    return place


def test_a_time_that_doubles_in_a_paired_comparison_is_drawn_with_its_interval(pair, tmp_path):
    def slower(row):
        if row["metric"] == "time" and row["phase"] in ("total", "format"):
            scale(row, 2)

    for name in ("pair-baseline", "pair-candidate"):
        change = slower if name == "pair-candidate" else lambda row: None
        document = json.loads((pair / name / "run.json").read_text(encoding="utf-8"))
        changed(pair / name, tmp_path / name, change, {"id": document["id"]})
    out = tmp_path / "out"
    run, against = tmp_path / "pair-candidate", tmp_path / "pair-baseline"
    found = drawn(run, out, "--against", against, "--only", "verdicts,changes", *ASK)
    answer = compare(run, against)
    total = next(
        entry
        for entry in answer["entries"]
        if (entry.get("metric"), entry.get("phase")) == ("time", "total")
    )
    assert total["finding"] == "regressed"
    assert total["ratioLow"] < total["ratio"] < total["ratioHigh"]
    titles = [picture["title"] for picture in found["pictures"]]
    assert titles[0].startswith("The gate fails; time of 2 cells: 2 regressed")
    assert "costs rose, the gate fails" in titles[1]
    said = texts(out / "changes.svg")
    percent = f"{100 * (total['ratio'] - 1):+.3g} %"
    assert f"{total['cell']}: total time {percent}" in " ".join(said)


def test_what_compare_refuses_is_one_line(tmp_path):
    out = tmp_path / "out"
    done = plot(MAIN, "--against", tmp_path / "nowhere", "--out", out, *ASK)
    refused(done, out, "keystroke-bench compare: ", "nowhere")
    shutil.copytree(MAIN, tmp_path / "damaged")
    with open(tmp_path / "damaged/samples.csv", "a") as file:
        file.write("half a li")
    done = plot(MAIN, "--against", tmp_path / "damaged", "--out", out, *ASK)
    refused(done, out, "keystroke-bench compare: ", "samples.csv")


@pytest.mark.parametrize(
    "answer, words", [("{", "is not JSON"), ("{}", "its JSON has no verdict"), ("", "is not JSON")]
)
def test_an_answer_that_is_none_is_refused(tmp_path, answer, words):
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\nprintf '%s' '{answer}'\n")
    program.chmod(0o755)
    out = tmp_path / "out"
    refused(plot(MAIN, "--against", MAIN, "--out", out, "--program", program), out, words)
    program = tmp_path / "none"
    done = plot(MAIN, "--against", MAIN, "--out", out, "--program", program)
    refused(done, out, "none: No such file", "scripts/build")
