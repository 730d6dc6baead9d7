"""Allocations and bytes of a keystroke, by strategy and phase."""

from collections.abc import Mapping, Sequence

import pandas as pd
from matplotlib.figure import Figure

from keystroke_tools import words

from . import canvas, keys, marks
from .canvas import Layout
from .data import Run, among, right
from .looks import PAPER, PHASE_HATCHES, PHASES, looks
from .picture import NothingToDraw, Picture

UNITS = {"allocations": "allocations per keystroke", "bytes": "bytes per keystroke (B)"}


def picture(run: Run) -> Picture:
    """Return the picture, or raise NothingToDraw."""
    choice = run.choice
    tables: dict[str, dict[str, pd.DataFrame]] = {}
    for metric in UNITS:
        rows = run.chosen(run.counts(metric), length=choice.length)
        for locale in choice.locales:
            here = rows[(rows["locale"] == locale) & (rows["phase"] != "first")]
            if (here["phase"] == "total").any():
                tables.setdefault(locale, {})[metric] = stack(here)
    if not tables:
        raise NothingToDraw("no allocations of keystrokes")
    locale = next(iter(tables))
    bars = tables[locale]
    title = finding(bars)
    allocator = " ".join(
        str(part).split("-")[0]
        for part in (run.metadata["toolchain"]["allocator"].get(k) for k in ("name", "version"))
        if part
    )
    notes = [
        f"Means, exact; {locale}, {choice.length} digits, {choice.value}, script "
        f"{choice.script}" + (f"; allocator {allocator}." if allocator else ".")
    ]
    if any(table["wrong"].nunique() > 1 for table in bars.values()):
        notes[0] += " Wrong texts count neither for the title nor for the scale."
    alt = (
        f"{title} Stacked bars by strategy, a panel each for {words.listed(bars)}, split "
        "into filter, parse, format, refresh and the rest."
    )
    return Picture("memory", title, alt, lambda layout: draw(bars, title, notes, layout))


def stack(rows: pd.DataFrame) -> pd.DataFrame:
    """Return one row per strategy: the part of each phase in the total.

    A phase without a row in a counted cell had nothing to count; the remainder after all
    phases is the rest.
    """
    bars = rows.pivot(index="strategy", columns="phase", values="mean")
    bars = bars.reindex(columns=[*PHASES, "total"]).dropna(subset=["total"])
    parts = bars[list(PHASES)].fillna(0)
    parts["rest"] += (bars["total"] - parts.sum(axis=1)).clip(lower=0)
    wrong = rows.groupby("strategy")["wrong"].any()
    return parts.assign(total=bars["total"], wrong=wrong)


def finding(bars: Mapping[str, pd.DataFrame]) -> str:
    """Return the strategy that allocates most."""
    metric, table = next(iter(bars.items()))
    most = right(table)["total"].idxmax()
    total = words.figure(right(table)["total"].max())
    return f"{among(table)}{most} has the most {metric}: {total} per keystroke."


def draw(
    bars: Mapping[str, pd.DataFrame], title: str, notes: Sequence[str], layout: Layout
) -> Figure:
    """Draw it in a layout."""
    strategies = {name for table in bars.values() for name in table.index}
    order = list(looks(strategies))[::-1]
    down = canvas.rows_of_panels(layout, list(bars))
    height = 0.5 + (0.7 + 0.27 * len(order)) * down
    figure = canvas.sheet(layout, title, notes, height)
    panels = canvas.grid_of_panels(figure, layout, list(bars), sharey=True)
    for axes, (metric, table) in zip(panels, bars.items(), strict=True):
        axes.set_yticks(range(len(order)), order)
        axes.tick_params(axis="y", length=0)
        axes.grid(axis="y", visible=False)
        axes.set_ylim(-0.6, len(order) - 0.4)
        # A wrong text may allocate a hundred times as much: its bar is cut, and empty.
        most = right(table)["total"].max() or 1
        axes.set_xlim(0, 1.45 * most)
        axes.locator_params(axis="x", nbins=4)
        axes.set_xlabel(UNITS[metric], fontsize=layout.font)
        for y, strategy in enumerate(order):
            if strategy not in table.index:
                marks.at_end(axes, 0, y, "not measured", layout.font)
                continue
            bar, left = table.loc[strategy], 0.0
            label = words.figure(bar["total"])
            if bar["total"] > 1.05 * most:
                left, label = 1.05 * most, f"{label} (cut)"
            else:
                for phase, colour in PHASES.items():
                    axes.barh(
                        y,
                        bar[phase],
                        0.72,
                        left,
                        color=colour,
                        hatch=PHASE_HATCHES[phase],
                        edgecolor=PAPER,
                        linewidth=0,
                    )
                    left += bar[phase]
            if bar["wrong"] and left:
                marks.hatch(axes, y, left)
            marks.at_end(axes, left, y, label, layout.font)
    seen = [phase for phase in PHASES if any(table[phase].any() for table in bars.values())]
    entries = keys.of_phases(seen)
    if any((table["wrong"] & (table["total"] > 0)).any() for table in bars.values()):
        entries.append(keys.hatched())
    canvas.finish(figure, layout, entries)
    return figure
