"""scripts/plot.py: the pictures it writes, its exit status, its messages."""

import contextlib
import csv
import io
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pandas as pd
import pytest
from synthetic import HEADER, rows, write_run

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
sys.path.insert(0, str(SCRIPTS))
from plot import fold_rounds, main, stack_phases  # noqa: E402
from samples import read_run  # noqa: E402

PICTURES = {"cost-by-length.png", "phases.png"}


def plot(*arguments):
    """Run the script's main in this process, as importing pandas anew costs a second."""
    out, err = io.StringIO(), io.StringIO()
    argv = [str(argument) for argument in arguments]
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            status = main(argv)
        except SystemExit as exit:
            status = exit.code
    return subprocess.CompletedProcess(argv, status, out.getvalue(), err.getvalue())


def program(*arguments, shell='exec "$@"', **environment):
    """Run the script as a program of its own, started by a shell."""
    return subprocess.run(
        ["bash", "-c", shell, "-", sys.executable, SCRIPTS / "plot.py", *arguments],
        capture_output=True,
        encoding="utf-8",
        env=os.environ | environment,
        timeout=120,
    )


def size(picture):
    """Return width and height of a PNG, which must be whole."""
    data = picture.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert data[-8:-4] == b"IEND"
    return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")


def refused(done, out, *parts):
    """Assert one line of error that holds all the parts, status 2 and nothing written."""
    assert done.returncode == 2, done.stderr
    assert re.fullmatch(r"plot: error: [^\n]+\n", done.stderr)
    for part in parts:
        assert part in done.stderr
    assert done.stdout == ""
    assert not out.exists() or not list(out.iterdir())


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    some = rows(rounds=2, lengths=(3, 9), values=("Int",))
    return write_run(tmp_path_factory.mktemp("runs") / "whole", some)


def test_draws_both_pictures_and_nothing_else(tmp_path):
    done = plot(write_run(tmp_path / "run"), "--out", tmp_path / "new" / "out")
    assert (done.returncode, done.stderr) == (0, "")
    assert {path.name for path in (tmp_path / "new" / "out").iterdir()} == PICTURES
    for line in done.stdout.splitlines():
        width, height = size(Path(line))
        assert width == 1600
        assert height > 600


def test_writes_into_the_run_by_default_and_replaces_pictures(tmp_path):
    folder = write_run(tmp_path, rows(rounds=1, lengths=(3,), values=("Int",)))
    (folder / "phases.png").write_text("an old picture")
    assert program(folder).returncode == 0
    size(folder / "phases.png")
    expected = PICTURES | {"run.json", "samples.csv"}
    assert {path.name for path in folder.iterdir()} == expected


def test_same_run_same_picture_in_any_locale(run, tmp_path):
    for name, language in (("a", "C.UTF-8"), ("b", "C"), ("c", "de_DE.UTF-8")):
        done = program(run, "--out", tmp_path / name, LC_ALL=language)
        assert done.returncode == 0, done.stderr
    for picture in PICTURES:
        assert len({(tmp_path / name / picture).read_bytes() for name in "abc"}) == 1


def test_wrong_cells_change_the_pictures(run, tmp_path):
    with open(run / "samples.csv", newline="", encoding="utf-8") as file:
        right = [row | {"text": "ok"} for row in csv.DictReader(file)]
    plot(write_run(tmp_path / "right", right))
    plot(run, "--out", tmp_path / "out")
    for picture in PICTURES:
        drawn = (tmp_path / "out" / picture).read_bytes()
        assert drawn != (tmp_path / "right" / picture).read_bytes()


def test_rounds_are_folded_to_their_median(tmp_path):
    """An outlying third round must not show: the median of 1, 1 and 100 is 1."""

    def three(last):
        for row in rows(rounds=1, lengths=(3, 6), values=("Int",)):
            if row["metric"] != "time":
                continue
            for number in (1, 2, 3):
                factor = last if number == 3 else 1
                figures = {key: float(row[key]) * factor for key in ("p50", "p99")}
                yield (
                    row
                    | {"round": number, "mean": float(row["mean"]) * factor}
                    | figures
                )

    plot(write_run(tmp_path / "calm", three(1)))
    plot(write_run(tmp_path / "outlier", three(100)))
    for picture in PICTURES:
        calm = (tmp_path / "calm" / picture).read_bytes()
        assert calm == (tmp_path / "outlier" / picture).read_bytes()


def test_phases_and_rest_add_up_to_the_whole(tmp_path):
    """Every strategy has a bar a panel, of the longest number that all have measured."""
    some = [
        row
        for row in rows(lengths=(3, 9, 15))
        if (row["strategy"], row["length"]) != ("unformatted", 15)
    ]
    times = fold_rounds(read_run(write_run(tmp_path, some)))
    bars = stack_phases(times, "type")
    assert len(bars) == len(bars.groupby(["strategy", "value", "locale"])) == 4 * 2 * 4
    assert set(bars["length"]) == {9}
    assert bars["stacked"].tolist() == pytest.approx(bars["total"].tolist(), rel=0.05)
    floor = bars[bars["strategy"] == "unformatted"]
    assert floor[["filter", "parse", "format"]].isna().all(axis=None)
    assert floor["rest"].tolist() == pytest.approx([0.04] * len(floor), rel=0.3)


