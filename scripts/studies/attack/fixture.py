"""Small sound runs that the attack damages, with the digests that a finished run has."""

import json
import subprocess

import pandas as pd

from studies.support import made_runs

COMMIT = "0123456789abcdef0123456789abcdef01234567"
CELLS = [
    f"{strategy}/int/{locale}/9/{script}"
    for strategy in ("delegate-filter", "incremental-delegate")
    for locale in ("en_US", "fr_FR", "ar_EG")
    for script in ("type", "backspace")
]
ROUNDS = 3
PAIRED_ROUNDS = 14
# Metrics of the strategies' own, each with the metric of the baseline whose figures it gets.
OWN = {
    "steps": ("refreshes", {"unit": "1", "exact": True, "lowerIsBetter": True}),
    "hits": ("emissions", {"unit": "lines", "exact": True, "lowerIsBetter": False}),
    "reading": ("time", {"unit": "ns", "exact": False, "lowerIsBetter": True}),
}
SITE_COLUMNS = "suite,strategy,value,locale,length,script,phase,metric,instrument,stack,count,bytes"
THRESHOLDS = """\
schema = 2

[[tolerance]]
metric = "instructions"
cells = "delegate-*"
absolute = 10
relative = 0.001
reason = "another build lays code out otherwise"

[[tolerance]]
metric = "steps"
absolute = 1
reason = "a step more is fine"

[[rename]]
strategy = "delegate-old"
to = "delegate-filter"

[[minimum_effect]]
metric = "time"
absolute = 2
relative = 0.01

[[acknowledgement]]
cells = "incremental-delegate/int/*"
metric = "bytes"
change = "+3.2 %"
reason = "a text is kept now"
expires = 2999-01-31
"""
CASE = {
    "id": "1", "kind": "insert", "decimal": ".", "group": ",", "groupSizes": [3], "prefix": "",
    "suffix": "", "maxFraction": None, "allowNegative": True, "before": "123", "caret": 3,
    "range": [3, 3], "replacement": "4", "key": "", "after": "1,234", "caretAfter": 5,
}  # fmt: skip

PAIRED = {"seed": 1, "links": "one", "confirms": False, "harnessChanges": []}


def write(folder, program):
    """Write all sound files: runs a, b and c, a pair, a baseline, thresholds, edit cases."""
    folder.mkdir()
    metadata, rows = with_own_metrics(*made_runs.baseline(*CELLS))
    for seed, name in enumerate("abc"):
        run(folder / name, metadata, rows, seed, ROUNDS)
    for seed, (name, role) in enumerate([("a", "baseline"), ("b", "candidate")]):
        looks = [look(count, count / PAIRED_ROUNDS, float(count)) for count in (12, PAIRED_ROUNDS)]
        partner = f"paired-{'ba'[seed]}"
        record = PAIRED | {"role": role, "partner": partner, "budget": 3.0, "looks": looks}
        run(folder / f"paired-{name}", metadata, rows, seed, PAIRED_ROUNDS, paired=record)
    (folder / "thresholds.toml").write_text(THRESHOLDS)
    cases = [CASE | {"id": str(number)} for number in range(3)]
    (folder / "cases.jsonl").write_text("".join(json.dumps(case) + "\n" for case in cases))
    arguments = ["baseline", "save", folder / "a", "main", "--results", folder / "results"]
    subprocess.run([program, *arguments], check=True, stdout=subprocess.DEVNULL)


def with_own_metrics(metadata, rows):
    """Return a run whose strategies declare metrics of their own, and have rows of them."""
    metadata = metadata | {"metrics": [{"name": name} | own for name, (_, own) in OWN.items()]}
    whole = rows[rows["phase"] == "total"]
    copies = [
        whole[whole["metric"] == source].assign(metric=name, unit=own["unit"])
        for name, (source, own) in OWN.items()
    ]
    return metadata, pd.concat([rows, *copies])


def look(rounds, spent, seconds):
    """Return a look at a paired comparison."""
    return {"rounds": rounds, "spent": spent, "seconds": seconds, "confirms": False}


def run(folder, metadata, rows, seed, rounds, **more):
    """Write one finished run, with sites."""
    start = f"2026-11-21T08:0{seed}:00Z"
    own = {"id": folder.name, "source": {"commit": COMMIT, "dirty": False}, "start": start}
    own |= {"end": "2026-11-21T09:00:00Z"} | more
    made_runs.write(folder, metadata, rows, seed=seed, rounds=rounds, own=own)
    lines = [SITE_COLUMNS]
    for cell in CELLS:
        head = f"{metadata['plan']['suites'][0]},{cell.replace('/', ',')}"
        stack = "main (main.swift:3);format (Format.swift:12)"
        lines += [
            f"{head},format,allocations,shim,{stack},2,32",
            f'{head},total,allocations,shim,"main (main.swift:3);text, kept",3,{48 + seed}',
            f"{head},format,instructions,valgrind,{stack},200.5,",
        ]
    (folder / "sites.csv").write_text("\n".join(lines) + "\n")
    made_runs.seal(folder)
