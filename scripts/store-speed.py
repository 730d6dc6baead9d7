"""Measures a store of many runs of the default suite: how large it is, how long adding and asking take.

A few whole runs are made out of the committed baseline, with noise in the times, and added as a
user adds them, one by one. The rest of the store are copies of their files, each with a run,
a commit, a start and noise of its own. What is measured runs in processes of its own: seconds
on the clock and on the processor, and the peak of memory. On a busy machine only the latter two
are worth something.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import duckdb
import many_runs
from stores.write import ORDER

ROOT = Path(__file__).resolve().parent.parent
NOISY = "min p50 p90 p99 p999 max mean".split()
QUESTION = """
  SELECT strategy, metric, count(DISTINCT run) AS runs, min(mean) AS least, max(mean) AS most
  FROM figures WHERE phase = 'total' AND metric <> 'time' GROUP BY ALL ORDER BY most - least DESC LIMIT 20
"""


def measured(name, *command):
    """Run a command; print and return its seconds."""
    begin = time.perf_counter()
    process = subprocess.Popen(
        [str(part) for part in command], stdout=subprocess.DEVNULL
    )
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
    return seconds


def copy(connection, file, number):
    """Write a file of the store again as another run, with noise in its times."""
    start = many_runs.START + many_runs.datetime.timedelta(hours=8 * number)
    run, month = start.strftime("%Y%m%d-%H%M%S"), start.strftime("%Y-%m")
    target = file.parent.parent / f"month={month}" / f"{run}-{number:016x}.parquet"
    target.parent.mkdir(exist_ok=True)
    # One luck a row, as a slow round is slow in all its figures, and a little of each figure's own.
    noise = ", ".join(
        f"CASE WHEN metric = 'time' THEN round(\"{name}\" * (1 + 0.02 * (luck - 0.5) "
        f'+ 0.01 * (random() - 0.5))) ELSE "{name}" END AS "{name}"'
        for name in NOISY
    )
    connection.execute(
        f"COPY (SELECT * EXCLUDE luck REPLACE ({noise}, '{run}' AS run, "
        f"'{number:040x}' AS \"commit\", TIMESTAMP '{start:%Y-%m-%d %H:%M:%S}' AS \"start\") "
        f"FROM (SELECT *, random() AS luck FROM read_parquet('{file}', hive_partitioning = false)) "
        f"ORDER BY {ORDER}) TO '{target}' "
        "(FORMAT parquet, COMPRESSION zstd, COMPRESSION_LEVEL 9)"
    )


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
    metadata, rows = many_runs.baseline()
    script = [sys.executable, ROOT / "scripts/store.py"]
    csv = 0
    for number in range(options.whole):
        run = many_runs.write(place / f"run{number}", metadata, rows, seed=number)
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
    files = sorted(store.rglob("*.parquet"))
    connection = duckdb.connect(config={"threads": 1})
    connection.execute("SELECT setseed(0.5)")
    for number in range(options.whole, options.runs):
        copy(connection, files[number % len(files)], number)
    connection.close()
    size = sum(file.stat().st_size for file in store.rglob("*.parquet"))
    share = size / options.runs / (csv / options.whole)
    print(
        f"{options.runs} runs: {size / 1e6:.1f} MB, {share:.1%} of their CSVs "
        f"({csv / options.whole / 1e6:.2f} MB a run)",
        flush=True,
    )
    measured("a question in SQL", *script, "ask", store, QUESTION)
    measured("scripts/history", sys.executable, ROOT / "scripts/history.py", store)


if __name__ == "__main__":
    main()
