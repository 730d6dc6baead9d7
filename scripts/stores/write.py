"""Adds runs to a store."""

import csv
import fcntl
import hashlib
import json
import os
import shutil
import subprocess
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

import duckdb

from . import StoreError
from .fold import COLUMNS, FIGURES, folded, machines

# What run.json says, as columns: name of the column, key, type.
METADATA = [
    ("run", "id", "VARCHAR"),
    ("commit", "commit", "VARCHAR"),
    ("dirty", "dirty", "BOOLEAN"),
    ("start", "start", "TIMESTAMP"),
    ("end", "end", "TIMESTAMP"),
    ("status", "status", "VARCHAR"),
    ("seed", "seed", "UBIGINT"),
    ("rounds_planned", "roundsPlanned", "INTEGER"),
    ("swift", "swiftVersion", "VARCHAR"),
    ("configuration", "configuration", "VARCHAR"),
    ("icu", "icuVersion", "VARCHAR"),
    ("cldr", "cldrVersion", "VARCHAR"),
    ("allocator", "allocator", "VARCHAR"),
    ("allocator_version", "allocatorVersion", "VARCHAR"),
    ("valgrind", "valgrindVersion", "VARCHAR"),
    ("libc", "libcVersion", "VARCHAR"),
    ("architecture", "architecture", "VARCHAR"),
    ("cpu", "cpuModel", "VARCHAR"),
    ("cores", "cores", "INTEGER"),
    ("kernel", "kernel", "VARCHAR"),
    ("clock", "clockSource", "VARCHAR"),
    ("virtualisation", "virtualisation", "VARCHAR"),
    ("load_at_start", "loadAverageAtStart", "DOUBLE"),
    ("load_at_end", "loadAverageAtEnd", "DOUBLE"),
    ("warnings", "warnings", "VARCHAR[]"),
]
TYPES = {
    "length": "UINTEGER",
    "rounds": "UINTEGER",
    "varies": "BOOLEAN",
    "count": "BIGINT",
}
TYPES |= dict.fromkeys(FIGURES, "DOUBLE")
# Like beside like packs best; what a history asks for lies together.
ORDER = 'metric, phase, strategy, "value", locale, script, "length", host'
PACKED = "(FORMAT parquet, COMPRESSION zstd, COMPRESSION_LEVEL 9)"
INCOMING = ".adding-"


def add(runs, store, program):
    """Add runs; return how many were added, and how many were there already."""
    read = {}
    for run in runs:
        plan = described(run)
        read.setdefault((plan["metadata"]["id"], plan["digest"]), plan)
    new = [plan for plan in read.values() if not there(store, plan)]
    with fresh_folder(store):
        sweep(store)
        if new:
            add_new(new, store, program)
    return len(new), len(runs) - len(new)


def add_new(plans, store, program):
    """Add runs that a store has not got: all of them, or none."""
    with (
        validating([plan["run"] for plan in plans], program) as check,
        incoming(store) as place,
    ):
        try:
            made = [file for plan in plans for file in write(plan, place, store)]
        except Exception:
            # What stumbles over damage does not name it.
            check()
            raise
        check()
        for fresh, final in made:
            final.parent.mkdir(parents=True, exist_ok=True)
            os.rename(fresh, final)


@contextmanager
def fresh_folder(store):
    """Make the folder of a store, and remove it again where nothing came of it."""
    there_already = store.exists()
    store.mkdir(parents=True, exist_ok=True)
    try:
        yield
    except BaseException:
        if not there_already:
            with suppress(OSError):
                store.rmdir()
        raise


def described(run):
    """Return what names a run in a store, or raise StoreError where no store takes it."""
    samples = run / "samples.csv"
    try:
        metadata = json.loads((run / "run.json").read_bytes())
        digest = hashlib.sha256(samples.read_bytes()).hexdigest()
    except FileNotFoundError as error:
        raise StoreError(
            f"{error.filename}: no such file; name the folder of a run"
        ) from None
    except ValueError as error:
        raise StoreError(f"{run / 'run.json'}: not JSON: {error}") from None
    if not isinstance(metadata, dict) or not isinstance(metadata.get("id"), str):
        raise StoreError(f"{run / 'run.json'}: not that of a run")
    if metadata.get("savedFrom") is not None or metadata.get("omittedZeroRows"):
        raise StoreError(
            f"{run}: a stored baseline, which leaves rows out; add the run that it was saved from"
        )
    if metadata.get("status") != "finished":
        raise StoreError(
            f"{run}: the run is {metadata.get('status')}; complete it with: "
            f"keystroke-bench run --resume {run}"
        )
    return {"run": run, "metadata": metadata, "digest": digest}


