"""Makes runs out of the committed baseline, with noise in the times: for tests and measurements, never to be committed."""

import csv
import datetime
import json
import random
from pathlib import Path

from seal import seal

BASELINE = Path(__file__).resolve().parent.parent / "results/baselines/main"
FIGURES = ["min", "p50", "p90", "p99", "p999", "max", "mean"]
CELL = ["suite", "strategy", "value", "locale", "length", "script"]
START = datetime.datetime(2026, 1, 1, tzinfo=datetime.timezone.utc)


def baseline(passes=lambda row: True):
    """Return run.json and the rows of the baseline, those of zeros included that it leaves out."""
    metadata = json.loads((BASELINE / "run.json").read_text(encoding="utf-8"))
    metadata["id"] = metadata.pop("savedFrom")
    metadata.pop("omittedZeroRows", None)
    with open(BASELINE / "samples.csv", newline="", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if passes(row)]
    cells = {}
    for row in rows:
        series = row["phase"], row["metric"]
        cells.setdefault(tuple(row[name] for name in CELL), {})[series] = row
    rows += [row for known in cells.values() for row in zeros(known)]
    kept = {"/".join(cell[1:]) for cell in cells}
    metadata["wrongTexts"] = [
        wrong for wrong in metadata["wrongTexts"] if wrong["cell"] in kept
    ]
    return metadata, rows


def zeros(known):
    """Yield the rows that the rows of a cell imply; the rules are in ImpliedZeros.swift."""
    phases = ["total", "first", "filter", "parse", "format", "refresh", "rest"]
    for metric in ("retains", "releases"):
        for phase in phases:
            executed = known.get((phase, "instructions"))
            if executed and (phase, metric) not in known:
                yield (
                    executed
                    | dict.fromkeys(FIGURES, "")
                    | {"metric": metric, "mean": "0"}
                )
    implied = [
        (phase, metric) for metric in ("allocations", "bytes") for phase in phases[1:]
    ]
    for phase, metric in [*implied, ("total", "leaked_bytes")]:
        of_session = phase in ("first", "total")
        counted = known.get(("total", "peak_bytes" if of_session else metric))
        timed = phase == "total" or (phase, "time") in known
        if counted and timed and (phase, metric) not in known:
            unit = "1" if metric == "allocations" else "B"
            yield counted | dict.fromkeys(FIGURES, "0") | {
                "phase": phase, "metric": metric, "unit": unit,
            }  # fmt: skip


def write(folder, metadata, rows, seed=0, rounds=5, own=None, changed=lambda row: 1):
    """Write a run: rounds of times with noise of 1 %, what is exact as it is; changed gives factors."""
    dice = random.Random(seed)
    start = START + datetime.timedelta(hours=8 * seed)
    metadata = metadata | {
        "id": start.strftime("%Y%m%d-%H%M%S"),
        "start": start.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "end": start.strftime("%Y-%m-%dT%H:59:59Z"),
        "roundsPlanned": rounds,
    }
    metadata |= own or {}
    folder.mkdir(parents=True)
    (folder / "run.json").write_text(json.dumps(metadata), encoding="utf-8")
    with open(folder / "samples.csv", "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        for row in rows:
            same = {"run": metadata["id"], "commit": metadata["commit"][:8]}
            factor = changed(row)
            if row["metric"] != "time":
                figures = scaled(row, factor, lambda number: f"{number:.6g}")
                writer.writerow(row | same | (figures if factor != 1 else {}))
                continue
            for number in range(1, rounds + 1):
                luck = dice.gauss(1, 0.01) * factor
                figures = scaled(
                    row, luck, lambda number: digits(number * dice.gauss(1, 0.005))
                )
                writer.writerow(row | same | figures | {"round": number})
    seal(folder)
    return folder


def scaled(row, factor, text):
    return {name: text(float(row[name]) * factor) for name in FIGURES if row[name]}


def digits(nanoseconds):
    """Return a time as coarse as the histograms of a run have it: eleven bits."""
    whole = max(round(nanoseconds), 1)
    shift = max(whole.bit_length() - 11, 0)
    return ((whole >> shift) + 1 << shift) - 1 if shift else whole
