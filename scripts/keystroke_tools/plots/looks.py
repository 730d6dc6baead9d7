"""Colours, markers and hatches, the same in every picture of every run."""

from collections.abc import Collection
from typing import Any

import matplotlib as mpl
from matplotlib.colors import to_rgb

# The ink of text, axes and ticks. In SVG it becomes currentColor, so nothing else uses it.
INK = "#1E2329"
GREY = "#8A8A8A"

# Near Okabe and Ito's colours, moved until each contrasts with white and with a dark page
# by 2.6 to 1, and any two differ by 20 in CIE Lab for people without one kind of cone
# (Machado, Oliveira and Fernandes, 2009).
SKY, ORANGE, RED, PINK = "#669DFE", "#DE8F00", "#D91413", "#BB80B4"
OLIVE, GREEN, BLUE = "#648D3A", "#0B8F5D", "#334AE2"
COLOURS = (SKY, ORANGE, RED, PINK, OLIVE, GREEN, BLUE)

STRATEGIES = {
    "unformatted": (INK, "o"),
    "format-on-commit": (SKY, "s"),
    "delegate-filter": (ORANGE, "^"),
    "onchange-reformat": (RED, "D"),
    "publisher-transform": (PINK, "v"),
    "partial-string": (OLIVE, "P"),
    "incremental-delegate": (GREEN, "<"),
    "incremental-onchange": (BLUE, ">"),
    # Variants of a strategy have its colour.
    "delegate-filter-lean": (ORANGE, "X"),
    "delegate-none": (ORANGE, "p"),
    "incremental-onchange-selection": (BLUE, "8"),
    "onchange-reformat-lean": (RED, "H"),
    "onchange-reformat-demo": (RED, "d"),
    "onchange-reformat-bridged": (RED, "*"),
}
# The colours of flame graphs, as in FlameGraphStyle.swift; a test compares both.
PHASES = {
    "dispatch": "#8A5A2B",
    "filter": ORANGE,
    "parse": SKY,
    "format": GREEN,
    "refresh": PINK,
    "rewrite": RED,
    "layout": OLIVE,
    "paint": BLUE,
    "rest": "#A8A8A8",
}
# Hatches distinguish phases without their colours; that of a wrong text is another.
PHASE_HATCHES = {
    "dispatch": "**",
    "filter": "",
    "parse": "....",
    "format": "----",
    "refresh": "xxxx",
    "rewrite": "oo",
    "layout": "||||",
    "paint": "++++",
    "rest": "\\\\\\\\",
}
WRONG = "////"  # the hatch of a wrong text
# The page of an SVG, and colours that differ on a dark one: light -> dark. A picture may add some.
PAPER, DARK_INK, DARK_PAPER = "#ffffff", "#e8eaee", "#16181c"
DARK: dict[str, str] = {}

STYLE: dict[Any, Any] = {
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.titlecolor": INK,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.linewidth": 0.6,
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.titlelocation": "left",
    "axes.labelsize": "medium",
    "axes.titlesize": "medium",
    "xtick.labelsize": "medium",
    "ytick.labelsize": "medium",
    "legend.fontsize": "medium",
    "grid.color": "#888888",
    "grid.alpha": 0.35,
    "grid.linewidth": 0.6,
    "hatch.linewidth": 0.6,
    "text.parse_math": False,
    # Text stays text in SVG. If DejaVu is missing, others are as wide or narrower.
    "svg.fonttype": "none",
    "font.family": ["DejaVu Sans"],
}


Looks = dict[str, tuple[str, str]]  # strategy -> (colour, marker)


def looks(strategies: Collection[str]) -> Looks:
    """Return strategy -> (colour, marker), in the order in which they are shown."""
    known = {name: look for name, look in STRATEGIES.items() if name in strategies}
    spare = [look for name, look in STRATEGIES.items() if name not in known]
    spare += [(colour, "h") for colour, _ in STRATEGIES.values()]
    new = sorted(set(strategies) - set(known))
    return known | {name: spare[i % len(spare)] for i, name in enumerate(new)}


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, as in WCAG 2."""
    lights = []
    for colour in (one, other):
        linear = [
            c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in to_rgb(colour)
        ]
        lights.append(0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] + 0.05)
    return max(lights) / min(lights)


def use() -> None:
    """Draw all pictures in this style, whatever the user's own matplotlibrc says."""
    mpl.rcdefaults()
    mpl.rcParams.update(STYLE)
