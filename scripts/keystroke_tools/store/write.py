"""Adds runs to a store."""

import fcntl
import glob
import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

import duckdb

from keystroke_tools import runs
from keystroke_tools.cli import Failure
from keystroke_tools.program import Program
from keystroke_tools.store.read import literal, pattern

# The metadata of a run, as columns: name of the column, path in run.json, type.
METADATA = [
    ("run", "id", "VARCHAR"),
    ("commit", "source.commit", "VARCHAR"),
    ("dirty", "source.dirty", "BOOLEAN"),
    ("start", "start", "TIMESTAMP"),
    ("end", "end", "TIMESTAMP"),
    ("status", "status", "VARCHAR"),
    ("seed", "plan.seed", "UBIGINT"),
    ("rounds_planned", "plan.rounds", "INTEGER"),
    ("swift", "toolchain.swift", "VARCHAR"),
    ("configuration", "toolchain.configuration", "VARCHAR"),
    ("icu", "toolchain.icu", "VARCHAR"),
    ("cldr", "toolchain.cldr", "VARCHAR"),
    ("allocator", "toolchain.allocator.name", "VARCHAR"),
    ("allocator_version", "toolchain.allocator.version", "VARCHAR"),
    ("valgrind", "toolchain.valgrind", "VARCHAR"),
    ("libc", "toolchain.libc", "VARCHAR"),
    ("architecture", "hosts.architecture", "VARCHAR"),
    ("cpu", "hosts.cpuModel", "VARCHAR"),
    ("cores", "hosts.cores", "INTEGER"),
    ("kernel", "hosts.kernel", "VARCHAR"),
    ("clock", "hosts.clockSource", "VARCHAR"),
    ("virtualisation", "hosts.virtualisation", "VARCHAR"),
    ("load_at_start", "conditions.loadAverageAtStart", "DOUBLE"),
    ("load_at_end", "conditions.loadAverageAtEnd", "DOUBLE"),
    ("warnings", "warnings", "VARCHAR[]"),
]
# One row per cell, phase, metric and machine. A metric that is equal in every run of a build has no
# machine; if its rounds differ nevertheless, it varies. The typical time ranks strategies within a
# run, and is never compared.
FOLDED = """
CREATE OR REPLACE TABLE folded AS
WITH samples AS (
  SELECT *, if(metric <> 'time' AND NOT starts_with(metric, 'over_')
                 AND NOT list_contains($sampled, metric),
               NULL, coalesce(part_host, $machine)) AS host
  FROM read_csv($samples, header = true, all_varchar = false, auto_detect = false, delim = ',',
                quote = '"', escape = '"', nullstr = '', columns = $columns)
  LEFT JOIN (SELECT unnest($parts) AS part, unnest($part_machines) AS part_host) ON run = part
  WHERE metric <> 'typical_time'
), texts AS (
  SELECT suite, strategy, "value", locale, "length", script, max("text") AS "text"
  FROM samples GROUP BY ALL
)
SELECT suite, strategy, "value", locale, "length", script, phase, metric, instrument, unit,
  texts."text", host, count(*)::UINTEGER AS rounds,
  host IS NULL AND count(DISTINCT (min, p50, p90, p99, p999, max, mean)) > 1 AS varies,
  sum(count)::BIGINT AS count, min(min) AS min, median(p50) AS p50, median(p90) AS p90,
  median(p99) AS p99, median(p999) AS p999, max(max) AS max,
  if(count(DISTINCT mean) = 1, any_value(mean), sum(mean * count) / nullif(sum(count), 0)) AS mean
FROM samples JOIN texts USING (suite, strategy, "value", locale, "length", script)
GROUP BY suite, strategy, "value", locale, "length", script, phase, metric, instrument, unit,
  texts."text", host
"""
TYPES = {"round": "UINTEGER", "length": "UINTEGER", "count": "BIGINT"}
TYPES |= dict.fromkeys(runs.FIGURES, "DOUBLE")
# Equal neighbours compress best; the rows of a history are next to each other.
ORDER = 'metric, phase, strategy, "value", locale, script, "length", host'
PACKED = "(FORMAT parquet, COMPRESSION zstd, COMPRESSION_LEVEL 9)"
INCOMING = ".adding-"


class Plan(NamedTuple):
    """A run to be added to a store."""

    run: Path
    metadata: dict[str, Any]
    digest: str

    @property
    def file_name(self) -> str:
        """The name of its files: its id, and a digest, since another run may have the same id."""
        return f"{quote(self.metadata['id'], safe='')[:100]}-{self.digest[:16]}.parquet"


