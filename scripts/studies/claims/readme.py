"""The results at the top of README.md."""

import textwrap

from keystroke_tools.cli import Failure
from keystroke_tools.words import listed
from studies.claims.figures import (
    DELEGATE,
    ENGINE,
    ONCHANGE,
    PUBLISHER,
    WIDGETS,
    microseconds,
    ratios_in_widgets,
    smooth_in,
    typed,
)

BEGIN, END = "<!-- begin: scripts/studies/run claims writes this -->", "<!-- end -->"
WITHOUT = "incremental-onchange"
ROWS = {
    ENGINE: "this project's engine, behind a delegate",
    WITHOUT: "the same engine, in an onChange action",
    DELEGATE: "a delegate that checks edits, as published",
    ONCHANGE: "an onChange action that formats, as published",
    PUBLISHER: "a publisher that formats, as published",
}


def answer(figures):
    """Return the results: a row for each strategy, and what they mean."""
    base = figures.typical(typed(ENGINE))
    lines = [
        "| strategy | what it is | time | ratio | refreshes | wrong cells |",
        "|---|---|---:|---:|---:|---:|",
    ]
    for strategy, kind in ROWS.items():
        time = figures.typical(typed(strategy))
        cells = [cell for cell in figures.cells(strategy) if cell.split("/")[1] == "int"]
        wrong = sum(cell in figures.wrong for cell in cells)
        lines.append(
            f"| `{strategy}` | {kind} | {microseconds(time)} | {time / base:.3g} | "
            f"{figures.value(typed(strategy), 'refreshes'):.1f} | {wrong} of {len(cells)} |"
        )
    return [*lines, "", *wrapped(advised(figures)), "", *wrapped(painted(figures))]


def wrapped(text):
    """Return the lines of a paragraph."""
    return textwrap.wrap(text, 120, break_long_words=False, break_on_hyphens=False)


def advised(figures):
    """Return what to use: the engine if it is right, behind a delegate if there is one."""
    found, judged = figures.ambiguous(WITHOUT)
    right = not any(cell in figures.wrong for cell in figures.cells(ENGINE))
    why = ", which is right in every cell" if right else ""
    return (
        f"**Use the engine behind a delegate**{why}. If your toolkit has no delegate, use "
        f"`{WITHOUT}`: it sees only texts, and {found} of {judged:,} keystrokes are "
        "[ambiguous](docs/reading-figures.md#what-is-judged)."
    )


def painted(figures):
    """Return what real fields show: wrong texts, and the order of the strategies."""
    names = [ENGINE, DELEGATE, ONCHANGE, PUBLISHER]
    toolkits = listed(WIDGETS, most=len(WIDGETS))
    smooth = len(smooth_in(figures, *map(typed, names))) == len(WIDGETS)
    shown = "no keystroke flickers" if smooth else "some keystrokes flicker"
    ratios = ratios_in_widgets()
    costs = [ratios[name].values() for name in names]
    ordered = all(list(one) == sorted(one) for one in zip(*costs, strict=True))
    return (
        f"In [real fields](docs/real-field.md) of {toolkits} {shown}. With layout and paint, in "
        f"{listed(ratios[ENGINE])}, the order is {'the same' if ordered else 'another one'}, and "
        f"the most expensive takes {max(map(max, costs)):.2g} times an unformatted keystroke."
    )


def with_answer(text, figures):
    """Return the README with the answer between its marks."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    if not after:
        raise Failure(f"README.md: the marks {BEGIN} and {END} are expected in it")
    return before + "\n".join([BEGIN, *answer(figures), END]) + after
