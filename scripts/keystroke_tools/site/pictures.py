"""The pictures of a history, for a site."""

from pathlib import Path
from typing import Any

from keystroke_tools import runs
from keystroke_tools.plots import history_counts, history_times, looks, output
from keystroke_tools.plots.past import Past
from keystroke_tools.plots.picture import NothingToDraw

# A picture with thousands of lines is smaller as a bitmap.
LARGEST_SVG = 400_000


def draw(
    store: Path, filters: runs.Filters, folder: Path, prefix: str
) -> tuple[list[dict[str, Any]], list[str]]:
    """Draw the pictures of a history; return them, and the reasons for missing ones."""
    looks.use()
    past = Past(None, store, filters)
    made: list[dict[str, Any]] = []
    remarks = []
    folder.mkdir(exist_ok=True)
    for picture in (history_times.picture, history_counts.picture):
        try:
            drawn = picture(past)
        except NothingToDraw as reason:
            remarks.append(f"No picture: {reason}.")
            continue
        files = output.render(drawn)
        chosen = {}
        for kind, name in (("wide", drawn.name), ("narrow", drawn.name + "-narrow")):
            data, suffix = files[f"{name}.svg"], "svg"
            if len(data) > LARGEST_SVG:
                data, suffix = files[f"{drawn.name}.png"], "png"
            path = folder / f"{prefix}-{name}.{suffix}"
            path.write_bytes(data)
            chosen[kind] = f"pictures/{path.name}"
        made.append(chosen | {"title": drawn.title, "alt": drawn.alt})
    return made, remarks
