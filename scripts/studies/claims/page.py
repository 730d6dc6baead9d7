"""The page that answers the articles, docs/studies/claims.md."""

import json

from keystroke_tools.cli import ROOT
from studies.claims.answers import CLAIMS, in_real_fields
from studies.claims.figures import told

TRACES = ROOT / "Benchmarks" / "KeystrokeBenchmarks" / "Traces"
# The articles. The one on the keyboard's publisher, for claim 15, could not be found again.
ARTICLES = {
    "000": "https://augmentedcode.io/2020/04/26/validating-string-in-textfield-with-numberformatter-in-swiftui/",
    "002": "https://fatbobman.com/en/posts/textfield-1/",
    "003": "https://serialcoder.dev/text-tutorials/swift-tutorials/implementing-a-custom-formatter-in-swift/",
    "004": "https://augmentedcode.io/2022/09/05/view-modifier-for-preparing-view-data-in-swiftui/",
}


def defects(figures):
    """Return a row for each known defect: strategy, trace, edits, result."""
    rows = []
    for cell, wrong in sorted(figures.wrong.items()):
        strategy, _, locale, _, script = cell.split("/")
        path = TRACES / f"{script.removeprefix('trace-')}.jsonl"
        # A baseline may have a trace that is gone.
        if path.stem.startswith("defect-") and path.is_file():
            rows.append((strategy, path.stem, locale, edits(path), told(wrong)))
    return rows


def edits(path):
    """Return the edits of a trace in words."""
    session = json.loads(path.read_text(encoding="utf-8"))
    words = [f"“{session['before']}”, then"] if session.get("before") else []
    run, behind = "", 0
    # Each ends with Return, which need not be said.
    for step in session["edits"][:-1]:
        lower, upper = step.get("range", [0, 0])
        # A format may have moved the end of the text further on, but never back.
        if "key" not in step and lower == upper and (not run or lower >= behind):
            run += step["replacement"]
            behind = lower + len(step["replacement"])
            continue
        if run:
            words.append(f"`{run}`")
            run = ""
        if "key" in step:
            words.append(step["key"])
        elif lower == upper:
            words.append(f"`{step['replacement']}` at {lower}")
        elif step["replacement"]:
            words.append(f"`{step['replacement']}` over {upper - lower} characters")
        else:
            words.append(
                f"{upper - lower} characters deleted" if upper - lower > 1 else "one deleted"
            )
    return ", ".join(words + ([f"`{run}`"] if run else []))


def linked(article, number):
    """Return an article's number, as a link if the article is known."""
    return article if number == 15 else f"[{article}]({ARTICLES[article]})"


HEAD = """\
# What the articles claim, and what is measured

{tally}

`scripts/studies/run claims` writes this page from the committed baselines, and a test fails if they
disagree. Each answer is decided from the figures beside it, and the command
[below](#the-figures-again) measures them again. The last column is empty if no real field can tell.
Refreshes and emissions are those of a [model](../strategies.md#the-model): UIKit and SwiftUI do not
exist on Linux. A time is the *typical* time of a keystroke, which the first screen ranks by: the
median over rounds, without stalls, on the machine of the baseline. Trust its ratios more.

| # | article | claim | figures | answer | holds in [real fields](../real-field.md) |
|---|---|---|---|---|---|
"""
DEFECTS = """
## Known defects of the published strategies

Each is a trace of the default suite.

| strategy | trace | locale | typed | left, for what was meant |
|---|---|---|---|---|
"""
TAIL = """
Not run into, since they stop the program: near `Int.max` the sum of a limit and its distance
overflows in `publisher-transform`, and a notification without its end frame ends
`keyboard-publisher`.
"""


def tally(answers):
    """Return how many claims hold, with exceptions or without, and how many do not."""
    no = sum(answer.startswith("does not hold") for answer in answers)
    untold = sum(answer.startswith("cannot be told") for answer in answers)
    return (
        f"Of {len(answers)} claims, {len(answers) - no - untold} hold, some with an exception; "
        f"{no} do not hold; {untold} cannot be told here."
    )


def page(figures):
    """Return the page."""
    rows, commands = "", ""
    answers = []
    fields = in_real_fields(figures)
    for number, (article, claim, answered) in enumerate(CLAIMS, start=1):
        told_figures, answer, again = answered(figures)
        answers.append(answer)
        cells = [number, linked(article, number), claim, "<br>".join(told_figures), answer]
        cells.append(fields.get(number, ""))
        rows += f"| {' | '.join(map(str, cells))} |\n"
        commands += f"{number}. `{again}`\n"
    known = "".join(f"| {' | '.join(row)} |\n" for row in defects(figures))
    head = HEAD.format(tally=tally(answers))
    return f"{head}{rows}\n## The figures again\n\n{commands}{DEFECTS}{known}{TAIL}"
