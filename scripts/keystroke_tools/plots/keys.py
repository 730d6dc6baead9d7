"""Entries of legends."""

from collections.abc import Iterable

from matplotlib.artist import Artist
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from .looks import GREY, INK, PAPER, PHASE_HATCHES, PHASES, WRONG, Looks


def of_strategies(look: Looks) -> list[Artist]:
    """Return an entry for each strategy."""
    return [
        Line2D([], [], color=colour, marker=marker, markersize=4.5, label=strategy)
        for strategy, (colour, marker) in look.items()
    ]


def hollow() -> Artist:
    """Return the entry for points of a wrong text."""
    return Line2D(
        [],
        [],
        color=GREY,
        marker="o",
        linestyle="",
        markerfacecolor="none",
        label="hollow: wrong text",
    )


def hatched() -> Artist:
    """Return the entry for areas of a wrong text."""
    return Patch(fill=False, edgecolor=INK, hatch=WRONG, linewidth=0.6, label="hatched: wrong text")


def of_phases(phases: Iterable[str] = PHASES) -> list[Artist]:
    """Return an entry for each phase."""
    return [
        Patch(
            facecolor=PHASES[phase],
            hatch=PHASE_HATCHES[phase],
            edgecolor=PAPER,
            linewidth=0,
            label=phase,
        )
        for phase in phases
    ]


def missing() -> Artist:
    """Return the entry for figures that were not measured."""
    return Line2D([], [], color=GREY, marker="_", linestyle="", label="not measured")