def add(folders: Sequence[Path], store: Path, program: Program) -> tuple[int, int]:
    """Add runs; return the numbers of those added and of those that were there already."""
    plans: dict[tuple[str, str], Plan] = {}
    for folder in folders:
        plan = planned(folder)
        plans.setdefault((plan.metadata["id"], plan.digest), plan)
    new = [plan for plan in plans.values() if not is_there(store, plan)]
    for plan in new:
        program.validate(plan.run)
    with fresh_folder(store):
        sweep(store)
        if new:
            add_new(new, store)
    return len(new), len(folders) - len(new)


def planned(run: Path) -> Plan:
    """Return the plan for a run in a store, or raise Failure if the run is not finished."""
    metadata = runs.metadata(run)
    if metadata.get("status") != "finished":
        raise Failure(f"{run}: the run is {metadata.get('status')}; measure it again")
    samples = run / "samples.csv"
    try:
        return Plan(run, metadata, hashlib.sha256(samples.read_bytes()).hexdigest())
    except FileNotFoundError:
        raise Failure(f"{samples}: no such file; name the folder of a run") from None


def is_there(store: Path, plan: Plan) -> bool:
    """Return True if a store has the files of a run already, one for each suite."""
    name = glob.escape(plan.file_name)
    return all(
        any(store.glob(f"suite={glob.escape(quote(suite, safe=''))}/month=*/{name}"))
        for suite in runs.fact(plan.metadata, "plan.suites") or [""]
    )


def add_new(plans: Sequence[Plan], store: Path) -> None:
    """Add runs that a store lacks: all of them, or none."""
    with incoming(store) as place:
        made = [file for plan in plans for file in write(plan, place, store)]
        for fresh, final in made:
            final.parent.mkdir(parents=True, exist_ok=True)
            os.rename(fresh, final)


def write(plan: Plan, place: Path, store: Path) -> Iterator[tuple[Path, Path]]:
    """Write the files of a run; yield the place of each, and its place in the store."""
    samples = plan.run / "samples.csv"
    with samples.open(encoding="utf-8") as file:
        columns = {name: TYPES.get(name, "VARCHAR") for name in file.readline().strip().split(",")}
    parts, machine = runs.machines(plan.metadata)
    constants = ", ".join(f'?::{kind} AS "{name}"' for name, _, kind in METADATA)
    values = [column(plan.metadata, path) for _, path, _ in METADATA]
    values += [machine, json.dumps(plan.metadata, ensure_ascii=False)]
    with duckdb.connect(config={"threads": 1}) as connection:
        connection.execute(
            FOLDED,
            {
                "samples": pattern(samples),
                "columns": columns,
                "machine": machine,
                "sampled": runs.sampled(plan.metadata),
                "parts": list(parts),
                "part_machines": list(parts.values()),
            },
        )
        suites = connection.execute("SELECT DISTINCT suite FROM folded ORDER BY ALL").fetchall()
        for (suite,) in suites:
            folder = f"suite={quote(suite, safe='')}"
            fresh = place / f"{folder}-{plan.file_name}"
            # Sorted before run.json is added to each row: sorting megabytes of it would take long.
            connection.execute(
                f"COPY (SELECT *, {constants}, ? AS machine, ? AS run_json FROM "
                f"(SELECT * EXCLUDE suite FROM folded WHERE suite = {literal(suite)} "
                f"ORDER BY {ORDER})) TO {literal(fresh)} {PACKED}",
                values,
            )
            with fresh.open("rb") as file:
                os.fsync(file.fileno())
            yield fresh, store / folder / f"month={plan.metadata['start'][:7]}" / plan.file_name


def column(metadata: dict[str, Any], path: str) -> Any:
    """Return the value of a column; for several machines all names, or the fewest cores."""
    part, _, key = path.partition(".")
    if part != "hosts":
        return runs.fact(metadata, path)
    values = dict.fromkeys(host[key] for host in metadata["hosts"] if host.get(key) is not None)
    if key == "cores":
        return min(values)
    return " and ".join(values) or None


@contextmanager
def fresh_folder(store: Path) -> Iterator[None]:
    """Make the folder of a store, and remove it again if nothing came of it."""
    there_already = store.exists()
    store.mkdir(parents=True, exist_ok=True)
    try:
        yield
    except BaseException:
        if not there_already:
            with suppress(OSError):
                store.rmdir()
        raise


@contextmanager
def incoming(store: Path) -> Iterator[Path]:
    """Make a folder in the store for incomplete files, locked while it is used."""
    place = Path(tempfile.mkdtemp(prefix=INCOMING, dir=store))
    with (place / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            yield place
        finally:
            shutil.rmtree(place, ignore_errors=True)


def sweep(store: Path) -> None:
    """Remove the remains of an addition that was killed."""
    for place in store.glob(INCOMING + "*"):
        try:
            with (place / "lock").open("a") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(place, ignore_errors=True)
        except OSError:
            continue
