"""scripts/plot.py as a command: what it writes, its exit status, its messages."""

import csv
import json
import os
import re
import subprocess
import sys
import tomllib

import pandas as pd
import pytest
from plotting import OF_A_RUN, SCRIPTS, drawn, files, index, plot, refused, size
from synthetic import HEADER, rows, write_run

TWO = ["cost-by-length", "phases"]
ONLY = ("--only", ",".join(TWO))


def program(*arguments, shell='exec "$@"', **environment):
    """Run the script as a program of its own, started by a shell."""
    return subprocess.run(
        ["bash", "-c", shell, "-", sys.executable, SCRIPTS / "plot.py", *arguments],
        capture_output=True,
        encoding="utf-8",
        env=os.environ | environment,
        timeout=120,
    )


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    some = rows(rounds=2, lengths=(3, 9), values=("Int",))
    return write_run(tmp_path_factory.mktemp("runs") / "whole", some)


def test_draws_all_pictures_and_an_index(tmp_path):
    out = tmp_path / "new" / "out"
    some = rows(rounds=2, lengths=(3, 9, 15), values=("Int",))
    done = plot(write_run(tmp_path / "run", some), "--out", out)
    assert (done.returncode, done.stderr) == (0, "")
    assert {path.name for path in out.iterdir()} == files(OF_A_RUN)
    assert {line for line in done.stdout.splitlines()} == {str(path) for path in out.iterdir()}
    for picture in out.glob("*.png"):
        width, height = size(picture)
        assert width == 1600
        assert height > 400
    found = index(out)
    assert found["run"] == "20261121T010000Z-1234567"
    assert "against" not in found and "history" not in found
    assert [picture["name"] for picture in found["pictures"]] == OF_A_RUN
    for picture in found["pictures"]:
        assert picture["title"] and picture["title"] in picture["alt"]
        assert {picture["svg"], picture["svgNarrow"], picture["png"]} < files(OF_A_RUN)


def test_writes_into_the_run_by_default_and_replaces_pictures(tmp_path):
    """Also pictures go that the run no longer has, but nothing that is no picture."""
    folder = write_run(tmp_path, rows(rounds=1, lengths=(3, 9), values=("Int",)))
    out = folder / "pictures"
    out.mkdir()
    (out / "phases.png").write_text("an old picture")
    for name in ("verdicts.svg", "verdicts-narrow.svg", "verdicts.png", "notes.txt"):
        (out / name).write_text("old")
    old = {"svg": "verdicts.svg", "svgNarrow": "verdicts-narrow.svg"}
    stale = [old | {"png": "verdicts.png"}, old | {"png": "notes.txt"}]
    stale.append(old | {"png": "../samples.csv"})
    (out / "pictures.json").write_text(json.dumps({"pictures": stale}))
    assert program(folder, *ONLY).returncode == 0
    size(out / "phases.png")
    assert {path.name for path in out.iterdir()} == files(TWO) | {"notes.txt"}
    assert {path.name for path in folder.iterdir()} == {"run.json", "samples.csv", "pictures"}


def test_same_run_same_pictures_in_any_locale(run, tmp_path):
    only = "cost-by-length"
    for name, language in (("a", "C.UTF-8"), ("b", "C"), ("c", "de_DE.UTF-8")):
        done = program(run, "--only", only, "--out", tmp_path / name, LC_ALL=language)
        assert done.returncode == 0, done.stderr
    for file in files([only]):
        assert len({(tmp_path / name / file).read_bytes() for name in "abc"}) == 1


def test_filters_choose_what_is_drawn(run, tmp_path):
    drawn(run, tmp_path / "default", "--only", "phases")
    drawn(run, tmp_path / "type", "--only", "phases", "--script", "ty*")
    name = "phases.svg"
    default = (tmp_path / "default" / name).read_bytes()
    assert default == (tmp_path / "type" / name).read_bytes()
    paste = drawn(run, tmp_path / "paste", "--only", "phases", "--script", "paste")
    assert [picture["name"] for picture in paste["pictures"]] == ["phases"]
    assert default != (tmp_path / "paste" / name).read_bytes()
    done = plot(run, "--script", "mixed", "--out", tmp_path / "mixed")
    refused(done, tmp_path / "mixed", "no script 'mixed'", "paste, type")


