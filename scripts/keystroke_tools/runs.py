"""Reads runs: keystroke-bench validates them, pandas reads them."""

import fnmatch
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from keystroke_tools.cli import Failure
from keystroke_tools.program import Program

CELL = ["strategy", "value", "locale", "length", "script"]
FIGURES = ["min", "p50", "p90", "p99", "p999", "max", "mean"]
SCHEMA = 3  # of run.json
Filters = Mapping[str, str]


def read(folder: Path, program: Program) -> pd.DataFrame:
    """Return the rows of a run, or raise Failure, with file and line, if it is damaged."""
    program.validate(folder)
    return read_samples(folder)


def read_samples(folder: Path) -> pd.DataFrame:
    """Return the rows of a run that keystroke-bench has read before."""
    words = "run commit suite strategy value locale script phase metric instrument unit text"
    figures = dict.fromkeys(["count", *FIGURES], float)
    return pd.read_csv(
        folder / "samples.csv",
        dtype=dict.fromkeys(words.split(), str) | figures,
        keep_default_na=False,
        na_values={name: [""] for name in figures},
    )


def metadata(folder: Path) -> dict[str, Any]:
    """Return run.json, or raise Failure if it is not that of a run."""
    path = folder / "run.json"
    try:
        found = json.loads(path.read_bytes())
    except ValueError as error:
        raise Failure(f"{path}: not JSON: {error}; restore the file, or measure again") from None
    except OSError as error:
        raise Failure(f"{path}: {error.strerror}; name the folder of a run") from None
    if not isinstance(found, dict) or not isinstance(found.get("id"), str):
        raise Failure(f"{path}: not that of a run; name the folder of a run")
    if found.get("schemaVersion") != SCHEMA:
        raise Failure(f"{path}: the schema is not {SCHEMA}; measure again")
    return found


def fact(run: Mapping[str, Any], path: str) -> Any:
    """Return the value of a path in run.json, such as plan.seed; None if there is none."""
    found: Any = run
    for key in path.split("."):
        found = found.get(key) if isinstance(found, Mapping) else None
    return found


def sampled(run: Mapping[str, Any]) -> list[str]:
    """Return the names of a run's own metrics that differ from run to run."""
    return [own["name"] for own in run.get("metrics") or [] if not own["exact"]]


def machine(host: Mapping[str, Any]) -> str:
    """Return the name of a machine, as in reports."""
    cores = host["cores"]
    parts = [host["cpuModel"], f"{cores} core{'' if cores == 1 else 's'}"]
    parts += [host.get("architecture"), host.get("virtualisation"), host["clockSource"]]
    return ", ".join(part for part in parts if part is not None)


def machines(run: Mapping[str, Any]) -> tuple[dict[str, str], str]:
    """Return the machine of each run that was merged into one, and that of all other rows."""
    parts = {part["id"]: machine(part["host"]) for part in run.get("mergedFrom") or []}
    return parts, " and ".join(dict.fromkeys(map(machine, run["hosts"])))


def options(filters: Filters) -> list[str]:
    """Return filters of cells as options of keystroke-bench."""
    return [part for name in CELL if name in filters for part in (f"--{name}", filters[name])]


def matches(part: object, globs: str) -> bool:
    """Return whether a part of a cell passes a filter: globs or ranges, by commas, or all.

    A glob behind ! leaves out what it matches; a list of these alone means all else.
    """
    patterns = [glob.strip() for glob in globs.split(",")]
    excluded = [pattern[1:] for pattern in patterns if pattern.startswith("!")]
    chosen = [pattern for pattern in patterns if not pattern.startswith("!")]
    return (not chosen or any(_matches(str(part), glob) for glob in chosen)) and not any(
        _matches(str(part), glob) for glob in excluded
    )


def _matches(part: str, glob: str) -> bool:
    low, dots, high = glob.partition("...")
    if dots and low.isdigit() and high.isdigit() and part.isdigit():
        return int(low) <= int(part) <= int(high)
    return glob == "all" or fnmatch.fnmatchcase(part, glob)


def filtered(frame: pd.DataFrame, filters: Filters, name: object) -> pd.DataFrame:
    """Return the rows that pass filters of columns; raise Failure if none does."""
    for column, globs in filters.items():
        known = frame[column].astype(str)
        passed = [part for part in known.unique() if matches(part, globs)]
        if not passed:
            raise Failure(
                f"{name}: no {column} {globs!r}; there is: {', '.join(sorted(known.unique()))}"
            )
        frame = frame[known.isin(passed)]
    return frame
