"""Points and bars that say by their form, too, whether the text was right."""

from .looks import INK, WRONG


def points(axes, x, y, wrong, look, size=4.5):
    """Draw points: filled where the text is right, hollow where it is wrong."""
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


def hatch(axes, y, width, height=0.72):
    """Hatch a horizontal bar: its text is wrong."""
    axes.barh(y, width, height, fill=False, edgecolor=INK, hatch=WRONG, linewidth=0.6)


def at_end(axes, x, y, text, points):
    """Write at the end of a horizontal bar."""
    axes.annotate(
        text, (x, y), (3, 0), textcoords="offset points", va="center", fontsize=points
    )
