"""What a history needs of a store, as keystroke-bench history gives it of a folder of runs."""

import fnmatch
from functools import cached_property
from pathlib import Path

import numpy as np

from . import StoreError, ancestry
from .read import ask, columns, connect

CELL = ["strategy", "value", "locale", "length", "script"]
KEY = ["suite", *CELL, "phase", "metric", "instrument", "unit", "host"]
# The order of tables: that of RowPhase.swift and Metric.swift.
PLACES = {
    "phase": [
        "total", "first", "dispatch", "filter", "parse", "format", "refresh", "rewrite", "layout",
        "paint", "rest",
    ],
    "metric": [
        "time", "refreshes", "emissions", "text_assignments", "signals", "layout_calls", "frames",
        "flicker_frames", "allocations", "bytes", "peak_bytes", "leaked_bytes", "instructions",
        "metadata_lookups", "locked_operations", "system_calls", "retains", "releases",
        "over_1ms", "over_8ms", "over_17ms",
    ],
    "instrument": ["clock", "host", "shim", "valgrind", "perf"],
}  # fmt: skip
# Where rounds of an exact metric differ, no figure is the figure.
COMPARED = "NOT varies AND instrument <> 'perf'"


class StoredPast:
    """The runs of a store in order, with their figures."""

    def __init__(self, store, filters=None):
        self.store = store
        self.connection, files = connect(store)
        self.ask = lambda sql, values=None: ask(self.connection, sql, values)[1]
        self.filters = filters or {}
        # A run of several suites has as many files, all of one name.
        names = [Path(file).name for file in files]
        runs = {
            names[file]: {
                "name": names[file], "id": run, "commit": commit, "dirty": dirty, "start": start,
            }
            for file, run, commit, dirty, start in self.ask(
                'SELECT file_index, run, "commit", dirty, "start" FROM rows WHERE file_row_number = 0'
            )
        }  # fmt: skip
        self.admit(runs, names)
        self.runs, self.order = ancestry.ordered(list(runs.values()))
        places = {run["name"]: place for place, run in enumerate(self.runs)}
        # By the number of a file; a run that was left out has no rows either.
        self.places = np.array([places.get(name, -1) for name in names])
        self.ask("CREATE TABLE places (file_index UBIGINT, place INTEGER)")
        self.ask(
            "INSERT INTO places SELECT unnest(?), unnest(?)",
            [list(range(len(names))), self.places.tolist()],
        )

    def admit(self, runs, names):
        """Leave out the runs of which no cell passes the filters, and keep how to choose cells."""
        self.chosen = "true"
        if not self.filters:
            return
        cells = self.ask(f"SELECT DISTINCT {quoted(CELL)} FROM rows")
        self.ask(
            'CREATE TABLE chosen (strategy VARCHAR, "value" VARCHAR, locale VARCHAR, '
            '"length" UINTEGER, script VARCHAR)'
        )
        passed = [cell for cell in cells if passes(cell, self.filters)]
        if not passed:
            raise StoreError(f"no cell of {len(runs)} runs passes the filter")
        self.connection.executemany("INSERT INTO chosen VALUES (?, ?, ?, ?, ?)", passed)
        self.chosen = f"({quoted(CELL)}) IN (SELECT ({quoted(CELL)}) FROM chosen)"
        known = self.ask(f"SELECT DISTINCT file_index FROM rows WHERE {self.chosen}")
        kept = {names[file] for (file,) in known}
        for name in runs.keys() - kept:
            del runs[name]

    def commit(self, place):
        """Return the commit of a run as reports have it."""
        run = self.runs[place]
        return run["commit"][:10] + ("+" if run["dirty"] else "")

    def began(self, place):
        """Return when a run began as reports have it."""
        return self.runs[place]["start"].strftime("%Y-%m-%dT%H:%M:%SZ")

    def series(self, names, where, figure):
        """Return what a figure was in the rows that a condition of SQL means, by names of columns.

        Each is a key, the orders of its runs, which ascend from 1, and the figures; all by their keys.
        """
        found = columns(
            self.connection,
            f'SELECT {quoted(names)}, list(file_index) AS files, list("{figure}") AS measured '
            f'FROM rows WHERE {where} AND {self.chosen} AND "{figure}" IS NOT NULL GROUP BY ALL',
        )
        files, measured = found.pop("files"), found.pop("measured")
        keys = zip(*(column.tolist() for column in found.values()), strict=True)
        made = []
        for number, key in enumerate(keys):
            orders = self.places[files[number]] + 1
            ascending = np.argsort(orders, kind="stable")
            values = np.asarray(measured[number], dtype=float)
            key = tuple("" if part is None else part for part in key)
            made.append((key, orders[ascending], values[ascending]))
        return sorted(made, key=lambda one: one[0])

    @cached_property
    def suite(self):
        """The suite that has most figures; of several the first by alphabet."""
        return self.ask(
            "SELECT suite FROM (SELECT suite, "
            "sum(CASE WHEN metric = 'time' THEN (p50 IS NOT NULL)::INT + (p99 IS NOT NULL)::INT "
            'ELSE (mean IS NOT NULL)::INT + ("max" IS NOT NULL)::INT END) AS figures '
            f"FROM rows WHERE {self.chosen} GROUP BY suite) ORDER BY figures DESC, suite LIMIT 1"
        )[0][0]

    def frame(self, where, figures):
        """Return the rows of a history that a condition of SQL and some figures mean, in its order."""
        # Only pages and pictures ask for it, and it takes a while to be imported.
        import pandas as pd

        parts = []
        for number, figure in enumerate(figures):
            found = self.ask(
                f'SELECT {quoted(KEY)}, list(place), list("{figure}"), list("text") FROM rows '
                f"JOIN places USING (file_index) "
                f'WHERE {where} AND {self.chosen} AND "{figure}" IS NOT NULL GROUP BY ALL'
            )
            parts += [(sort_key(row[: len(KEY)]), number, figure, row) for row in found]
        parts.sort(key=lambda part: part[:2])
        if not parts:
            return None
        sizes = [len(row[-1]) for *_, row in parts]
        places = np.concatenate(
            [np.array(row[-3], dtype=np.int64) for *_, row in parts]
        )
        series = np.repeat(np.arange(len(parts)), sizes)
        in_order = np.lexsort((series, places))
        places, series = places[in_order], series[in_order]
        heads = {
            "order": np.arange(1, len(self.runs) + 1),
            "commit": [self.commit(place) for place in range(len(self.runs))],
            "start": [self.began(place) for place in range(len(self.runs))],
            "run": [run["id"] for run in self.runs],
        }
        columns = {name: taken(values, places) for name, values in heads.items()}
        for number, name in enumerate(KEY):
            columns[name] = taken(
                [
                    row[number] or ("" if name == "host" else row[number])
                    for *_, row in parts
                ],
                series,
            )
        columns["text"] = taken_flat([row[-1] for *_, row in parts], in_order)
        columns["figure"] = taken([figure for _, _, figure, _ in parts], series)
        measured = np.concatenate([np.array(row[-2], dtype=float) for *_, row in parts])
        columns["measured"] = measured[in_order]
        return pd.DataFrame(columns)

    def changes(self, metrics):
        """Return where exact metrics of whole keystrokes changed, in the order of a history."""
        named = ", ".join(f"'{metric}'" for metric in metrics)
        window = f"OVER (PARTITION BY {quoted(KEY)} ORDER BY place)"
        found = self.ask(
            f"SELECT {quoted(KEY)}, came, place, last_mean, mean, last_max, most FROM ("
            f'SELECT {quoted(KEY)}, place, mean, "max" AS most, lag(place) {window} AS came, '
            f'lag(mean) {window} AS last_mean, lag("max") {window} AS last_max FROM rows '
            "JOIN places USING (file_index) "
            f"WHERE phase = 'total' AND metric IN ({named}) AND {COMPARED} AND {self.chosen}) "
            "WHERE came IS NOT NULL AND "
            "(mean IS DISTINCT FROM last_mean OR most IS DISTINCT FROM last_max)"
        )
        size = len(KEY)
        found.sort(key=lambda row: (row[size + 1], sort_key(row[:size])))
        changes = []
        for row in found:
            key = dict(zip(KEY, row, strict=False))
            came, place, last_mean, mean, last_max, most = row[size:]
            figure, before, after = (
                ("mean", last_mean, mean)
                if mean != last_mean
                else ("max", last_max, most)
            )
            changes.append(
                {
                    "suite": key["suite"], "cell": "/".join(str(key[part]) for part in CELL),
                    "phase": key["phase"], "metric": key["metric"],
                    "instrument": key["instrument"], "figure": figure, "from": came,
                    "to": place, "before": before, "after": after,
                }
            )  # fmt: skip
        return changes


