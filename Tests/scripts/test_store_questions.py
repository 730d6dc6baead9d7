"""docs/store.md: each question has an answer, which equals that of the store."""

import os
import re

import pytest
import synthetic
from helpers import ASK, BASELINE, called, write_run

from keystroke_tools import runs
from keystroke_tools.cli import ROOT
from keystroke_tools.runs import FIGURES

PAGE = ROOT / "docs/store.md"
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


def test_there_are_three_and_each_has_an_answer():
    assert len(questions()) == 3
    assert all(answer for _, _, answer in questions())


@pytest.mark.parametrize("number", range(3))
def test_the_answer_is_that_of_the_store(store, number):
    title, sql, answer = questions()[number]
    given = call("ask", store, sql)
    if REWRITES:
        page = PAGE.read_text(encoding="utf-8")
        asked = f"```sql\n{sql}```\n"
        old = asked + (f"\n```\n{answer}```\n" if answer else "")
        assert page.count(old) == 1
        PAGE.write_text(page.replace(old, f"{asked}\n```\n{given}```\n"), encoding="utf-8")
        return
    assert given == answer, title
