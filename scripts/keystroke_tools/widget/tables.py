"""The tables of docs/real-field.md and of its study, in Markdown."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from keystroke_tools.widget.figures import Toolkit, cell_of

LOCALES, LENGTHS = ("en_US", "fr_FR", "ar_EG"), (3, 9, 15)
# Shown by locale and digits; nine digits in en_US are in the first table.
PLACES = (("en_US", 3), ("en_US", 15), ("fr_FR", 9), ("ar_EG", 9))


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return a table of Markdown."""
    lines = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    return lines + ["| " + " | ".join(row) + " |" for row in rows] + [""]


def grouped(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """Return rows of which those that are equal but for the first column are one."""
    names: dict[tuple[str, ...], list[str]] = {}
    for first, *rest in rows:
        names.setdefault(tuple(rest), []).append(first)
    return [[", ".join(first), *rest] for rest, first in names.items()]


def written(figure: float | None, digits: int = 2) -> str:
    """Return a figure as text; empty if there is none."""
    return "" if figure is None else f"{figure:,.{digits}f}"


def cost(toolkits: Sequence[Toolkit]) -> list[str]:
    """Return the table of processor times by strategy, as ratios to the floor."""
    names = [one.name for one in toolkits]
    heads = ["strategy", *names, "headless", *(f"{name} XTest" for name in names)]
    rows = []
    for name in toolkits[0].run.strategies:
        ratios = [one.ratio(cell_of(name, script="type")) for one in toolkits]
        ratios.append(toolkits[0].ratio(cell_of(name, script="headless-type")))
        ratios += [one.ratio(cell_of(name, script="xtest-type")) for one in toolkits]
        rows.append([f"`{name}`", *map(written, ratios)])
    return table(heads, rows)


def framed(toolkits: Sequence[Toolkit]) -> list[str]:
    """Return the table of frames per keystroke, with those that show another text than the last."""
    rows = []
    for name in toolkits[0].run.strategies:
        row = [f"`{name}`"]
        for one in toolkits:
            frames, wrong = (
                one.run.figure(cell_of(name), metric) for metric in ("frames", "flicker_frames")
            )
            row.append(written(frames) + (f", {written(wrong)} wrong" if wrong else ""))
        rows.append(row)
    return table(["strategy", *(one.name for one in toolkits)], grouped(rows))


def behaved(toolkits: Sequence[Toolkit]) -> list[str]:
    """Return the table of what undo and composing leave."""
    composing = [one for one in toolkits if one.composes]
    heads = ["strategy", *(f"{one.name}: undo" for one in toolkits)]
    heads += [f"{one.name}: composing" for one in composing]
    rows = [
        [
            f"`{name}`",
            *(one.undone(name) for one in toolkits),
            *(one.composed(name) for one in composing),
        ]
        for name in toolkits[0].habits.index
    ]
    return table(heads, grouped(rows))


def counted(toolkits: Sequence[Toolkit], pace: pd.DataFrame | None) -> list[str]:
    """Return the table of the other counts, and of the times at 60 Hz."""
    heads, rows = ["strategy"], []
    for one in toolkits:
        heads += [f"{one.name} {what}" for what in ("signals", "layout calls", "allocations")]
    heads += ["GTK at 60 Hz: key to frame, median", "99th percentile"] if pace is not None else []
    for name in toolkits[0].run.strategies:
        row = [f"`{name}`"]
        for one in toolkits:
            metrics = ("signals", "layout_calls", "allocations")
            row += [written(one.run.figure(cell_of(name), metric)) for metric in metrics]
        row += paced(pace, name) if pace is not None else []
        rows.append(row)
    return table(heads, rows)


def instructed(toolkits: Sequence[Toolkit]) -> list[str]:
    """Return the table of instructions by phase, in thousands."""
    columns = {
        "dispatch": ["dispatch"],
        "strategy": ["filter", "parse", "format", "refresh"],
        "rewrite": ["rewrite"],
        "layout": ["layout"],
        "paint": ["paint"],
        "all": ["total"],
    }
    rows = []
    for name in toolkits[0].run.strategies:
        row = [f"`{name}`"]
        for one in toolkits:
            for phases in columns.values():
                counts = [one.run.figure(cell_of(name), "instructions", phase) for phase in phases]
                row.append(f"{sum(count or 0 for count in counts) / 1000:,.0f}")
        rows.append(row)
    heads = [f"{one.name} {column}" for one in toolkits for column in columns]
    return ["Thousands of instructions, by phase:", "", *table(["strategy", *heads], rows)]


def everywhere(toolkits: Sequence[Toolkit]) -> list[str]:
    """Return the table of ratios for locales and lengths; wrong texts are marked."""
    rows = []
    for name in toolkits[0].run.strategies:
        row = [f"`{name}`"]
        for one in toolkits:
            for place in PLACES:
                mark = "" if one.run.right(cell_of(name, *place)) else " wrong"
                row.append(written(one.ratio(cell_of(name, *place))) + mark)
        rows.append(row)
    heads = [f"{one.name} {locale}, {length}" for one in toolkits for locale, length in PLACES]
    return [
        "Ratios by locale and digits; *wrong*: a text that is not what was meant:",
        "",
        *table(["strategy", *heads], rows),
    ]


def paced(keys: pd.DataFrame, strategy: str) -> list[str]:
    """Return the median and the 99th percentile from a key to its frame."""
    times = keys[keys["strategy"] == strategy]["microseconds"]
    tail = np.quantile(times, 0.99, method="inverted_cdf")
    return [f"{times.median() / 1000:.1f} ms", f"{tail / 1000:.1f} ms"]
