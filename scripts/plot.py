# /// script
# requires-python = ">=3.11"
# dependencies = [
#   "pandas>=2.2,<4",      # reads samples.csv as a user would, and folds rounds and cells
#   "matplotlib>=3.8,<4",  # draws the pictures; needs no display
# ]
# ///
"""Draw a run of keystroke-bench: plot.py RUN [--out DIR] [--script NAME].

Reads RUN/samples.csv and RUN/run.json and writes two pictures:

  cost-by-length.png  cost of a keystroke against length, by strategy
  phases.png          where that time goes, by strategy

Exit status: 0 fine, 2 the run is missing, damaged or has nothing to draw, 64 usage.
"""

import argparse
import math
import os
import sys
from pathlib import Path

import matplotlib as mpl
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import FixedLocator, FuncFormatter, MaxNLocator
from samples import RunError, read_run

CELL = ["strategy", "value", "locale", "length", "script"]

# Okabe and Ito's colours, which people with any colour vision can tell apart. A known
# strategy keeps its colour and marker in every picture of every run.
STRATEGIES = {
    "unformatted": ("#000000", "o"),
    "format-on-commit": ("#56B4E9", "s"),
    "delegate-filter": ("#E69F00", "^"),
    "onchange-reformat": ("#D55E00", "D"),
    "publisher-transform": ("#CC79A7", "v"),
    "partial-string": ("#F0E442", "P"),
    "incremental-delegate": ("#009E73", "<"),
    "incremental-onchange": ("#0072B2", ">"),
}
PHASES = {
    "filter": "#E69F00",
    "parse": "#56B4E9",
    "format": "#0072B2",
    "refresh": "#009E73",
    "rest": "#BBBBBB",
}
STYLE = {
    "font.size": 9,
    "axes.titlesize": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#E4E4E4",
    "grid.linewidth": 0.6,
    "hatch.linewidth": 0.6,
    "text.parse_math": False,
}
WIDTH = 8.0  # inches; with DPI twice the width at which a README shows a picture
DPI = 200


def fold_rounds(frame):
    """Return one row a cell and phase: the medians over rounds, in microseconds."""
    timed = frame[(frame["metric"] == "time") & (frame["instrument"] == "clock")]
    timed = timed.assign(wrong=timed["text"] == "wrong")
    folded = timed.groupby(CELL + ["phase"], as_index=False).agg(
        p50=("p50", "median"),
        p99=("p99", "median"),
        mean=("mean", "median"),
        wrong=("wrong", "any"),
        rounds=("round", "nunique"),
    )
    folded[["p50", "p99", "mean"]] /= 1000
    return folded


def pick_script(totals, wanted):
    """Return the script to draw: edits of different kinds do not make one line."""
    lengths = totals.groupby("script")["length"].nunique()
    if wanted is None:
        # The script measured at most lengths shows most; `type` where several do.
        return max(lengths.index, key=lambda name: (lengths[name], name == "type"))
    if wanted not in lengths.index:
        known = ", ".join(lengths.index)
        raise RunError(f"no times of script {wanted!r}; the run has: {known}")
    return wanted


def looks(strategies):
    """Return strategy -> (colour, marker), in the order in which they are shown."""
    known = {name: look for name, look in STRATEGIES.items() if name in strategies}
    spare = [look for name, look in STRATEGIES.items() if name not in known]
    spare += [(colour, "X") for colour, _ in STRATEGIES.values()]
    new = sorted(set(strategies) - set(known))
    return known | {name: spare[i % len(spare)] for i, name in enumerate(new)}


