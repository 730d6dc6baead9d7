"""Runs scripts/plot.py for the tests, and reads what it draws."""

import contextlib
import io
import json
import re
import subprocess
from pathlib import Path
from xml.etree import ElementTree

from plot import OF_A_RUN as PICTURES
from plot import made, main
from plots.data import Run

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ROOT / "scripts"
PROGRAM = ROOT / ".build/release/keystroke-bench"
SVG = "{http://www.w3.org/2000/svg}"
OF_A_RUN = [
    "cost-by-length",
    "phases",
    "locales-time",
    "locales-allocations",
    "locales-refreshes",
    "tail",
    "first-keystroke",
    "memory",
]


def plot(*arguments):
    """Run the script's main in this process, as importing pandas anew costs a second."""
    out, err = io.StringIO(), io.StringIO()
    argv = [str(argument) for argument in arguments]
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            status = main(argv)
        except SystemExit as exit:
            status = exit.code
    return subprocess.CompletedProcess(argv, status, out.getvalue(), err.getvalue())


def drawn(folder, out, *arguments):
    """Draw a run, which must go well and without a remark; return its index."""
    done = plot(folder, "--out", out, *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    return index(out)


def index(out):
    """Return the index of pictures in a folder."""
    return json.loads((out / "pictures.json").read_text(encoding="utf-8"))


def titles(folder):
    """Return the titles of the pictures that a run has, by name, without drawing them."""
    found = made(PICTURES, None, Run(folder))
    return {picture.name: picture.title for picture in found}


def files(names):
    """Return the names of the files of pictures, the index included."""
    kinds = (".png", ".svg", "-narrow.svg")
    return {name + kind for name in names for kind in kinds} | {"pictures.json"}


def refused(done, out, *parts):
    """Assert one line of error that holds all the parts, status 2 and nothing written."""
    assert done.returncode == 2, done.stderr
    assert re.fullmatch(r"plot: error: [^\n]+\n", done.stderr)
    for part in parts:
        assert part in done.stderr
    assert done.stdout == ""
    assert not out.exists() or not list(out.iterdir())


def svg(path):
    """Return the root of an SVG."""
    return ElementTree.fromstring(path.read_text(encoding="utf-8"))


def texts(path):
    """Return all pieces of text in an SVG."""
    return ["".join(text.itertext()).strip() for text in svg(path).iter(f"{SVG}text")]


def hatches(path):
    """Return how many areas of an SVG are filled with a hatch, legend included."""
    return path.read_text(encoding="utf-8").count("fill: url(#")


def size(picture):
    """Return width and height of a PNG, which must be whole."""
    data = picture.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert data[-8:-4] == b"IEND"
    return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
