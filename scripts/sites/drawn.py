"""The pictures of a history, for a site."""

from plots import history_counts, history_times, output
from plots.past import Past
from plots.picture import NothingToDraw

# A picture of lines by the thousand is smaller as points.
LARGEST_SVG = 400_000


def draw(store, filters, folder, prefix):
    """Draw the pictures of a history; return them, and why some are missing."""
    past = Past(None, store, filters)
    made, remarks = [], []
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
