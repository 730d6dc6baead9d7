"""Helpers of all tests: running scripts, made-up runs, reading pictures."""

import contextlib
import io
import json
import re
import subprocess
from typing import NamedTuple
from xml.etree import ElementTree

import pandas as pd
from synthetic import rows

from keystroke_tools import bisect, cli, fleet, history, plot, report, runs, site, store
from keystroke_tools.cli import ROOT
from studies.support import made_runs

PROGRAM = ROOT / ".build/release/keystroke-bench"
BASELINE = ROOT / "results/baselines/main"
ASK = ("--program", PROGRAM)
SVG = "{http://www.w3.org/2000/svg}"
COMMANDS = {"plot": plot, "history": history, "store": store, "site": site}
COMMANDS |= {"report": report, "fleet": fleet, "bisect": bisect}


class Done(NamedTuple):
    """The exit status of a command, and its output."""

    status: int
    out: str
    err: str


def script(name, *arguments, **options):
    """Run a script as a user does."""
    done = subprocess.run(
        [ROOT / "scripts" / name, *map(str, arguments)],
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        **options,
    )
    return Done(done.returncode, done.stdout, done.stderr)


def called(name, *arguments):
    """Run a command in this process, as importing pandas anew costs a second."""
    out, err = io.StringIO(), io.StringIO()
    words = [str(argument) for argument in arguments]
    if name in ("plot", "history") and "--program" not in words:
        words += map(str, ASK)
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            status = cli.run(name, COMMANDS[name].main, words)
        except SystemExit as end:
            status = end.code
    return Done(status, out.getvalue(), err.getvalue())


def bench(*arguments, allowed=(0,), **options):
    """Run keystroke-bench; return its output."""
    done = subprocess.run(
        [PROGRAM, *arguments], capture_output=True, text=True, timeout=120, **options
    )
    assert done.returncode in allowed, done.stderr
    return done.stdout


def refused(done, *parts):
    """Assert status 2 and one line of error that has all the parts."""
    assert (done.status, done.out) == (2, ""), done
    assert re.fullmatch(r"[a-z-]+: error: [^\n]+\n", done.err), done.err
    for part in parts:
        assert str(part) in done.err


def write_run(folder, some=None, **own):
    """Create a folder with a made-up run, and return the folder."""
    metadata, known = made_runs.baseline()
    plain = {"id": folder.name, "plan": {"suites": ["keystrokes"]}, "wrongTexts": []}
    metadata = made_runs.merged(made_runs.merged(metadata, plain), own)
    frame = pd.DataFrame(rows() if some is None else some).replace("", None)
    frame = frame.assign(run=metadata["id"], commit=metadata["source"]["commit"][:8])
    frame = frame.reindex(columns=known.columns)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "run.json").write_text(json.dumps(metadata), encoding="utf-8")
    numbers = dict.fromkeys([*runs.FIGURES, "count"], float)
    made_runs.write_rows(folder, frame.astype(numbers))
    return folder


def changed(folder, change, **own):
    """Copy the baseline as a run, with a change of its rows; return the folder."""
    metadata = made_runs.merged(runs.metadata(BASELINE), {"id": folder.name} | own)
    frame = change(runs.read_samples(BASELINE)).assign(run=metadata["id"])
    folder.mkdir(parents=True)
    (folder / "run.json").write_text(json.dumps(metadata), encoding="utf-8")
    made_runs.write_rows(folder, frame)
    return folder


def scaled(frame, factor, **columns):
    """Return the rows, with scaled figures in those that have the given values."""
    mine = pd.Series(True, index=frame.index)
    for name, values in columns.items():
        mine &= frame[name].isin([values] if isinstance(values, str) else values)
    assert mine.any()
    frame.loc[mine, runs.FIGURES] *= factor
    return frame


def drawn(folder, out, *arguments):
    """Draw a run, which must succeed without a remark; return its index."""
    done = called("plot", folder, "--out", out, *arguments)
    assert (done.status, done.err) == (0, "")
    return index(out)


def index(out):
    """Return the index of pictures in a folder."""
    return json.loads((out / "pictures.json").read_text(encoding="utf-8"))


def files(names):
    """Return the names of the files of pictures, the index included."""
    kinds = (".png", ".svg", "-narrow.svg")
    return {name + kind for name in names for kind in kinds} | {"pictures.json"}


def svg(path):
    """Return the root of an SVG."""
    return ElementTree.fromstring(path.read_text(encoding="utf-8"))


def texts(path):
    """Return all pieces of text in an SVG."""
    return ["".join(text.itertext()).strip() for text in svg(path).iter(f"{SVG}text")]


def hatches(path):
    """Return how many areas of an SVG are filled with a hatch, legend included."""
    return path.read_text(encoding="utf-8").count("fill: url(#")
