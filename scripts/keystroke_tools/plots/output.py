"""Writes pictures: all of them, or none."""

import io
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

import matplotlib as mpl

from . import canvas, svg
from .canvas import NARROW, WIDE
from .picture import Picture

INDEX = "pictures.json"
SCHEMA = 1


def render(picture: Picture) -> dict[str, bytes]:
    """Return the files of a picture: name -> bytes."""
    files = {}
    for layout in (WIDE, NARROW):
        name = picture.name + layout.suffix
        with mpl.rc_context({"font.size": layout.font}):
            figure = picture.draw(layout)
            canvas.engine_of(figure).execute(figure)
        figure.set_layout_engine(None)  # the layout is final, so compute it only once
        if layout is WIDE:
            png = io.BytesIO()
            figure.savefig(png, format="png", facecolor="white")
            files[f"{name}.png"] = png.getvalue()
        file = io.StringIO()
        with mpl.rc_context({"svg.hashsalt": name}):
            figure.savefig(file, format="svg", transparent=True, metadata={"Date": None})
        text = svg.for_pages(file.getvalue(), name, picture.title, picture.alt)
        files[f"{name}.svg"] = text.encode("utf-8")
    return files


def index(pictures: Sequence[Picture], runs: Mapping[str, object]) -> bytes:
    """Return the list of pictures, in the order to show them."""
    listed = [
        {
            "name": picture.name,
            "title": picture.title,
            "alt": picture.alt,
            "svg": f"{picture.name}.svg",
            "svgNarrow": f"{picture.name}{NARROW.suffix}.svg",
            "png": f"{picture.name}.png",
        }
        for picture in pictures
    ]
    document = {"schemaVersion": SCHEMA, **runs, "pictures": listed}
    return (json.dumps(document, ensure_ascii=False, indent=2) + "\n").encode("utf-8")


def stale(out: Path) -> list[str]:
    """Return the files of pictures drawn before, by their index."""
    try:
        document = json.loads((out / INDEX).read_text(encoding="utf-8"))
        found = [
            picture[kind]
            for picture in document["pictures"]
            for kind in ("svg", "svgNarrow", "png")
        ]
    except (OSError, ValueError, KeyError, TypeError):
        return []
    return [
        name for name in found if name == os.path.basename(name) and name.endswith((".svg", ".png"))
    ]


def write(files: Mapping[str, bytes], out: Path) -> None:
    """Write all files or none: each beside its place first, then move it there."""
    out.mkdir(parents=True, exist_ok=True)
    old = stale(out)
    waiting = {name: out / f".{name}.{os.getpid()}" for name in files}
    try:
        for name, data in files.items():
            waiting[name].write_bytes(data)
        for name, path in waiting.items():
            path.replace(out / name)
    finally:
        for path in waiting.values():
            path.unlink(missing_ok=True)
    for name in set(old) - set(files):
        (out / name).unlink(missing_ok=True)
