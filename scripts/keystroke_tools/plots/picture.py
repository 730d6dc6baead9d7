"""A picture, and the reason if there is none."""

from collections.abc import Callable
from dataclasses import dataclass

from matplotlib.figure import Figure

from .canvas import Layout


@dataclass(frozen=True)
class Picture:
    """A picture: its name, its title, a text for people who cannot see it, its drawing."""

    name: str  # words joined by hyphens; also the name of its files
    title: str  # a short sentence about the picture
    alt: str  # for people who cannot see it
    draw: Callable[[Layout], Figure]


class NothingToDraw(Exception):
    """The error for a run that lacks the data of a picture; the message names the data."""
