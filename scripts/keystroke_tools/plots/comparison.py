"""The verdicts of `keystroke-bench compare` on two runs."""

from functools import cached_property
from pathlib import Path

import pandas as pd

from keystroke_tools import runs
from keystroke_tools.cli import Failure
from keystroke_tools.program import Program
from keystroke_tools.runs import CELL

FIELDS = ["cell", "phase", "metric", "finding", "figure", "fails", "text"]
NUMBERS = ["baseline", "candidate", "ratio", "ratioLow", "ratioHigh"]


class Comparison:
    """The verdicts of a comparison, as a frame with a row for each."""

    def __init__(
        self, program: Program, baseline: str, candidate: Path, suite: str, filters: runs.Filters
    ) -> None:
        """Get the verdicts, or raise Failure."""
        keys = ["verdict", "baseline", "candidate", "compared", "entries"]
        arguments = ["compare", baseline, candidate.absolute(), *runs.options(filters)]
        # Status 1 is a failed gate, which is a valid answer.
        self.answer = program.ask_json(*arguments, keys=keys, allowed=(0, 1))
        self.suite = suite
        if self.entries.empty:
            raise Failure(
                "keystroke-bench compare: the runs have nothing in common; "
                "name runs of the same cells"
            )

    @property
    def baseline_id(self) -> str:
        """The id of the run that is compared against."""
        return str(self.answer["baseline"]["id"])

    @property
    def verdict(self) -> str:
        """The code of the verdict: fail, pass or undecided."""
        return str(self.answer["verdict"])

    @property
    def names(self) -> str:
        """The names of the runs, in short."""
        sides = self.answer["candidate"], self.answer["baseline"]
        return " against ".join(f"{side['id']} ({side['commit']})" for side in sides)

    @property
    def times_gate(self) -> bool:
        """True if times were decided, because the comparison is paired."""
        return any(
            line["what"] == "times" and line["manner"] == "gates"
            for line in self.answer["compared"]
        )

    @cached_property
    def entries(self) -> pd.DataFrame:
        """One row per verdict, with the parts of its cell."""
        frame = pd.DataFrame(self.answer["entries"])
        frame = frame.reindex(columns=[*FIELDS, *NUMBERS, "suite"])
        frame = frame.astype(dict.fromkeys(NUMBERS, float))
        frame = frame[frame["suite"] == self.suite]
        parts = frame["cell"].str.split("/", expand=True).reindex(columns=range(5))
        return frame.assign(**dict(zip(CELL, (parts[i] for i in range(5)), strict=True)))
