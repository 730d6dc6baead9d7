"""Measures a store of many runs of the default suite: how large it is, how long adding and asking take.

A few whole runs are made out of the committed baseline, with noise in the times, and added as a
user adds them, one by one. The rest are written into the store without their CSVs; each has a run,
a commit, a start and noise of its own, and that they differ is checked. What is measured runs in processes of its own: seconds
on the clock and on the processor, and the peak of memory. On a busy machine only the latter two
are worth something.
"""

import argparse
import multiprocessing
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
QUESTION = """
  SELECT strategy, metric, count(DISTINCT run) AS runs, min(mean) AS least, max(mean) AS most
  FROM figures WHERE phase = 'total' AND metric <> 'time' GROUP BY ALL ORDER BY most - least DESC LIMIT 20
"""


def measured(name, *command):
    """Run a command; print what it took, and return what it wrote."""
    begin = time.perf_counter()
    process = subprocess.Popen(
        [str(part) for part in command], stdout=subprocess.PIPE, encoding="utf-8"
    )
    out = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.perf_counter() - begin
    if process.returncode:
        sys.exit(f"store-speed: {name} ended with {process.returncode}")
    spent = usage.ru_utime + usage.ru_stime
    print(
        f"{name:32} {seconds:7.2f} s  {spent:7.2f} s of processor  "
        f"{usage.ru_maxrss / 1024:5.0f} MB",
        flush=True,
    )
    return out


def elsewhere(function, *arguments):
    """Call a function in a process of its own: the peak of memory of a command counts from that of its parent."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("fork")) as pool:
        return pool.submit(function, *arguments).result()


def write_runs(place, count):
    """Write whole runs; return their folders."""
    import many_runs

    metadata, rows = many_runs.baseline()
    return [
        many_runs.write(place / f"run{number}", metadata, rows, seed=number)
        for number in range(count)
    ]


def fill(file, numbers, planted):
    """Write more runs into a store; return how many of them differ, and which cell is slower from one on."""
    import copied_runs

    different = copied_runs.fill(file, numbers, planted)
    return different, copied_runs.PLANTED


def main():
    parser = argparse.ArgumentParser(prog="scripts/store-speed", description=__doc__)
    parser.add_argument(
        "--runs", type=int, default=1000, help="so many in the store (1000)"
    )
    parser.add_argument(
        "--whole", type=int, default=4, help="so many made and added (4)"
    )
    parser.add_argument(
        "--program", type=Path, default=ROOT / ".build/release/keystroke-bench"
    )
    parser.add_argument(
        "--keep", type=Path, help="fill this folder, and leave it there"
    )
    options = parser.parse_args()
    if not options.program.is_file():
        parser.error(f"{options.program} is not there; build it with scripts/build")
    with tempfile.TemporaryDirectory(prefix="store-speed-") as folder:
        place = options.keep or Path(folder)
        measure(options, place, place / "store")


def measure(options, place, store):
    script = [sys.executable, ROOT / "scripts/store.py"]
    csv = 0
    for run in elsewhere(write_runs, place, options.whole):
        csv += (run / "samples.csv").stat().st_size
        measured(
            "add a run",
            *script,
            "add",
            run,
            "--into",
            store,
            "--program",
            options.program,
        )
    file = next(store.rglob("*.parquet"))
    numbers = range(options.whole, options.runs)
    planted = options.runs * 7 // 10
    different, cell = elsewhere(fill, file, numbers, planted)
    if different < len(numbers):
        sys.exit(f"store-speed: only {different} of {len(numbers)} runs differ")
    size = sum(file.stat().st_size for file in store.rglob("*.parquet"))
    share = size / options.runs / (csv / options.whole)
    print(
        f"{options.runs} runs: {size / 1e6:.1f} MB, {share:.1%} of their CSVs "
        f"({csv / options.whole / 1e6:.2f} MB a run)",
        flush=True,
    )
    measured("a question in SQL", *script, "ask", store, QUESTION)
    found = measured(
        "scripts/history", sys.executable, ROOT / "scripts/history.py", store
    )
    if f"\n{planted:010x} " not in found or f"\n{cell} " not in found:
        sys.exit(f"store-speed: the change at run {planted} was not found:\n{found}")


if __name__ == "__main__":
    main()