def test_what_the_run_lacks_is_left_out_with_a_remark(tmp_path):
    some = rows(rounds=1, lengths=(3, 9), values=("Int",))
    some = [row for row in some if row["phase"] in ("total", "first")]
    some = [row for row in some if row["metric"] != "allocations"]
    done = plot(write_run(tmp_path / "run", some), "--out", tmp_path / "out")
    assert done.returncode == 0
    assert done.stderr.splitlines() == [
        "plot: no phases: no times of phases",
        "plot: no locales-allocations: no allocations of keystrokes",
        "plot: no memory: no allocations of keystrokes",
    ]
    left = set(OF_A_RUN) - {"phases", "locales-allocations", "memory"}
    assert {path.name for path in (tmp_path / "out").iterdir()} == files(left)


def test_a_run_of_counts_only_has_pictures_of_counts(tmp_path):
    some = rows(rounds=1, lengths=(3, 9), values=("Int",))
    some = [row for row in some if row["metric"] != "time"]
    done = plot(write_run(tmp_path / "run", some), "--out", tmp_path / "out")
    assert done.returncode == 0
    left = ["locales-allocations", "locales-refreshes", "memory"]
    assert {path.name for path in (tmp_path / "out").iterdir()} == files(left)


def test_a_run_with_nothing_to_draw_is_refused(tmp_path):
    some = [row | {"metric": "emissions"} for row in rows() if row["metric"] != "time"]
    done = plot(write_run(tmp_path / "run", some), "--out", tmp_path / "out")
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == f"plot: error: {tmp_path / 'run'}: nothing to draw"
    assert not (tmp_path / "out").exists()


def damage(line, column, text):
    """Return a change of samples.csv: one field of one line (the header is line 1)."""

    def change(lines):
        fields = lines[line - 1].split(",")
        fields[HEADER.index(column)] = text
        lines[line - 1] = ",".join(fields)

    return change


def cut(line, fields):
    def change(lines):
        lines[line - 1] = ",".join(lines[line - 1].split(",")[:fields])

    return change


