"""What a picture is, and why there may be none."""

from collections.abc import Callable
from dataclasses import dataclass

from matplotlib.figure import Figure

from .canvas import Layout


@dataclass(frozen=True)
class Picture:
    """One picture: what it is called, what is seen, and how it is drawn in a layout."""

    name: str  # words joined by hyphens; also the name of its files
    title: str  # a sentence with what is seen
    alt: str  # for those who cannot see it
    draw: Callable[[Layout], Figure]


class NothingToDraw(Exception):
    """The run lacks what a picture shows; the message says what, in a few words."""
