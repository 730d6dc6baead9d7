"""The looks of verdicts: colour, marker and face."""

from collections.abc import Iterable

from matplotlib.artist import Artist
from matplotlib.lines import Line2D

from .looks import BLUE, GREY, INK, ORANGE, RED

# Groups of findings with the same look -> (colour, marker, face).
FINDINGS = {
    "regressed": (RED, ">", RED),
    "accepted": (RED, ">", "none"),
    "improved": (BLUE, "<", BLUE),
    "inconclusive": (GREY, "o", "none"),
    "changed_with_text": (INK, "x", INK),
    "advisory": (GREY, "D", "none"),
    "within_tolerance": (ORANGE, "d", "none"),
    "unchanged": (GREY, "|", GREY),
}
SAME = {"workload_differs": "regressed"}


def look(finding: str) -> tuple[str, str, str]:
    """Return colour, marker and face of a finding."""
    return FINDINGS.get(SAME.get(finding, finding), (INK, "x", INK))


def entries_of_key(findings: Iterable[str]) -> list[Artist]:
    """Return an entry for each kind of finding that occurs."""
    seen = {SAME.get(finding, finding) for finding in findings}
    return [
        Line2D(
            [],
            [],
            color=look(name)[0],
            marker=look(name)[1],
            markerfacecolor=look(name)[2],
            markersize=5,
            linestyle="",
            label=name.replace("_", " "),
        )
        for name in [*FINDINGS, *sorted(seen - set(FINDINGS))]
        if name in seen
    ]
