"""Small sound runs that scripts/attack damages, with the digests that a finished run has."""

import json
import subprocess

from seal import seal

COMMIT = "0123456789abcdef0123456789abcdef01234567"
SUITE = "Keystroke"
CELLS = [
    (strategy, "int", locale, length, "type")
    for strategy in ("delegate-filter", "unformatted")
    for locale in ("en_US", "fr_FR")
    for length in (3, 6, 9)
]
ROUNDS = 3
PAIRED_ROUNDS = 14
COLUMNS = (
    "run,commit,round,suite,strategy,value,locale,length,script,phase,metric,instrument,unit,"
    "count,min,p50,p90,p99,p999,max,mean,text"
)
SITE_COLUMNS = "suite,strategy,value,locale,length,script,phase,metric,instrument,stack,count,bytes"
UNITS = {"time": "ns", "bytes": "B", "peak_bytes": "B", "leaked_bytes": "B"}
THRESHOLDS = """\
schema = 2

[[tolerance]]
metric = "instructions"
cells = "delegate-*"
absolute = 10
relative = 0.001
reason = "another build lays code out otherwise"

[[minimum_effect]]
metric = "time"
absolute = 2
relative = 0.01

[[budget]]
metric = "over_1ms"
phase = "total"
cells = "delegate-filter/*"
share = 0.5

[[acknowledgement]]
cells = "unformatted/int/*"
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


def cell_id(cell):
    """Return the id of a cell."""
    return "/".join(map(str, cell))


def write(folder, program):
    """Write all sound files: runs a, b and c, a pair, one of the old schema, a baseline, thresholds, cases."""
    folder.mkdir()
    run(folder / "a", "a", 0)
    run(folder / "b", "b", 1)
    run(folder / "c", "c", 2)
    for name, other, role in (
        ("paired-a", "paired-b", "baseline"),
        ("paired-b", "paired-a", "candidate"),
    ):
        looks = [
            {"rounds": count, "spent": count / PAIRED_ROUNDS, "seconds": float(count)}
            for count in (12, PAIRED_ROUNDS)
        ]
        record = {"role": role, "partner": other, "budget": 3.0, "looks": looks}
        run(folder / name, name, len(role), PAIRED_ROUNDS, paired=record)
    run(folder / "old", "old", 3)
    metadata = json.loads((folder / "old/run.json").read_text())
    del metadata["files"]
    metadata["schemaVersion"] = 1
    (folder / "old/run.json").write_text(json.dumps(metadata, indent=1) + "\n")
    (folder / "thresholds.toml").write_text(THRESHOLDS)
    cases = [CASE | {"id": str(number)} for number in range(3)]
    (folder / "cases.jsonl").write_text(
        "".join(json.dumps(case) + "\n" for case in cases)
    )
    arguments = [
        "baseline",
        "save",
        folder / "a",
        "main",
        "--results",
        folder / "results",
    ]
    subprocess.run([program, *arguments], check=True, stdout=subprocess.DEVNULL)


def run(folder, name, seed, rounds=ROUNDS, **more):
    """Write one finished run."""
    folder.mkdir()
    lines = [COLUMNS]
    sites = [SITE_COLUMNS]
    for cell in CELLS:
        lines += rows(name, cell, seed, rounds)
        sites += site_rows(cell, seed)
    (folder / "samples.csv").write_text("\n".join(lines) + "\n")
    (folder / "sites.csv").write_text("\n".join(sites) + "\n")
    metadata = {
        "schemaVersion": 2,
        "id": name,
        "status": "finished",
        "start": f"2026-11-21T08:0{seed % 10}:00Z",
        "end": "2026-11-21T09:00:00Z",
        "argv": ["keystroke-bench", "run", "--sites"],
        "seed": 1,
        "commit": COMMIT,
        "dirty": False,
        "suites": [SUITE],
        "roundsPlanned": rounds,
        "swiftVersion": "6.3.1",
        "configuration": "release",
        "icuVersion": "76.1",
        "cldrVersion": "46.0",
        "allocator": "jemalloc",
        "allocatorVersion": "5.3.0",
        "valgrindVersion": "3.19.0",
        "libcVersion": "2.36",
        "architecture": "x86_64",
        "cpuModel": "a processor",
        "cores": 2,
        "kernel": "Linux 6.1",
        "clockSource": "tsc",
        "clockOverheadNanoseconds": 20.5,
        "clockResolutionNanoseconds": 10,
        "loadAverageAtStart": 0.25,
        "loadAverageAtEnd": 0.5,
        "virtualisation": "hypervisor",
        "warnings": ["1 timing began before the cell was steady"],
        "wrongTexts": [
            {
                "suite": SUITE,
                "cell": cell_id(CELLS[-1]),
                "expectedText": "1 234",
                "text": "1234",
                "expectedValue": "1234",
                "value": "12",
            }
        ],
        "batchedKeystrokes": {cell_id(CELLS[-1]): 4},
    }
    (folder / "run.json").write_text(json.dumps(metadata | more, indent=2) + "\n")
    seal(folder)


def rows(run, cell, seed, rounds):
    """Return the rows of a cell: times by round, a keystroke over budget, and all that is exact."""
    strategy, _, locale, length, _ = cell
    text = "wrong" if cell == CELLS[-1] else "ok"
    scale = length * (2 if strategy == "delegate-filter" else 1)

    def row(number, phase, metric, instrument, count, figures):
        head = [run, COMMIT[:10], number, SUITE, *cell, phase, metric, instrument]
        return ",".join(
            map(str, [*head, UNITS.get(metric, "1"), count, *figures, text])
        )

    lines = []
    for number in range(1, rounds + 1):
        for phase, share in (
            ("total", 100),
            ("first", 150),
            ("parse", 40),
            ("format", 30),
        ):
            base = scale * share + number + seed / 8
            figures = [
                base,
                base + 2.5,
                base * 1.5,
                base * 2,
                base * 3,
                base * 4,
                base + 3.25,
            ]
            lines.append(row(number, phase, "time", "clock", 2000, figures))
    over = ["", "", "", "", "", "", 0.0005]
    lines.append(row(1, "total", "over_1ms", "clock", 2000, over))
    exact = [
        ("total", "refreshes", "host", scale), ("total", "emissions", "host", scale),
        ("total", "allocations", "shim", 5), ("total", "bytes", "shim", 80 * scale),
        ("total", "peak_bytes", "shim", 4096), ("total", "leaked_bytes", "shim", 0),
        ("format", "allocations", "shim", 2), ("format", "bytes", "shim", 32),
        ("parse", "allocations", "shim", 0), ("parse", "bytes", "shim", 0),
    ]  # fmt: skip
    for phase, metric, instrument, value in exact:
        lines.append(row(0, phase, metric, instrument, 400, [value] * 7))
    for phase, share in (("total", 900), ("parse", 300), ("format", 200)):
        for metric, value in (
            ("instructions", share * scale),
            ("retains", 7),
            ("releases", 0),
        ):
            figures = ["", "", "", "", "", "", value]
            lines.append(row(0, phase, metric, "valgrind", 400, figures))
    return lines


def site_rows(cell, seed):
    """Return where the costs of a cell come from."""
    head = ",".join(map(str, [SUITE, *cell]))
    return [
        f"{head},format,allocations,shim,main (main.swift:3);format (Format.swift:12),2,32",
        f'{head},total,allocations,shim,"main (main.swift:3);text, kept",3,{48 + seed}',
        f"{head},format,instructions,valgrind,main (main.swift:3);format (Format.swift:12),200.5,",
    ]
