"""docs/files.md: the question to a store has its answer, and the recipes work as typed."""

import os
import re
import shutil
import subprocess
import sys

import duckdb
import pytest
import synthetic
from helpers import ASK, BASELINE, called, write_run

from keystroke_tools import runs
from keystroke_tools.cli import ROOT
from keystroke_tools.runs import FIGURES

PAGE = ROOT / "docs/files.md"
QUESTION = re.compile(
    r"^### (.+)\n(?:.*\n)*?```sql\n((?:.*\n)*?)```\n(?:\n```\n((?:.*\n)*?)```\n)?", re.M
)
REWRITES = os.environ.get("KEYSTROKE_BENCH_REWRITE_GOLDEN") == "1"


def questions():
    return QUESTION.findall(PAGE.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    """Six runs on two machines; from the fourth run, one strategy is slower and allocates more."""
    place = tmp_path_factory.mktemp("questions")
    for number in range(1, 7):
        day = f"10-{number + 26:02}" if number < 5 else f"11-{number:02}"
        start = f"2026-{day}T01:00:00Z"
        processor = "a slow one" if number == 5 else "a processor"
        own = {"source": {"commit": f"{number:07}" + "0" * 33}, "start": start, "end": start}
        host = runs.metadata(BASELINE)["hosts"][0]
        own["hosts"] = [host | {"cpuModel": processor, "cores": 4, "virtualisation": None}]
        some = synthetic.rows(lengths=(3, 9, 15), values=("int",), seed=number)
        write_run(place / f"r{number}", [row | changed(row, number) for row in some], **own)
    call("add", *sorted(place.glob("r*")), "--into", place / "store", *ASK)
    return place / "store"


def changed(row, number):
    factor = 2 if number == 5 and row["metric"] == "time" else 1
    if row["locale"] == "ar_EG" and row["metric"] == "allocations":
        factor *= 1.2
    if number >= 4 and row["strategy"] == "onchange-reformat":
        factor *= {"time": 1.25, "allocations": 2}.get(row["metric"], 1)
    return {name: f"{float(row[name]) * factor:.6g}" for name in FIGURES if row[name] != ""}


def call(*arguments):
    done = called("store", *arguments)
    assert done.status == 0, done.err
    return done.out


def test_the_answer_is_that_of_the_store(store):
    ((title, sql, answer),) = questions()
    assert answer
    given = call("ask", store, sql)
    if REWRITES:
        page = PAGE.read_text(encoding="utf-8")
        asked = f"```sql\n{sql}```\n"
        old = asked + (f"\n```\n{answer}```\n" if answer else "")
        assert page.count(old) == 1
        PAGE.write_text(page.replace(old, f"{asked}\n```\n{given}```\n"), encoding="utf-8")
        return
    assert given == answer, title


def recipe(language):
    """Return the first block in a language."""
    return re.findall(rf"```{language}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)[0]


@pytest.fixture
def clone(tmp_path):
    """Return a folder with the committed baselines, as the recipes name them."""
    (tmp_path / "results").symlink_to(ROOT / "results")
    return tmp_path


def test_pandas_and_duckdb_tell_the_typical_times_of_the_baseline(clone, monkeypatch):
    monkeypatch.chdir(clone)
    known = runs.read_samples(BASELINE).query("metric == 'typical_time' and value == 'int'")
    known = known.query("locale == 'en_US' and length == 9 and script == 'type'")
    known = dict(zip(known.strategy, known.p50, strict=True))
    assert len(known) > 10
    assert dict(duckdb.sql(recipe("sql")).fetchall()) == known
    printed = subprocess.check_output([sys.executable, "-c", recipe("python")], encoding="utf-8")
    times = re.findall(r"^(\S+) +([0-9.]+)$", printed, re.MULTILINE)
    assert {strategy: float(time) for strategy, time in times} == known


def test_a_spreadsheet_has_the_same_pivot_table(clone, monkeypatch):
    """Follows the words of the page: its filters, rows, columns and figure."""
    monkeypatch.chdir(clone)
    steps = PAGE.read_text(encoding="utf-8").split("In a spreadsheet:")[1].split("## ")[0]
    filters = re.findall(r"`(\w+)` \((\w+)\)", steps)
    rows, columns, figure = re.findall(
        r"Put `(\w+)` into the rows and `(\w+)` into the columns.*median of `(\w+)`",
        steps,
        re.DOTALL,
    )[0]
    sheet = runs.read_samples(BASELINE)
    expected = sheet.query("metric == 'typical_time' and value == 'int' and length == 9")
    expected = expected.query("locale == 'en_US' and script == 'type'").set_index("strategy")["p50"]
    for column, value in filters:
        sheet = sheet[sheet[column] == value]
    pivot = sheet.pivot_table(figure, rows, columns, "median")
    assert len(filters) == 4 and len(expected) > 10
    assert pivot[9].dropna().to_dict() == expected.to_dict()


@pytest.mark.skipif(shutil.which("gnuplot") is None, reason="gnuplot is not installed")
def test_gnuplot_draws_the_baseline(clone):
    done = subprocess.run(
        ["gnuplot"], input=recipe("gnuplot"), cwd=clone, capture_output=True, encoding="utf-8"
    )
    assert (done.returncode, done.stderr) == (0, "")
    picture = (clone / "cost-by-length.svg").read_text(encoding="utf-8")
    assert all(name in picture for name in ("delegate-filter", "incremental-delegate"))
    assert len(re.findall("<use ", picture)) >= 10