DAMAGED = {
    "a word in a number": (damage(7, "p50", "fast"), ":7:", "p50 is 'fast'"),
    "not a number": (damage(7, "mean", "nan"), ":7:", "mean is 'nan'"),
    "no round": (damage(3, "round", ""), ":3:", "round is ''", "whole number"),
    "a fraction of a length": (damage(4, "length", "2.5"), ":4:", "length is '2.5'"),
    "another unit": (damage(2, "unit", "ms"), ":2:", "unit is 'ms'", "'ns'"),
    "another verdict on the text": (damage(5, "text", "fine"), ":5:", "'wrong'"),
    "a short line": (cut(9, 11), ":9:", "11 fields, expected 22"),
    "a missing column": (cut(1, 21), ":1:", "missing column text"),
    "columns swapped": (
        lambda lines: lines.__setitem__(0, lines[0].replace("p50,p90", "p90,p50")),
        ":1:",
        "other columns",
    ),
    "an open quote": (damage(6, "locale", '"fr'), ":6:"),
    "only a header": (lambda lines: lines.__delitem__(slice(1, None)), ":1:", "no rows"),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_damage_is_refused_with_file_and_line(run, tmp_path, name):
    change, *parts = DAMAGED[name]
    lines = (run / "samples.csv").read_text(encoding="utf-8").splitlines()
    change(lines)
    folder = write_run(tmp_path / "run", [])
    (folder / "samples.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    done = plot(folder, "--out", tmp_path / "out")
    refused(done, tmp_path / "out", str(folder / "samples.csv"), *parts)


def test_a_line_cut_in_its_last_field_is_refused(run, tmp_path):
    """`wrong` cut to `ok`-like text would pass: so the missing line end counts."""
    folder = write_run(tmp_path / "run", [])
    whole = (run / "samples.csv").read_text(encoding="utf-8")
    (folder / "samples.csv").write_text(whole.removesuffix("\n"), encoding="utf-8")
    done = plot(folder, "--out", tmp_path / "out")
    refused(done, tmp_path / "out", f":{whole.count(chr(10))}: the last line is cut short")


def test_bytes_that_are_no_text_are_refused(run, tmp_path):
    folder = write_run(tmp_path / "run", [])
    lines = (run / "samples.csv").read_bytes().split(b"\n")
    lines[3] = b"\xff" + lines[3]
    (folder / "samples.csv").write_bytes(b"\n".join(lines))
    done = plot(folder, "--out", tmp_path / "out")
    refused(done, tmp_path / "out", "samples.csv:4: not UTF-8")


def test_empty_samples_are_refused(tmp_path):
    folder = write_run(tmp_path / "run")
    (folder / "samples.csv").write_bytes(b"")
    refused(plot(folder, "--out", tmp_path / "out"), tmp_path / "out", "samples.csv: empty")


def test_another_schema_and_broken_metadata_are_refused(tmp_path):
    folder = write_run(tmp_path / "run", schema=3)
    out = tmp_path / "out"
    refused(plot(folder, "--out", out), out, "run.json: schema is 3, expected 2")
    (folder / "run.json").write_text('{\n"schemaVersion": 2,\n')
    refused(plot(folder, "--out", out), out, "run.json:3: not JSON")
    (folder / "run.json").write_text("[]\n")
    refused(plot(folder, "--out", out), out, "run.json: schema is None")
    (folder / "run.json").unlink()
    refused(plot(folder, "--out", out), out, "run.json: no such file")


def test_what_is_no_run_is_refused(tmp_path):
    out = tmp_path / "out"
    refused(plot(tmp_path / "nowhere", "--out", out), out, "nowhere: not a folder")
    (tmp_path / "folder").mkdir()
    refused(plot(tmp_path / "folder", "--out", out), out, "is", "the folder of a run?")


def test_a_place_that_cannot_be_written_is_an_error(run, tmp_path):
    (tmp_path / "file").write_text("in the way")
    done = plot(run, "--only", "phases", "--out", tmp_path / "file")
    assert done.returncode == 2
    assert re.fullmatch(r"plot: error: [^\n]+file[^\n]*\n", done.stderr)


def test_a_disk_that_fills_leaves_old_pictures_whole(run, tmp_path):
    """A limit on the size of a file stands in for the full disk."""
    for name in files(TWO):
        (tmp_path / name).write_text("old")
    limit = 'ulimit -f 40; trap "" XFSZ; exec "$@"'
    done = program(run, *ONLY, "--out", tmp_path, shell=limit)
    assert done.returncode == 2
    assert re.fullmatch(r"plot: error: [^\n]+\n", done.stderr)
    left = {path.name: path.read_text() for path in tmp_path.iterdir()}
    assert left == dict.fromkeys(files(TWO), "old")


@pytest.mark.parametrize("arguments", [(), ("a", "--frob"), ("a", "--only", "phase")])
def test_wrong_usage_has_a_status_of_its_own(arguments):
    done = plot(*arguments)
    assert done.returncode == 64
    assert "usage: plot" in done.stderr


def test_help_has_examples():
    done = plot("--help")
    assert done.returncode == 0
    assert "scripts/plot results/runs/today --against main" in done.stdout


def test_csv_and_pandas_read_the_samples_unaided(tmp_path):
    """Neither is told anything but the path."""
    folder = write_run(tmp_path)
    expected = list(rows())
    with open(folder / "samples.csv", newline="") as file:
        read = list(csv.DictReader(file))
    assert len(read) == len(expected)
    assert list(read[0]) == HEADER
    frame = pd.read_csv(folder / "samples.csv")
    assert list(frame.columns) == HEADER
    assert len(frame) == len(expected)
    assert frame["p50"].dtype.kind in "if"
    assert frame["p50"].tolist() == [float(row["p50"]) for row in expected]
    missing = sum(row["p999"] == "" for row in expected)
    assert missing > 0
    assert frame["p999"].isna().sum() == missing


def test_header_of_the_script_and_requirements_agree():
    header = re.search(
        r"^# /// script$(.*?)^# ///$",
        (SCRIPTS / "plot.py").read_text(encoding="utf-8"),
        re.MULTILINE | re.DOTALL,
    )
    metadata = tomllib.loads(re.sub(r"^# ?", "", header[1], flags=re.MULTILINE))
    lines = (SCRIPTS / "requirements.txt").read_text(encoding="utf-8").splitlines()
    required = {line.split("#")[0].strip() for line in lines}
    assert metadata["dependencies"]
    assert set(metadata["dependencies"]) <= required
