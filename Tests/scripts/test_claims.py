"""docs/claims.md says what the committed baselines say, and its commands measure the cells that it names."""

import pathlib
import re
import shutil
import subprocess
import sys

import pytest
from articles import answers, figures, page, readme
from resealed import reseal

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "claims.md"
PROGRAM = ROOT / ".build" / "release" / "keystroke-bench"


def run(*arguments):
    """Run the script as a user does."""
    command = [sys.executable, ROOT / "scripts" / "claims.py", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, encoding="utf-8")


@pytest.fixture
def results(tmp_path):
    """A copy of the baselines, to damage."""
    shutil.copytree(ROOT / "results", tmp_path / "results", ignore=shutil.ignore_patterns("runs"))
    return tmp_path / "results"


def edit(path, pattern, replacement):
    text = path.read_text(encoding="utf-8")
    edited, count = re.subn(pattern, replacement, text, flags=re.MULTILINE)
    assert count, f"nothing in {path} is {pattern}"
    path.write_text(edited, encoding="utf-8")
    # Else it would be refused as damaged, and its figures never read.
    reseal(path.parent)


def test_the_page_says_what_the_baselines_say():
    done = run("--check")
    assert done.returncode == 0, done.stderr


def test_all_claims_are_answered():
    rows = [
        line for line in PAGE.read_text(encoding="utf-8").splitlines() if re.match(r"\| \d", line)
    ]
    assert len(rows) == 15 == len(answers.CLAIMS)
    for answer in [row.split("|")[-2].strip() for row in rows]:
        assert re.match(r"holds|does not hold|cannot be told here: ", answer), answer


def test_a_figure_that_changed_is_found(results):
    edit(
        results / "baselines/main/samples.csv",
        r"^(.*,onchange-reformat,int,en_US,9,type,total,refreshes,.*,)2\.44\d*(,\w+)$",
        r"\g<1>2\2",
    )
    done = run("--check", "--results", results)
    assert done.returncode == 1
    assert "disagree" in done.stderr


def test_a_cell_that_is_gone_is_named(results):
    edit(
        results / "baselines/main/samples.csv",
        r"^.*,onchange-reformat-bridged,int,en_US,9,type,.*\n",
        "",
    )
    done = run("--check", "--results", results)
    assert done.returncode == 2
    assert "no cell onchange-reformat-bridged/int/en_US/9/type" in done.stderr
    assert done.stderr.count("\n") == 1


def test_answers_follow_the_figures():
    """A delegate that is not the cheapest must not be called so."""

    class Turned(figures.Figures):
        def value(self, cell, metric, phase="total", column="mean"):
            found = super().value(cell, metric, phase, column)
            return (
                10 * found if cell.startswith("publisher") else 1e9 if "delegate" in cell else found
            )

    known = figures.Figures(ROOT / "results")
    assert answers.efficient(known)[1].startswith("holds")
    known.__class__ = Turned
    assert answers.efficient(known)[1] == "does not hold"
    assert answers.refreshes(known)[1] == "does not hold"


def test_smooth_is_answered_by_the_frames_of_the_widget(results):
    assert answers.ignored(figures.Figures(results))[1].startswith("holds")
    edit(
        results / "baselines/main-widget/samples.csv",
        r"^(.*,onchange-reformat,int,en_US,9,type,total,flicker_frames,.*,)0,0(,\w+)$",
        r"\g<1>1,0.5\2",
    )
    assert answers.ignored(figures.Figures(results))[1] == "does not hold"


def test_the_widget_is_quoted_as_its_page_measured_it(tmp_path, monkeypatch):
    known = figures.Figures(ROOT / "results")
    assert set(readme.ratios_in_widget()) >= {figures.ENGINE, figures.DELEGATE}
    field = tmp_path / "real-field.md"
    field.write_text(
        "| strategy | µs | ratio | XTest ratio |\n|---|---|---|---|\n"
        + "".join(
            f"| `{name}` | 9 | {number}.25 | 7.00 |\n"
            for number, name in enumerate(
                [figures.ENGINE, figures.DELEGATE, figures.ONCHANGE, figures.PUBLISHER], 1
            )
        )
        + "\n| strategy | dispatch |\n|---|---|\n| `delegate-filter` | 99 |\n"
    )
    monkeypatch.setattr(readme, "FIELD", field)
    assert "they take 1.25, 2.25, 3.25, 4.25 times" in readme.painted(known)
    # A page that only counted has no ratios, and the answer names none.
    field.write_text("| strategy | frames |\n|---|---|\n| `delegate-filter` | 0.89 |\n")
    assert readme.ratios_in_widget() == {} and "times" not in readme.painted(known)


def test_the_readme_counts_the_cells_that_its_first_screen_counts():
    """A reader compares the two: the answer on top, and the ranking below it."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    wrong = dict(re.findall(r"^- `([a-z-]+)`.*; (\d+ of \d+) cells wrong", text, re.M))
    right = {
        strategy: (int(right), int(cells))
        for strategy, right, cells in re.findall(r"^([a-z-]+) .*? (\d+) of (\d+) +\d+$", text, re.M)
    }
    assert len(wrong) == 4 and set(wrong) <= set(right)
    for strategy, said in wrong.items():
        count, cells = right[strategy]
        assert said == f"{cells - count} of {cells}", strategy


def test_each_command_measures_the_cells_of_its_claim():
    baselines = figures.Figures(ROOT / "results")
    for _, claim, answered in answers.CLAIMS:
        lines, _, command = answered(baselines)
        words = command.split()
        assert words[0] == "keystroke-bench" and words[1] in ("run", "verify")
        words = [word for word in words[2:] if word != "--no-time"]
        listed = subprocess.run([PROGRAM, "list", *words], capture_output=True, encoding="utf-8")
        assert listed.returncode == 0, f"{claim}: {command}: {listed.stderr}"
        known = set(listed.stdout.split())
        assert known <= set(baselines.rows), f"{command} measures what the baselines do not have"
        named = set(re.findall(r"`([a-z-]+/\S+)`", " ".join(lines)))
        assert named <= known, f"{command} does not measure {named - known}"


def test_every_defect_of_a_published_strategy_is_listed():
    text = PAGE.read_text(encoding="utf-8")
    for trace in page.TRACES.glob("defect-*.jsonl"):
        assert f"| {trace.stem} |" in text, trace.stem