def file_name(plan):
    """Return the name of the files of a run: its id, and what tells it from another of that id."""
    return (
        f"{quote(plan['metadata']['id'], safe='')[:100]}-{plan['digest'][:16]}.parquet"
    )


def there(store, plan):
    """Whether a store has all files of a run already; a suite a folder."""
    name = file_name(plan)
    suites = plan["metadata"].get("suites") or [""]
    return all(
        any(
            store.glob(
                f"suite={glob_safe(quote(suite, safe=''))}/month=*/{glob_safe(name)}"
            )
        )
        for suite in suites
    )


def glob_safe(text):
    return text.replace("[", "[[]")


@contextmanager
def validating(runs, program):
    """Have keystroke-bench read the runs meanwhile; lend what waits for it, and raises StoreError for damage by file and line."""
    with tempfile.TemporaryDirectory(prefix="keystroke-bench-store-") as folder:
        for number, run in enumerate(runs):
            Path(folder, f"{number:06}").symlink_to(
                run.resolve(), target_is_directory=True
            )
        command = [str(program), "history", folder, "--format", "csv"]
        try:
            reader = subprocess.Popen(
                command,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                encoding="utf-8",
            )
        except OSError as error:
            raise StoreError(
                f"{program}: {error.strerror}; build it with scripts/build"
            ) from None

        def check():
            said = reader.communicate()[1]
            for number, run in enumerate(runs):
                said = said.replace(f"{folder}/{number:06}", str(run))
            lines = said.splitlines()
            # A damaged run is skipped by a history, and refused here.
            for line in lines:
                if "skipped: " in line:
                    raise StoreError(line.split("skipped: ", 1)[1])
            if reader.returncode != 0:
                reason = (
                    lines[-1].removeprefix("error: ")
                    if lines
                    else f"status {reader.returncode}"
                )
                raise StoreError(f"keystroke-bench history: {reason}")

        try:
            yield check
        finally:
            reader.kill()
            reader.wait()


def write(plan, place, store):
    """Write the files of a run; yield where each is, and where it belongs."""
    metadata = plan["metadata"]
    month = metadata["start"][:7]
    connection = duckdb.connect(config={"threads": 1})
    for suite, rows in folded(plan["run"] / "samples.csv", metadata).items():
        folder = f"suite={quote(suite, safe='')}"
        table = place / "rows.csv"
        with open(table, "w", newline="", encoding="utf-8") as file:
            csv.writer(file, lineterminator="\n").writerows(rows)
        fresh = place / f"{folder}-{file_name(plan)}"
        types = {name: TYPES.get(name, "VARCHAR") for name in COLUMNS}
        constants = ", ".join(f'?::{kind} AS "{name}"' for name, _, kind in METADATA)
        columns = ", ".join(f'"{name}"' for name in COLUMNS if name != "suite")
        # Sorted before run.json goes beside each row: to sort megabytes of it takes longer than all else.
        connection.execute(
            f"CREATE OR REPLACE TABLE rows AS SELECT {columns} FROM read_csv({text(table)}, "
            f"header=false, columns={types}, nullstr='', all_varchar=false, auto_detect=false, "
            f"delim=',', quote='\"', escape='\"') ORDER BY {ORDER}"
        )
        connection.execute(
            f"COPY (SELECT *, {constants}, ? AS machine, ? AS run_json FROM rows) "
            f"TO {text(fresh)} {PACKED}",
            [metadata.get(key) for _, key, _ in METADATA]
            + [machines(metadata)[1], json.dumps(metadata, ensure_ascii=False)],
        )
        with open(fresh, "rb") as file:
            os.fsync(file.fileno())
        yield fresh, store / folder / f"month={month}" / file_name(plan)
    connection.close()


def text(path):
    """Return a path as a text of SQL."""
    return "'" + str(path).replace("'", "''") + "'"


@contextmanager
def incoming(store):
    """A folder in the store for what is not whole yet, locked for as long as it is used."""
    place = Path(tempfile.mkdtemp(prefix=INCOMING, dir=store))
    with open(place / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            yield place
        finally:
            shutil.rmtree(place, ignore_errors=True)


def sweep(store):
    """Remove what an addition that was killed has left."""
    for place in store.glob(INCOMING + "*"):
        try:
            with open(place / "lock", "a") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(place, ignore_errors=True)
        except OSError:
            continue