def quoted(names):
    return ", ".join(f'"{name}"' for name in names)


def sort_key(key):
    """Return what puts series in the order of tables."""
    named = dict(zip(KEY, key, strict=True))
    words = [
        PLACES[name].index(named[name]) if name in PLACES else named[name] or ""
        for name in ["suite", *CELL, "phase", "metric", "instrument", "host"]
    ]
    return tuple(words)


def taken(values, places):
    """Return the values at places; texts stay one object each."""
    kind = None if isinstance(values[0], (int, np.integer)) else object
    return np.array(values, dtype=kind)[places]


def taken_flat(lists, places):
    """Return the texts of lists one behind the other, at places."""
    words = {None: "", "ok": "ok", "wrong": "wrong"}
    flat = np.array([words[text] for part in lists for text in part], dtype=object)
    return flat[places]


def passes(cell, filters):
    """Whether a cell passes filters: see CellFilter.swift."""
    return all(
        any(matches(str(part), glob.strip()) for glob in filters[name].split(","))
        for name, part in zip(CELL, cell, strict=True)
        if name in filters
    )


def matches(part, glob):
    low, dots, high = glob.partition("...")
    if dots and low.isdigit() and high.isdigit() and part.isdigit():
        return int(low) <= int(part) <= int(high)
    return glob == "all" or fnmatch.fnmatchcase(part, glob)
