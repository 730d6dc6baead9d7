"""Points and bars whose form shows if the text was right."""

from typing import Any

from matplotlib.axes import Axes

from .looks import INK, WRONG


def points(
    axes: Axes, x: Any, y: Any, wrong: Any, look: tuple[str, str], size: float = 4.5
) -> None:
    """Draw points: filled if the text is right, hollow if it is wrong."""
    colour, marker = look
    for is_wrong, face in ((False, colour), (True, "none")):
        axes.plot(
            x[wrong == is_wrong],
            y[wrong == is_wrong],
            marker,
            color=colour,
            markersize=size,
            markerfacecolor=face,
        )


def hatch(axes: Axes, y: Any, width: float, height: float = 0.72) -> None:
    """Hatch a horizontal bar: its text is wrong."""
    axes.barh(y, width, height, fill=False, edgecolor=INK, hatch=WRONG, linewidth=0.6)


def at_end(axes: Axes, x: Any, y: Any, text: str, points: float) -> None:
    """Write at the end of a horizontal bar."""
    axes.annotate(text, (x, y), (3, 0), textcoords="offset points", va="center", fontsize=points)
