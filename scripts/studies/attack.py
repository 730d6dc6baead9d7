"""Gives keystroke-bench damaged and hostile files, and checks that it keeps its promises.

Each mutant is one change of one file, and one command that reads it; the seed and the mutant's
number determine both. TABLE has the files, the changes, the readers, and the changes that must not
pass. The promises (docs/trust.md):

- it ends by itself, with 0, 1, 2 or 64, within 10 s of processor time and 1 GB, and never hangs;
- an error is one line of at most 500 characters;
- if rows are missing, or a file is cut or changed, the status is never 0; nor is it 0 if rows that
  the other run has were removed and the digest was updated.

Exit status: 0 every promise held; 1 one did not, and its files are kept and named; 2 the attack
could not be tried; 64 usage.
"""

import collections
import concurrent.futures
import json
import os
import pathlib
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Sequence
from typing import NamedTuple

import pandas as pd

from keystroke_tools import cli
from keystroke_tools.cli import ROOT, Failure
from studies.support import made_runs

SECONDS = 10  # of processor time, so that a busy machine is not a finding
STALL = 60  # seconds of real time, for a command that hangs
BYTES = 1 << 30
# Address space, only to protect the machine: Swift reserves far more of it than it uses.
ADDRESSES = 8 << 30
LINE = 500

