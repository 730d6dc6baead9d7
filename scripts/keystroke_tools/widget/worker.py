"""A toolkit's worker, and what it is asked for."""

import argparse
import io
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pandas as pd

from keystroke_tools.cli import Failure
from keystroke_tools.program import Program
from keystroke_tools.widget.figures import Ratios, Run, Toolkit
from keystroke_tools.widget.tables import LENGTHS, LOCALES

SHOWN = ("delegate-filter", "onchange-reformat", "onchange-reformat-idle")
PLACE = "--locale en_US --length 9"


class Worker:
    """A toolkit's worker, and the folder for what it measures."""

    def __init__(self, path: Path, program: Program, work: Path) -> None:
        """Take a worker that was built."""
        self.path, self.program, self.work = path, program, work
        work.mkdir(parents=True, exist_ok=True)

    def printed(self, *words: object) -> str:
        """Return the output of the worker."""
        command = [str(word) for word in (self.path, *words)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            raise Failure(f"{self.path} {words[0]} ended with {done.returncode}: {done.stderr}")
        return done.stdout

    def measured(self, name: str, words: str) -> Path:
        """Return a fresh folder into which keystroke-bench measured cells of the worker."""
        folder = self.work / name
        shutil.rmtree(folder, ignore_errors=True)
        command = ["run", "--worker", self.path, "--out", folder, "--value", "int"]
        self.program.ask(*command, *words.split())
        return folder

    def films(self) -> list[Any]:
        """Return the frames of a few strategies, whose pictures are in the folder."""
        name = self.printed("toolkit").split()[0]
        folder = self.work / "frames"
        self.printed("frames", folder)
        films: list[Any] = json.loads((folder / "frames.json").read_text(encoding="utf-8"))
        films = [film for film in films if film["strategy"] in SHOWN]
        for film in films:
            film["strategy"] = f"{name}: {film['strategy']}"
            for frame in (frame for key in film["keys"] for frame in key["frames"]):
                frame["picture"] = folder / Path(frame["picture"]).name
        return films

    def counted(self) -> Toolkit:
        """Return what a toolkit does whose cost is not judged."""
        words = f"--no-time --no-allocations --instructions none --script type {PLACE}"
        return self._toolkit(None, self.measured("counts", words))

    def toolkit(self, ratios: Ratios | None, options: argparse.Namespace) -> Toolkit:
        """Return what is measured of the toolkit, after its ratios."""
        every = f"--locale {','.join(LOCALES)} --length {','.join(map(str, LENGTHS))}"
        counting = f"--no-time --no-allocations --instructions valgrind --script type {PLACE}"
        folders = [
            self.measured("counts", f"--no-time --instructions none --script type {every}"),
            self.measured("instructions", counting),
        ]
        if ratios:
            timing = f"--rounds {options.rounds} --cell-time {options.milliseconds}ms"
            only = "--no-allocations --instructions none --script type,headless-type"
            folders.append(self.measured("times", f"{only} {timing} {PLACE}"))
        return self._toolkit(ratios, *folders)

    def _toolkit(self, ratios: Ratios | None, *folders: Path) -> Toolkit:
        habits = pd.read_csv(
            io.StringIO(self.printed("habits")), dtype=str, keep_default_na=False
        ).set_index("strategy")
        name = self.printed("toolkit").split()[0]
        return Toolkit(name, Run(*folders), ratios, habits)
