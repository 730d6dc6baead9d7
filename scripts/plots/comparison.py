"""What `keystroke-bench compare` decided of two runs."""

from functools import cached_property

import pandas as pd
from samples import RunError

from .data import CELL
from .program import ask, document

FIELDS = ["cell", "phase", "metric", "finding", "figure", "fails", "text"]
FIELDS += ["baseline", "candidate", "ratio", "ratioLow", "ratioHigh", "suite"]
NUMBERS = ["baseline", "candidate", "ratio", "ratioLow", "ratioHigh"]


class Comparison:
    """The verdicts of a comparison, as a frame with a row for each."""

    def __init__(self, program, baseline, candidate, suite, filters=None):
        options = [part for name, globs in (filters or {}).items() if name != "suite"
                   for part in (f"--{name}", globs)]  # fmt: skip
        # 1 is a gate that failed, which is an answer.
        text = ask(
            program, "compare", baseline, candidate.absolute(), "--format", "json",
            *options, allowed=(0, 1),
        )  # fmt: skip
        self.answer = document(
            text, "compare", "verdict", "baseline", "candidate", "compared", "entries",
            "attribution", "commonCells",
        )  # fmt: skip
        self.suite = suite
        if self.entries.empty:
            raise RunError("keystroke-bench compare: the runs have nothing in common")

    @property
    def baseline_id(self):
        """The id of the run that is compared against."""
        return self.answer["baseline"]["id"]

    @property
    def passes(self):
        """Whether nothing that gates got worse."""
        return self.answer["verdict"] == "pass"

    @property
    def names(self):
        """Say which runs, in short."""
        sides = self.answer["candidate"], self.answer["baseline"]
        return " against ".join(f"{side['id']} ({side['commit']})" for side in sides)

    @property
    def times_gate(self):
        """Whether times were decided upon, since the comparison is paired."""
        return any(
            line["what"] == "times" and line["manner"] == "gates"
            for line in self.answer["compared"]
        )

    @property
    def statements(self):
        """What keystroke-bench says the changed cells share."""
        said = self.answer["attribution"]
        return [statement for statement in said if statement["suite"] == self.suite]

    @cached_property
    def entries(self):
        """One row a verdict, with the parts of its cell."""
        frame = pd.DataFrame(self.answer["entries"]).reindex(columns=FIELDS)
        frame = frame.astype(dict.fromkeys(NUMBERS, float))
        frame = frame[frame["suite"] == self.suite]
        parts = frame["cell"].str.split("/", expand=True).reindex(columns=range(5))
        return frame.assign(
            **dict(zip(CELL, (parts[i] for i in range(5)), strict=True))
        )