CELLS = [
    f"{strategy}/int/{locale}/9/{script}"
    for strategy in ("delegate-filter", "incremental-delegate")
    for locale in ("en_US", "fr_FR", "ar_EG")
    for script in ("type", "backspace")
]
TRACE = ROOT / "Benchmarks/KeystrokeBenchmarks/Traces/amount.jsonl"
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
"""
COMMANDS = {
    "compare": "compare a b",
    "compare turned": "compare b a",
    "compare json": "compare a b --format json",
    "compare csv": "compare b a --format csv",
    "compare markdown": "compare a b --format markdown",
    "compare three": "compare b c a",
    "compare baseline": "compare main b --results results",
    "compare pair": "compare paired-a paired-b",
    "report html": "report a --against b",
    "report junit": "report a --against b --format junit",
    "report gobench": "report a --format gobench",
    "report pair": "report paired-a --against paired-b",
    "history": "history history",
    "baseline save": "baseline save a other --results results",
    "baseline show": "baseline show main --results results",
    "merge": "merge a c --into out",
    "profile": f"profile a..b {CELLS[0]}",
    "thresholds": "compare a b --thresholds thresholds.toml",
    "replay": "replay trace.jsonl --strategy delegate-filter",
}
OF_PAIR = ["compare pair", "report pair"]
OF_BASELINE = ["compare baseline", "baseline show"]
OF_SITES = ["compare", "compare turned", "report html", "profile", "merge"]
# Those that hold a run against one that has the rows which are gone.
OF_BOTH = ["compare", "compare turned", "compare json", "compare csv", "compare markdown"]
OF_RUN = [name for name in COMMANDS if name not in (*OF_PAIR, *OF_BASELINE, "thresholds", "replay")]
NUMBERS = (
    "0 -0 -1 1e9 2147483648 9223372036854775807 18446744073709551616 1e308 1e400 5e-324 0.5 1e19 "
    "nan inf 0x10 +1 01 1."
).split()
TEXTS = [
    "", " ", "a/b", "\x1b[2J\x1b[1;1HPASS", "\x9b31m", "\u202ePASS", "\u2028", "\x00", "\x7f",
    '"', ",", "\n", "\r", "\t", ";", "e\u0301", "<script>alert(1)</script>", "$(id)", "`id`",
    "@everyone", "../..", "--help", "a" * 300, "a" * 70_000, "\u0301" * 5_000, "*", "%n%s",
]  # fmt: skip
PIECES = [
    b"\x00", b"\xff\xfe", b"\xc3(", b"\n", b"\r", b'"', b",", b"\xef\xbb\xbf", b"\x1b[2J",
    b"A" * (1 << 20), b"," * 100_000, b'"' * 100_001, b"\n" * 100_000,
]  # fmt: skip


# Each change takes dice and the bytes of a file, and returns other bytes.


def cut(dice, data):
    return data[: dice.randrange(len(data) - 2)]


def flip(dice, data):
    data = bytearray(data)
    for _ in range(dice.choice([1, 3, 50])):
        data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
    return bytes(data)


def insert(dice, data):
    place = dice.choice([0, len(data), dice.randrange(len(data) + 1)])
    return data[:place] + dice.choice(PIECES) + data[place:]


def line_ends(dice, data):
    return data.replace(b"\n", dice.choice([b"\r\n", b"\r", b"\n\n", b" \n", b"\x0b"]))


def drop_lines(dice, data):
    lines = data.splitlines(keepends=True)
    gone = set(dice.sample(range(1, len(lines)), dice.choice([1, 2, len(lines) // 2])))
    return b"".join(line for place, line in enumerate(lines) if place not in gone)


def drop_series(dice, data):
    """Remove one exact metric from some cells that both runs have."""
    lines = data.splitlines(keepends=True)
    metric = dice.choice([b"instructions", b"allocations", b"bytes", b"refreshes", b"steps"])
    cells = sorted({tuple(line.split(b",")[4:9]) for line in lines[1:]})
    gone = dice.sample(cells, dice.randint(1, len(cells) - 1))

    def goes(fields):
        return fields[10] == metric and tuple(fields[4:9]) in gone

    return b"".join(line for line in lines if not goes(line.split(b",")))


def repeat(dice, data):
    lines = data.splitlines(keepends=True)
    place = dice.randrange(len(lines))
    return b"".join(lines[:place] + [lines[place]] * dice.choice([2, 5000]) + lines[place:])


def swap(dice, data):
    lines = data.splitlines(keepends=True)
    if len(lines) < 2:
        return repeat(dice, data)
    a, b = dice.sample(range(len(lines)), 2)
    lines[a], lines[b] = lines[b], lines[a]
    return b"".join(lines)


def field(dice, data):
    """Replace one field of a row or of the header."""
    lines = data.splitlines(keepends=True)
    place = dice.choice([0, *range(1, len(lines))])
    fields = lines[place].rstrip(b"\n").split(b",")
    text = dice.choice(NUMBERS + TEXTS)
    if dice.random() < 0.5:
        text = '"' + text.replace('"', '""') + '"'
    fields[dice.randrange(len(fields))] = text.encode()
    lines[place] = b",".join(fields) + b"\n"
    return b"".join(lines)


def value(dice, data):
    """Change, add or remove one value of the first line or document of JSON, at any depth."""
    text = data.decode()
    tree, end = json.JSONDecoder().raw_decode(text)
    node, key = tree, dice.choice(list(tree))
    while isinstance(node[key], (dict, list)) and node[key] and dice.random() < 0.7:
        node = node[key]
        key = dice.choice(list(node) if isinstance(node, dict) else range(len(node)))
    old = node[key]
    # More would be held here, and count as memory of the commands that are forked meanwhile.
    times = min(dice.choice([2, 1000, 100_000]), max(2, (1 << 25) // len(json.dumps(old))))
    number = dice.choice(NUMBERS[:12])
    new = dice.choice(
        [
            f"<number {number}>",
            dice.choice(TEXTS),
            dice.choice([None, True, {}, [[]]]),
            [old] * times,
        ]
    )
    if dice.random() < 0.2:
        del node[key]
    else:
        node[key] = new
    # Python has no 1e400.
    return (json.dumps(tree).replace(f'"<number {number}>"', number) + text[end:]).encode()


def twice(dice, data):
    """Write one key of the outermost object twice."""
    key = json.dumps(dice.choice(list(json.loads(data))))
    return data.replace(b"{", f"{{{key}: null,".encode(), 1)


def nest(dice, data):
    """Put deeply nested brackets into the outermost object."""
    depth = dice.choice([33, 512, 513, 5_000, 1_000_000])
    piece = dice.choice([b"[" * depth + b"]" * depth, b'{"a":' * depth])
    return data.replace(b"{", b'{"extra":' + piece + b",", 1)


def nul(dice, data):
    place = dice.randrange(len(data))
    return data[:place] + dice.choice([b"\x00", b"\x01", b"\x1b", b"\x7f"]) + data[place:]


def assigned(dice, data):
    """Replace the value of a line of TOML, or its key by one of many parts."""
    lines = data.splitlines(keepends=True)
    place = dice.choice([place for place, line in enumerate(lines) if b" = " in line])
    name = lines[place].split(b" = ")[0]
    texts = NUMBERS + [json.dumps(text) for text in TEXTS] + ["[" * 2000, "{a=" * 400]
    new = b".".join([name] * dice.choice([1, 1, 1, 1000])) + b" = " + dice.choice(texts).encode()
    lines[place] = dice.choice([new, new, b"[[,"]) + b"\n"
    return b"".join(lines)


Change = Callable[[random.Random, bytes], bytes]
ROWS = [cut, flip, insert, line_ends, drop_lines, repeat, swap, field, field, field]
DOCUMENT = [cut, flip, insert, value, value, value, twice, nest]
TOML = [cut, flip, insert, repeat, swap, nul, assigned, assigned]
LINES = [cut, flip, insert, repeat, swap, value, value, nest]


class Target(NamedTuple):
    """A file, what may happen to it, and who reads it."""

    file: str
    weight: int
    readers: Sequence[str]
    changes: Sequence[Change]
    # The changes after which no reader may end with 0.
    damage: Sequence[Change] = ()
    # True if run.json gets the digest of the changed file.
    seals: bool = False


BROKEN = [cut, twice, nest]
MAIN = "results/baselines/main"
TABLE = [
    Target("a/samples.csv", 6, OF_RUN, ROWS, ROWS),
    Target("a/samples.csv", 3, OF_RUN, ROWS, seals=True),
    Target("a/samples.csv", 3, OF_BOTH, [drop_series], [drop_series], seals=True),
    Target("a/sites.csv", 3, OF_SITES, ROWS, ROWS),
    Target("a/run.json", 4, OF_RUN, DOCUMENT, BROKEN),
    Target("paired-a/run.json", 2, OF_PAIR, DOCUMENT, BROKEN),
    Target(f"{MAIN}/samples.csv", 2, OF_BASELINE, ROWS, ROWS),
    Target(f"{MAIN}/run.json", 2, OF_BASELINE, DOCUMENT, BROKEN),
    Target("thresholds.toml", 2, ["thresholds"], TOML, [nul]),
    Target("trace.jsonl", 2, ["replay"], LINES, [nest]),
]


def main(argv):
    """Make the mutants, run the commands, and report the outcomes."""
    examples = [
        "scripts/studies/run attack 1 200           200 mutants of seed 1",
        "scripts/studies/run attack 1 200 --only 7  the eighth of them again, and where it lies",
    ]
    parser = cli.Parser("attack", __doc__, examples)
    parser.add_argument("seed", type=int)
    parser.add_argument("count", type=int)
    parser.add_argument("--only", type=int, help="one mutant of them, by its number")
    parser.add_argument("--program", default=ROOT / ".build/release/keystroke-bench")
    options = parser.parse_args(argv)
    if options.count < 1:
        parser.error("at least one mutant is needed")
    program = pathlib.Path(options.program).resolve()
    if not os.access(program, os.X_OK):
        raise Failure(f"{program} is not built: scripts/build")
    with tempfile.TemporaryDirectory(prefix="attack-") as folder:
        attack = Attack(program, pathlib.Path(folder), options.seed)
        attack.prepare()
        numbers = range(options.count) if options.only is None else [options.only]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            trials = list(pool.map(attack.trial, numbers))
        statuses = collections.Counter(trial.status for trial in trials)
        slowest = max(trials, key=lambda trial: trial.seconds)
        largest = max(trials, key=lambda trial: trial.bytes)
        print(
            f"seed {options.seed}: {len(trials)} mutants, "
            f"{', '.join(f'{count} × {status}' for status, count in sorted(statuses.items()))}; "
            f"{sum(trial.damaged for trial in trials)} damage that must not pass; slowest "
            f"{slowest.seconds:.1f} s ({slowest.name}), most memory {largest.bytes >> 20} MB "
            f"({largest.name})"
        )
        return keep([trial for trial in trials if trial.faults], options.seed)


class Trial:
    """A command over the files of a place, and its outcome."""

    def __init__(self, number, name, place, change=None, damaged=False):
        self.number, self.name, self.place = number, name, place
        self.change, self.damaged = change, damaged
        self.status, self.seconds, self.bytes, self.error, self.faults = None, 0, 0, "", []

    def run(self, program):
        """Run the command within its limits, and record the promises that it breaks."""
        stalled = threading.Event()
        with open(self.place / "stderr", "wb+") as error:
            process = subprocess.Popen(
                [program, *COMMANDS[self.name].split()],
                cwd=self.place,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=error,
                env={"PATH": os.environ["PATH"], "SWIFT_BACKTRACE": "enable=no"},
                preexec_fn=limit,
            )
            timer = threading.Timer(STALL, lambda: (stalled.set(), process.kill()))
            timer.start()
            _, status, usage = os.wait4(process.pid, 0)
            timer.cancel()
            process.returncode = self.status = os.waitstatus_to_exitcode(status)
            error.seek(0)
            self.error = error.read(1 << 20).decode("utf-8", "replace")
        self.seconds = usage.ru_utime + usage.ru_stime
        self.bytes = usage.ru_maxrss * 1024
        self.faults = self.broken(stalled.is_set())

    def broken(self, stalled):
        """Return the promises that the outcome breaks."""
        found = []
        if stalled:
            found.append(f"still there after {STALL} s")
        elif self.seconds >= SECONDS:
            found.append(f"{self.seconds:.0f} s of a processor")
        elif self.status not in (0, 1, 2, 64):
            found.append(f"status {self.status}")
        if self.bytes > BYTES:
            found.append(f"{self.bytes >> 20} MB")
        # split, not splitlines: Unicode's line separators are left to the terminal.
        lines = self.error.rstrip("\n").split("\n") if self.error else []
        if self.status in (2, 64):
            # Wrong usage has two more lines, which refer to the help.
            beside = ("note: ",) if self.status == 2 else ("note: ", "Usage: ", "  See ")
            errors = [line for line in lines if not line.startswith(beside)]
            if len(errors) != 1 or not errors[0].startswith("error: "):
                found.append(f"{len(errors)} lines of error")
        if any(len(line) > LINE for line in lines):
            found.append(f"a line of {max(map(len, lines))} characters")
        if self.damaged and self.status == 0:
            found.append("damage passed as 0")
        return found


class Attack:
    """The sound files, and mutants of them."""

    def __init__(self, program, folder, seed):
        self.program, self.folder, self.seed = program, folder, seed

    def prepare(self):
        """Write the sound files, which every command must read."""
        sound = self.folder / "sound"
        write(sound)
        save = ["baseline", "save", "a", "main", "--results", "results"]
        subprocess.run([self.program, *save], cwd=sound, check=True, stdout=subprocess.DEVNULL)
        for name in COMMANDS:
            trial = Trial(-1, name, shutil.copytree(sound, self.folder / name, symlinks=True))
            trial.run(self.program)
            if trial.status not in (0, 1) or trial.faults:
                raise Failure(f"the sound files fail: {name}: {trial.error} {trial.faults}")

    def trial(self, number):
        """Make one mutant, and run one command on it."""
        dice = random.Random(f"{self.seed}:{number}")
        target = dice.choices(TABLE, [target.weight for target in TABLE])[0]
        place = self.folder / f"mutant-{number}"
        shutil.copytree(self.folder / "sound", place, symlinks=True)
        change, path = dice.choice(target.changes), place / target.file
        whole = path.read_bytes()
        path.write_bytes(change(dice, whole))
        damaged = change in target.damage and path.read_bytes() != whole
        if target.seals:
            made_runs.seal(path.parent)
        name = dice.choice(target.readers)
        trial = Trial(number, name, place, f"{change.__name__} of {target.file}", damaged)
        trial.run(self.program)
        if not trial.faults:
            shutil.rmtree(place)
        return trial


def limit():
    """Limit a command, so that a runaway one does not take the machine down."""
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESSES, ADDRESSES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def write(folder):
    """Write the sound files: runs a, b and c, a pair, thresholds, a trace, and a history."""
    metadata, rows = made_runs.baseline(*CELLS)
    # A metric of a strategy's own.
    metadata["metrics"] = [{"name": "steps", "unit": "1", "exact": True, "lowerIsBetter": True}]
    steps = rows[(rows["phase"] == "total") & (rows["metric"] == "refreshes")]
    rows = pd.concat([rows, steps.assign(metric="steps", unit="1")])
    looks = [
        {"rounds": count, "spent": count / 14, "seconds": count, "confirms": False}
        for count in (12, 14)
    ]
    pair = {"seed": 1, "links": "one", "confirms": False, "harnessChanges": [], "budget": 3.0}
    pair["looks"] = looks
    for seed, name in enumerate("abc"):
        write_run(folder / name, metadata, rows, seed, 3)
    for seed, (name, role) in enumerate([("a", "baseline"), ("b", "candidate")]):
        own = pair | {"role": role, "partner": f"paired-{'ba'[seed]}"}
        write_run(folder / f"paired-{name}", metadata, rows, seed, 14, paired=own)
    (folder / "thresholds.toml").write_text(THRESHOLDS)
    shutil.copy(TRACE, folder / "trace.jsonl")
    (folder / "history").mkdir()
    (folder / "history/a").symlink_to("../a")


def write_run(folder, metadata, rows, seed, rounds, **more):
    """Write one finished run, with sites."""
    own = {"id": folder.name, "source": {"commit": "0123456789" * 4, "dirty": False}} | more
    made_runs.write(folder, metadata, rows, seed=seed, rounds=rounds, own=own)
    head = "suite,strategy,value,locale,length,script,phase,metric,instrument,stack,count,bytes"
    suite = metadata["plan"]["suites"][0]
    lines = [
        f"{suite},{cell.replace('/', ',')},{rest}"
        for cell in CELLS
        for rest in (
            "format,allocations,shim,main (main.swift:3);format (Format.swift:12),2,32",
            f'total,allocations,shim,"main (main.swift:3);text, kept",3,{48 + seed}',
            "format,instructions,valgrind,main (main.swift:3),200.5,",
        )
    ]
    (folder / "sites.csv").write_text("\n".join([head, *lines]) + "\n")
    made_runs.seal(folder)


def keep(failed, seed):
    """Keep the files of mutants that broke a promise, and name them; return the exit status."""
    for trial in failed[:20]:
        place = ROOT / f".build/attack/{seed}-{trial.number}"
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(trial.place, place, symlinks=True)
        print(
            f"{place}: {'; '.join(trial.faults)}: {trial.change}: "
            f"keystroke-bench {COMMANDS[trial.name]}: {trial.status} {trial.error[:300]!r}"
        )
    return cli.GATE_FAILED if failed else cli.FINE


if __name__ == "__main__":
    cli.end(cli.run("attack", main, sys.argv[1:]))
