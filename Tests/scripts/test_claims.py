"""docs/studies/claims.md has the figures of the baselines, and its commands measure its cells."""

import json
import re
import shutil

import pytest
from helpers import ASK, PROGRAM, bench, script

from keystroke_tools import runs
from keystroke_tools.cli import ROOT
from keystroke_tools.program import Program
from studies.claims import answers, figures
from studies.support import made_runs


def claims(*arguments):
    return script("studies/run", "claims", "--check", *ASK, *arguments)


@pytest.fixture
def results(tmp_path):
    """Return a copy of the baselines that tests may change."""
    ignored = shutil.ignore_patterns("runs")
    return shutil.copytree(ROOT / "results", tmp_path / "results", ignore=ignored)


def edit(folder, change):
    rows = change(runs.read_samples(folder))
    (folder / "run.json").write_text(json.dumps(runs.metadata(folder)), encoding="utf-8")
    made_runs.write_rows(folder, rows)


def test_the_page_says_what_the_baselines_say():
    done = claims()
    assert (done.status, done.err) == (0, "")


def test_a_figure_that_changed_is_found(results):
    def change(rows):
        cell = made_runs.cells_of(rows) == "onchange-reformat/int/en_US/9/type"
        rows.loc[cell & (rows.metric == "refreshes"), "mean"] = 2
        return rows

    edit(results / "baselines/main", change)
    assert claims("--results", results).status == 1


def test_a_cell_that_is_gone_is_named(results):
    cell = "onchange-reformat-bridged/int/en_US/9/type"
    edit(results / "baselines/main", lambda rows: rows[made_runs.cells_of(rows) != cell])
    done = claims("--results", results)
    assert done.status == 2 and cell in done.err and done.err.count("\n") == 1


def test_answers_follow_the_figures():
    """A delegate that is not the cheapest must not be called the cheapest."""

    class Turned(figures.Figures):
        def value(self, cell, metric, phase="total", column="mean"):
            return 1e9 if "delegate" in cell else super().value(cell, metric, phase, column)

    known = figures.Figures(ROOT / "results", Program(PROGRAM))
    assert answers.efficient(known)[1].startswith("holds")
    known.__class__ = Turned
    assert answers.efficient(known)[1] == "does not hold"


def test_each_command_measures_the_cells_of_its_claim():
    baselines = figures.Figures(ROOT / "results", Program(PROGRAM))
    for _, _, answered in answers.CLAIMS:
        lines, _, command = answered(baselines)
        words = command.split()
        assert words[0] == "keystroke-bench" and words[1] in ("run", "verify")
        words = [word for word in words[2:] if word != "--no-time"]
        known = set(bench("list", *words).split())
        assert known <= set(baselines.rows), f"{command} measures what the baselines do not have"
        named = set(re.findall(r"`([a-z-]+/\S+)`", " ".join(lines)))
        assert named <= known, f"{command} does not measure {named - known}"