def panels(rows, title, panel_height, label, **sharing):
    """Return a figure and (axes, title, rows) for each panel, each value in new rows."""
    values = rows.groupby("value")["locale"].unique().map(sorted).to_dict()
    most = max(len(locales) for locales in values.values())
    across = {1: 1, 2: 2, 4: 2}.get(most, 3)  # no lonely panel in a last row
    lines = [
        (value, locales[start : start + across])
        for value, locales in values.items()
        for start in range(0, len(locales), across)
    ]
    size = (WIDTH, 1.5 + panel_height * len(lines))
    figure = Figure(size, dpi=DPI, layout="constrained")
    figure.suptitle(title, x=0.01, ha="left", fontsize=10)
    grid = figure.subplots(len(lines), across, squeeze=False, **sharing)
    for axes in grid.flat:
        axes.set_visible(False)
    found = []
    for line, (value, locales) in zip(grid, lines, strict=True):
        for axes, locale in zip(line, locales, strict=False):
            axes.set_visible(True)
            part = rows[(rows["value"] == value) & (rows["locale"] == locale)]
            found.append((axes, f"{value}, {locale}", part))
    for column in grid.T:
        lowest = [axes for axes in column if axes.get_visible()][-1]
        lowest.tick_params(labelbottom=True)
        lowest.set_xlabel(label)
    return figure, found


def said(rows):
    """Say over how many rounds the median was taken."""
    rounds = rows["rounds"].max()
    return f"median of {rounds} rounds" if rounds > 1 else "one round"


def draw_cost(totals, script):
    """Draw the cost of a keystroke against length, by strategy."""
    rows = totals[totals["script"] == script]
    title = (
        f"What a keystroke costs as the number grows (script {script})\n"
        f"Line: p50; band: p50 to p99; {said(rows)}"
    )
    label = "length (digits)"
    figure, parts = panels(rows, title, 1.7, label, sharex=True, sharey=True)
    look = looks(rows["strategy"].unique())
    lengths = sorted(rows["length"].unique())
    few = len(lengths) < 8
    ticks = FixedLocator(lengths) if few else MaxNLocator(integer=True)
    for axes, name, part in parts:
        axes.set_title(name, loc="left")
        axes.set_yscale("log")
        axes.yaxis.set_major_formatter(FuncFormatter(lambda y, _: f"{y:g}"))
        axes.set_xlim(lengths[0] - 0.8, lengths[-1] + 0.8)
        axes.xaxis.set_major_locator(ticks)
        for strategy, (colour, marker) in look.items():
            line = part[part["strategy"] == strategy].sort_values("length")
            x, low, high = line["length"], line["p50"], line["p99"]
            axes.plot(x, low, color=colour, linewidth=1.2)
            if len(line) > 1:
                axes.fill_between(x, low, high, color=colour, alpha=0.15, linewidth=0)
            else:
                axes.vlines(x, low, high, color=colour, alpha=0.3, linewidth=3)
            for wrong, face in ((False, colour), (True, "white")):
                some = line[line["wrong"] == wrong]
                axes.plot(
                    some["length"],
                    some["p50"],
                    marker,
                    color=colour,
                    markersize=4.5,
                    markerfacecolor=face,
                )
    figure.supylabel("time a keystroke (µs, log scale)", fontsize=9)
    keys = [
        Line2D([], [], color=colour, marker=marker, markersize=4.5, label=strategy)
        for strategy, (colour, marker) in look.items()
    ]
    if rows["wrong"].any():
        hollow = {"marker": "o", "linestyle": "", "markerfacecolor": "white"}
        keys.append(
            Line2D([], [], color="#555555", label="hollow: wrong text", **hollow)
        )
    figure.legend(handles=keys, loc="outside lower center", ncols=3, frameon=False)
    return figure


def stack_phases(times, script):
    """Return one row a bar: the mean of each phase and the rest, and the total."""
    rows = times[times["script"] == script]
    bars = rows.pivot(index=CELL, columns="phase", values="mean")
    bars = bars.reindex(columns=[*PHASES, "total"]).dropna(subset=["total"])
    parts = [phase for phase in PHASES if phase != "rest"]
    bars = bars.dropna(subset=parts, how="all")
    # Phases and totals come from passes of their own, so the phases can exceed the total.
    rest = bars["total"] - bars[parts].sum(axis=1)
    bars["rest"] = bars["rest"].fillna(rest.clip(lower=0))
    bars["stacked"] = bars[list(PHASES)].sum(axis=1)
    facts = rows[rows["phase"] == "total"].set_index(CELL)[["wrong", "rounds"]]
    bars = bars.join(facts).reset_index()
    # The longest number that all strategies of a panel have in common, else the longest.
    panel = bars.groupby(["value", "locale"])
    everyone = panel["strategy"].transform("nunique")
    here = bars.groupby(["value", "locale", "length"])["strategy"].transform("nunique")
    bars = bars.assign(shared=here == everyone).sort_values(["shared", "length"])
    best = bars.groupby(["value", "locale"])["length"].transform("last")
    return bars[bars["length"] == best]


