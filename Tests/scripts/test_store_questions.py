"""docs/store.md: each question has an answer, and it is the one that the store gives."""

import contextlib
import io
import json
import os
import re

import many_runs
import pytest
import synthetic
from plotting import PROGRAM, ROOT
from seal import seal
from store import main

PAGE = ROOT / "docs/store.md"
QUESTION = re.compile(
    r"^### (.+)\n(?:.*\n)*?```sql\n((?:.*\n)*?)```\n(?:\n```\n((?:.*\n)*?)```\n)?", re.M
)
REWRITES = os.environ.get("KEYSTROKE_BENCH_REWRITE_GOLDEN") == "1"


def questions():
    return QUESTION.findall(PAGE.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    """Six runs on two machines; from the fourth on one strategy is slower and allocates more."""
    place = tmp_path_factory.mktemp("questions")
    metadata = json.loads((many_runs.BASELINE / "run.json").read_text(encoding="utf-8"))
    for key in ("savedFrom", "omittedZeroRows", "virtualisation"):
        metadata.pop(key, None)
    for number in range(1, 7):
        folder = place / f"r{number}"
        start = (
            f"2026-10-{number + 26:02}T01:00:00Z"
            if number < 5
            else f"2026-11-{number:02}T01:00:00Z"
        )
        commit = f"{number:07}" + "0" * 33
        own = {
            "id": f"r{number}",
            "commit": commit,
            "start": start,
            "end": start,
            "dirty": False,
            "cpuModel": "a slow one" if number == 5 else "a processor",
            "cores": 4,
            "suites": ["keystrokes"],
            "wrongTexts": [],
            "batchedKeystrokes": {},
        }
        rows = [
            row | {"run": own["id"], "commit": commit[:8]} | changed(row, number)
            for row in synthetic.rows(lengths=(3, 9, 15), values=("int",), seed=number)
        ]
        synthetic.write_run(folder, rows)
        (folder / "run.json").write_text(json.dumps(metadata | own), encoding="utf-8")
        seal(folder)
    call("add", *sorted(place.glob("r*")), "--into", place / "store", "--program", PROGRAM)
    return place / "store"


def changed(row, number):
    factor = 2 if number == 5 and row["metric"] == "time" else 1
    if row["locale"] == "ar_EG" and row["metric"] == "allocations":
        factor *= 1.2
    if number >= 4 and row["strategy"] == "onchange-reformat":
        factor *= {"time": 1.25, "allocations": 2}.get(row["metric"], 1)
    return {
        name: f"{float(row[name]) * factor:.6g}" for name in many_runs.FIGURES if row[name] != ""
    }


def call(*arguments):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        assert main([str(argument) for argument in arguments]) == 0
    return out.getvalue()


def test_there_are_ten_and_each_has_an_answer():
    assert len(questions()) == 10
    assert len({title for title, _, _ in questions()}) == 10


@pytest.mark.parametrize("number", range(10))
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
