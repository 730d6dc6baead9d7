"""Figures and counts as people read them."""

from collections.abc import Iterable


def figure(number: float) -> str:
    """Return a number with three significant digits: 0.334, 12.2, 1820."""
    if number == 0:
        return "0"
    if abs(number) >= 99.95:
        return f"{number:.0f}"
    return f"{number:.3g}"


def time(microseconds: float) -> str:
    """Return a time with its unit."""
    if microseconds < 0.9995:
        return f"{figure(microseconds * 1000)} ns"
    if microseconds < 999.5:
        return f"{figure(microseconds)} µs"
    return f"{figure(microseconds / 1000)} ms"


def size(amount: float) -> str:
    """Return an amount of bytes with its unit."""
    return f"{figure(amount)} B" if amount < 9999.5 else f"{figure(amount / 1000)} kB"


def times(ratio: float) -> str:
    """Return a ratio of two figures: 12 times, 1.4 times."""
    return f"{ratio:.0f} times" if ratio >= 9.5 else f"{ratio:.2g} times"


def count(number: float, noun: str, plural: str | None = None) -> str:
    """Return a number with its noun: 1 cell, 3 cells."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def listed(names: Iterable[str], most: int = 3) -> str:
    """Return names as a list in a sentence."""
    names = list(names)
    if len(names) > most:
        return f"{', '.join(names[: most - 1])} and {len(names) - most + 1} more"
    return " and ".join(", ".join(names).rsplit(", ", 1))


def rounds(number: float) -> str:
    """Return the number of rounds of a median, in words."""
    return f"median of {number} rounds" if number > 1 else "one round"