def draw_phases(bars, script):
    """Draw where the time of a keystroke goes, by strategy."""
    title = (
        f"Where the time of a keystroke goes (script {script})\n"
        f"Mean of each phase; {said(bars)}; at the end of a bar: mean of the whole (µs)"
    )
    over = (bars["stacked"] > 1.02 * bars["total"]).sum()
    if over:
        title += (
            f"\n{over} bars are longer: the phases were timed in a pass of their own"
        )
    order = list(looks(bars["strategy"].unique()))[::-1]
    height = 0.5 + 0.26 * len(order)
    label = "mean time a keystroke (µs)"
    figure, parts = panels(bars, title, height, label, sharex=True, sharey=True)
    for axes, name, part in parts:
        axes.set_title(f"{name}, {part['length'].iloc[0]} digits", loc="left")
        axes.set_yticks(range(len(order)), order)
        axes.grid(axis="y", visible=False)
        axes.set_xlim(0, 1.2 * bars[["total", "stacked"]].max(axis=None))
        for bar in part.to_dict("records"):
            y, left = order.index(bar["strategy"]), 0.0
            for phase, colour in PHASES.items():
                width = 0.0 if math.isnan(bar[phase]) else bar[phase]
                axes.barh(y, width, 0.72, left, color=colour)
                left += width
            if bar["wrong"]:
                axes.barh(y, left, 0.72, fill=False, hatch="////", linewidth=0.6)
            axes.annotate(
                f"{bar['total']:#.3g}".rstrip("."),
                (left, y),
                (3, 0),
                textcoords="offset points",
                va="center",
                fontsize=8,
            )
    keys = [Patch(color=colour, label=phase) for phase, colour in PHASES.items()]
    if bars["wrong"].any():
        keys.append(Patch(fill=False, hatch="////", label="hatched: wrong text"))
    figure.legend(handles=keys, loc="outside lower center", ncols=6, frameon=False)
    return figure


def save(figures, out):
    """Write all pictures or none: each beside its place first, then moved there."""
    out.mkdir(parents=True, exist_ok=True)
    waiting = {name: out / f".{name}.{os.getpid()}" for name in figures}
    try:
        for name, figure in figures.items():
            figure.savefig(waiting[name], format="png")
        for name, path in waiting.items():
            path.replace(out / name)
    finally:
        for path in waiting.values():
            path.unlink(missing_ok=True)


def draw(folder, out, wanted):
    """Draw the run in a folder; return the pictures written."""
    times = fold_rounds(read_run(folder))
    totals = times[times["phase"] == "total"].dropna(subset=["p50"])
    if totals.empty:
        raise RunError(f"{folder / 'samples.csv'}: no row with a time of a keystroke")
    script = pick_script(totals, wanted)
    figures = {"cost-by-length.png": draw_cost(totals, script)}
    bars = stack_phases(times, script)
    if bars.empty:
        print("plot: no times of phases, so no phases.png", file=sys.stderr)
    else:
        figures["phases.png"] = draw_phases(bars, script)
    save(figures, out)
    return [out / name for name in figures]


class Parser(argparse.ArgumentParser):
    """The exit status of keystroke-bench for wrong usage, not Python's."""

    def error(self, message):
        self.print_usage(sys.stderr)
        self.exit(64, f"plot: error: {message}\n")


def main(argv=None):
    parser = Parser(prog="plot", description="Draw a run of keystroke-bench as PNG.")
    parser.add_argument("run", type=Path, help="the folder of a run or baseline")
    parser.add_argument("--out", type=Path, help="where to write (default: the run)")
    parser.add_argument("--script", help="edit script to draw (default: the widest)")
    arguments = parser.parse_args(argv)
    mpl.rcdefaults()  # a matplotlibrc of the user's must not change the pictures
    mpl.rcParams.update(STYLE)
    try:
        out = arguments.out or arguments.run
        for path in draw(arguments.run, out, arguments.script):
            print(path)
    except (RunError, OSError) as error:
        print(f"plot: error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