def test_phases_longer_than_the_whole_have_no_negative_rest(tmp_path):
    some = [
        row | {"mean": 100} if row["phase"] == "total" else row
        for row in rows(rounds=1, lengths=(3,))
    ]
    bars = stack_phases(fold_rounds(read_run(write_run(tmp_path, some))), "type")
    assert (bars["rest"] == 0).any()
    assert (bars["rest"] >= 0).all()
    assert (bars["stacked"] > bars["total"]).any()
    assert plot(tmp_path).returncode == 0


def test_one_script_is_drawn_and_others_on_request(run, tmp_path):
    plot(run, "--out", tmp_path / "default")
    plot(run, "--script", "type", "--out", tmp_path / "type")
    plot(run, "--script", "paste", "--out", tmp_path / "paste")
    drawn = {
        name: (tmp_path / name / "phases.png").read_bytes()
        for name in ("default", "type", "paste")
    }
    assert drawn["default"] == drawn["type"] != drawn["paste"]
    done = plot(run, "--script", "mixed", "--out", tmp_path / "mixed")
    refused(done, tmp_path / "mixed", "no times of script 'mixed'", "paste, type")


def test_a_run_without_phases_says_so_and_draws_the_rest(tmp_path):
    some = [row for row in rows(rounds=1) if row["phase"] in ("total", "first")]
    done = plot(write_run(tmp_path / "run", some), "--out", tmp_path / "out")
    assert done.returncode == 0
    assert done.stderr == "plot: no times of phases, so no phases.png\n"
    assert [path.name for path in (tmp_path / "out").iterdir()] == [
        "cost-by-length.png"
    ]


def test_missing_figures_are_gaps(tmp_path):
    some = [
        row | {"p50": "", "p99": ""} if row["length"] == 9 else row
        for row in rows(rounds=1)
    ]
    done = plot(write_run(tmp_path, some))
    assert (done.returncode, done.stderr) == (0, "")


def test_unknown_strategies_and_other_locales_are_drawn(tmp_path):
    """More strategies than colours, five locales and a name that is TeX to a plotter."""
    some = [
        row | {"strategy": f"{row['strategy']}-{copy}", "locale": locale}
        for row in rows(rounds=1, lengths=(3, 9))
        for copy in range(3)
        for locale in (
            [row["locale"], "$x_$"] if row["locale"] == "en_US" else [row["locale"]]
        )
    ]
    done = plot(write_run(tmp_path, some))
    assert (done.returncode, done.stderr) == (0, "")


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
    "only a header": (
        lambda lines: lines.__delitem__(slice(1, None)),
        ":1:",
        "no rows",
    ),
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
    refused(
        done, tmp_path / "out", f":{whole.count(chr(10))}: the last line is cut short"
    )


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
    refused(
        plot(folder, "--out", tmp_path / "out"), tmp_path / "out", "samples.csv: empty"
    )


def test_a_run_of_counts_only_is_refused(tmp_path):
    some = [row for row in rows() if row["metric"] != "time"]
    done = plot(write_run(tmp_path / "run", some), "--out", tmp_path / "out")
    refused(done, tmp_path / "out", "no row with a time of a keystroke")


def test_another_schema_and_broken_metadata_are_refused(tmp_path):
    folder = write_run(tmp_path / "run", schema=2)
    out = tmp_path / "out"
    refused(plot(folder, "--out", out), out, "run.json: schema is 2, expected 1")
    (folder / "run.json").write_text('{\n"schemaVersion": 1,\n')
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
    done = plot(run, "--out", tmp_path / "file")
    assert done.returncode == 2
    assert re.fullmatch(r"plot: error: [^\n]+file[^\n]*\n", done.stderr)


def test_a_disk_that_fills_leaves_old_pictures_whole(run, tmp_path):
    """A limit on the size of a file stands in for the full disk."""
    for name in PICTURES:
        (tmp_path / name).write_text("old")
    limit = 'ulimit -f 40; trap "" XFSZ; exec "$@"'
    done = program(run, "--out", tmp_path, shell=limit)
    assert done.returncode == 2
    assert re.fullmatch(r"plot: error: [^\n]+\n", done.stderr)
    left = {path.name: path.read_text() for path in tmp_path.iterdir()}
    assert left == dict.fromkeys(PICTURES, "old")


@pytest.mark.parametrize("arguments", [(), ("a", "b"), ("a", "--frob")])
def test_wrong_usage_has_a_status_of_its_own(arguments):
    done = plot(*arguments)
    assert done.returncode == 64
    assert "usage: plot" in done.stderr


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
