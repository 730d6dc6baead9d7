"""The pictures of docs/real-field.md."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from keystroke_tools.plots import matplotlib as mpl
from keystroke_tools.plots.looks import PHASES
from keystroke_tools.widget.figures import Toolkit, cell_of

mpl.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402, after the choice of what draws


def draw_phases(toolkits: Sequence[Toolkit], path: Path) -> None:
    """Draw the model next to the widgets, phase by phase."""
    first = toolkits[0].run
    subjects = [("headless model", first, "headless-type")]
    subjects += [(f"{one.name}'s widget", one.run, "type") for one in toolkits]
    figure, panels = plt.subplots(
        1, len(subjects), figsize=(13, 0.9 + 0.36 * len(first.strategies)), sharey=True
    )
    for axes, (title, run, script) in zip(panels, subjects, strict=True):
        for y, name in enumerate(reversed(run.strategies)):
            left = 0.0
            for phase, colour in PHASES.items():
                time = run.figure(cell_of(name, script=script), "time", phase) or 0
                axes.barh(y, time / 1000, 0.7, left, color=colour, label=phase if y == 0 else None)
                left += time / 1000
        axes.set_title(f"{title}, µs per keystroke")
        axes.set_yticks(range(len(run.strategies)), list(reversed(run.strategies)))
        axes.grid(axis="y", visible=False)
    figure.legend(*panels[1].get_legend_handles_labels(), loc="lower center", ncols=9)
    figure.tight_layout(rect=(0, 0.07, 1, 1))
    figure.savefig(path, dpi=110)
    plt.close(figure)


def draw_frames(films: Sequence[Any], path: Path) -> None:
    """Draw the film strip: a row per strategy, a column per key, each frame as painted."""
    keys = max(len(film["keys"]) for film in films)
    most = [max(len(film["keys"][key]["frames"]) for film in films) for key in range(keys)]
    columns = sum(most)
    figure, grid = plt.subplots(
        len(films), columns, figsize=(1.05 * columns, 0.42 * len(films) + 0.6), squeeze=False
    )
    for row, film in zip(grid, films, strict=True):
        for axes in row:
            axes.set_axis_off()
        for key, record in enumerate(film["keys"]):
            # The last frame of a key is in its last column, so that keys are aligned.
            first = sum(most[: key + 1]) - len(record["frames"])
            for place, frame in enumerate(record["frames"]):
                axes = row[first + place]
                axes.set_axis_on()
                axes.set_xticks([])
                axes.set_yticks([])
                axes.grid(visible=False)
                axes.imshow(plt.imread(frame["picture"])[:, :110])
                for side in axes.spines.values():
                    side.set_visible(True)
                    side.set_color("#D91413" if frame["isFlicker"] else "#8A8A8A")
                    side.set_linewidth(2.2 if frame["isFlicker"] else 0.6)
        row[0].text(
            -0.06, 0.5, film["strategy"], transform=row[0].transAxes, ha="right", va="center"
        )
    figure.suptitle(
        "1234567, frame by frame; red: a frame with a text that is not the key's last", x=0.5
    )
    figure.savefig(path, dpi=110, bbox_inches="tight")
    plt.close(figure)
