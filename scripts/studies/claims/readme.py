"""The answer at the top of README.md."""

from keystroke_tools.cli import Failure
from keystroke_tools.words import listed
from studies.claims.figures import (
    DELEGATE,
    ENGINE,
    IDLE,
    ONCHANGE,
    PUBLISHER,
    WIDGETS,
    microseconds,
    ratios_in_widgets,
    smooth_in,
    typed,
)

BEGIN, END = "<!-- begin: scripts/studies/run claims writes this -->", "<!-- end -->"


def answer(figures):
    """Return the lines at the top of the README: costs, refreshes, wrong cells, and what to use."""
    base = figures.typical(typed(DELEGATE))

    def line(strategy, kind, why=""):
        time = figures.typical(typed(strategy))
        ratio = (
            f"{time / base:.1f} times the delegate"
            if time > base
            else f"1/{base / time:.0f} of the delegate"
        )
        cost = microseconds(time) + ("" if strategy == DELEGATE else f", {ratio}")
        cells = figures.cells(strategy)
        wrong = sum(cell in figures.wrong for cell in cells)
        return (
            f"- `{strategy}`, {kind}: {cost}; {figures.value(typed(strategy), 'refreshes'):.1f} "
            f"refreshes; {wrong} of {len(cells)} cells wrong{why}{ambiguous(figures, strategy)}"
        )

    right = not any(cell in figures.wrong for cell in figures.cells(ENGINE))
    return [
        line(DELEGATE, "as published", ", such as an emptied field that keeps its value"),
        line(
            ONCHANGE,
            "as published",
            ", such as lost zeros in a fraction, and refused digits other than ASCII",
        ),
        line(PUBLISHER, "as published", ", since it does not group, and an old value comes back"),
        line(ENGINE, "this project's engine"),
        painted(figures),
        "- What to use: a delegate"
        + (", with the incremental engine behind it, which is right in every cell" if right else "")
        + "; without one `incremental-onchange`, "
        f"{microseconds(figures.typical(typed('incremental-onchange')))}{blind(figures)}.",
        judged(figures),
    ]


def ambiguous(figures, strategy):
    """Return how many keystrokes a strategy takes for what somebody else means by them."""
    found, judged = figures.ambiguous(strategy)
    of = f"{found} of {judged:,} keystrokes [ambiguous](docs/reading-the-numbers.md#what-is-judged)"
    return f", {of}" if found else ""


def blind(figures):
    """Return the wrong and ambiguous results of the engine without a delegate."""
    return wrong_carets(figures) + ambiguous(figures, "incremental-onchange")


def wrong_carets(figures):
    """Return the wrong results of the engine without a delegate."""
    cells = figures.cells("incremental-onchange")
    wrong = [figures.wrong[cell] for cell in cells if cell in figures.wrong]
    if not wrong:
        return ""
    carets = all(text.get("endsRight") and text["text"] == text["expectedText"] for text in wrong)
    why = ", by the caret alone: it sees texts and no edits" if carets else ""
    return f", {len(wrong)} of {len(cells)} cells wrong{why}"


def judged(figures):
    """Return the line that defines "right"."""
    keystrokes, cells = figures.judged()
    return (
        f"- Right means text, value and caret, after each of {keystrokes:,} keystrokes in {cells} "
        "cells, as far as a strategy promises them."
    )


def painted(figures):
    """Return the line on what screens show: wrong texts, and the order of the strategies."""
    names = [ENGINE, DELEGATE, ONCHANGE, PUBLISHER]
    toolkits = listed(WIDGETS, most=len(WIDGETS))
    smooth = len(smooth_in(figures, *map(typed, names))) == len(WIDGETS)
    shown = "no key flickers" if smooth else "some keys flicker"
    flickers = {
        f"{widget.value(typed(IDLE), 'flicker_frames'):.2f}" for widget in figures.widgets.values()
    }
    ratios = ratios_in_widgets()
    costs = [ratios[name].values() for name in names]
    spans = [f"{min(cost):.2f} to {max(cost):.2f}" for cost in costs]
    ordered = all(list(one) == sorted(one) for one in zip(*costs, strict=True))
    return (
        f"- In [real fields](docs/real-field.md) of {toolkits} {shown}; onChange at idle priority "
        f"paints a raw text first, {listed(sorted(flickers))} frames per keystroke. With layout "
        f"and paint, engine, delegate, onChange and publisher take {', '.join(spans)} times an "
        f"unformatted keystroke in {listed(ratios[ENGINE])}, "
        + ("in this order in both." if ordered else "in another order in each.")
    )


def with_answer(text, figures):
    """Return the README with the answer between its marks."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    if not after:
        raise Failure(f"README.md: the marks {BEGIN} and {END} are expected in it")
    return before + "\n".join([BEGIN, *answer(figures), END]) + after
