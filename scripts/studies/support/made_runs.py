"""Makes runs from the committed baseline, with noise in the times; none is ever committed."""

import datetime
import hashlib
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from keystroke_tools import runs
from keystroke_tools.cli import ROOT

BASELINE = ROOT / "results/baselines/main"
START = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)
Factors = Callable[[pd.DataFrame], Any]


def cells_of(rows: pd.DataFrame) -> pd.Series:
    """Return the cell of each row."""
    return rows[runs.CELL].astype(str).agg("/".join, axis=1)


def baseline(*cells: str) -> tuple[dict[str, Any], pd.DataFrame]:
    """Return run.json and the rows of the baseline as a run, with some of its cells or all."""
    metadata = runs.metadata(BASELINE)
    metadata["id"] = metadata.pop("savedFrom")
    rows = runs.read_samples(BASELINE)
    if cells:
        rows = rows[cells_of(rows).isin(cells)]
        wrong = metadata["wrongTexts"]
        metadata["wrongTexts"] = [one for one in wrong if one["cell"] in cells]
    return metadata, rows


def merged(document: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Return run.json with other values at some of its keys, at any depth."""
    result = dict(document)
    for key, value in own.items():
        nested = isinstance(value, Mapping) and isinstance(result.get(key), Mapping)
        result[key] = merged(result[key], value) if nested else value
    return result


def write(
    folder: Path,
    metadata: Mapping[str, Any],
    rows: pd.DataFrame,
    *,
    seed: int = 0,
    rounds: int = 5,
    own: Mapping[str, Any] | None = None,
    factors: Factors = lambda rows: 1,
) -> Path:
    """Write a run: rounds of times with noise of 1 %, exact metrics as they are, times factors."""
    dice = np.random.default_rng(seed)
    start = START + datetime.timedelta(hours=8 * seed)
    times = {
        "id": start.strftime("%Y%m%d-%H%M%S"),
        "start": start.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "end": start.strftime("%Y-%m-%dT%H:59:59Z"),
        "plan": {"rounds": rounds},
    }
    document = merged(merged(metadata, times), own or {})
    rows = rows.assign(run=document["id"], commit=document["source"]["commit"])
    rows[runs.FIGURES] = rows[runs.FIGURES].mul(factors(rows), axis=0)
    times = rows[rows["metric"] == "time"]
    others = rows[rows["metric"] != "time"]
    # Shares over a limit belong to one round each, exact metrics to none.
    parts = [others.assign(round=(others["instrument"] == "clock").astype(int))]
    for number in range(1, rounds + 1):
        luck = dice.normal(1, 0.01, (len(times), 1))
        noise = luck * dice.normal(1, 0.005, (len(times), len(runs.FIGURES)))
        drawn = (times[runs.FIGURES] * noise).round().clip(lower=1)
        parts.append(times.assign(round=number, **drawn))
    folder.mkdir(parents=True)
    (folder / "run.json").write_text(json.dumps(document), encoding="utf-8")
    write_rows(folder, pd.concat(parts))
    return folder


def write_rows(folder: Path, rows: pd.DataFrame) -> None:
    """Write the rows of a finished run, and update its run.json."""
    counts = rows.assign(count=rows["count"].astype("Int64"))
    # As keystroke-bench writes them: whole numbers without a point.
    counts.to_csv(folder / "samples.csv", index=False, float_format="%.12g", lineterminator="\n")
    seal(folder)


def seal(folder: Path) -> None:
    """Write the number of rows and the digest of each file into the run.json of a finished run."""
    path = folder / "run.json"
    metadata = json.loads(path.read_text(encoding="utf-8"))
    metadata["files"] = {
        name: {
            "rows": max((folder / name).read_bytes().count(b"\n") - 1, 0),
            "sha256": hashlib.sha256((folder / name).read_bytes()).hexdigest(),
        }
        for name in ("samples.csv", "sites.csv")
        if (folder / name).exists()
    }
    path.write_text(json.dumps(metadata, indent=2) + "\n", encoding="utf-8")
