"""The history in a store: its runs in order, their figures, and the changes between them."""

import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from keystroke_tools import runs
from keystroke_tools.changes import Series
from keystroke_tools.cli import Failure, visible
from keystroke_tools.git import Git
from keystroke_tools.runs import CELL
from keystroke_tools.store.read import connect, literal, names, one_line_errors, query

KEY = ["suite", *CELL, "phase", "metric", "instrument", "unit", "host"]


class StoredRun(NamedTuple):
    """A run in a store."""

    file: str  # the name of its files, one for each suite
    id: str
    commit: str
    dirty: bool
    start: Any

    @property
    def short_commit(self) -> str:
        """Its commit, as in reports."""
        return (self.commit[:10] + ("+" if self.dirty else "")) or "none"

    @property
    def began(self) -> str:
        """The time of its start, as in reports."""
        return str(self.start.strftime("%Y-%m-%dT%H:%M:%SZ"))


class StoredPast:
    """The runs of a store in order, with their figures."""

    def __init__(self, store: Path, filters: runs.Filters | None = None) -> None:
        """Open a store; select the runs that have a cell that passes the filters."""
        self.connection, files = connect(store)
        file_names = [Path(file).name for file in files]
        found = self.query(
            'SELECT parse_filename(file), run, "commit", dirty, "start" FROM rows '
            "WHERE file_row_number = 0"
        )
        known = {name: StoredRun(name, *facts) for name, *facts in found}
        self.chosen = "true"
        if filters:
            known = self._filter(known, filters, file_names)
        self.runs, self.order = in_order(known.values())
        places = {run.file: place for place, run in enumerate(self.runs)}
        # By the number of a file; an excluded run has no rows either.
        self.places = np.array([places.get(name, -1) for name in file_names])
        self.query(
            "CREATE TABLE places AS SELECT unnest(?) AS file_index, unnest(?) AS place",
            [list(range(len(file_names))), self.places.tolist()],
        )

    def query(self, sql: str, values: Sequence[object] | None = None) -> list[tuple[Any, ...]]:
        """Return the rows that answer a question."""
        return query(self.connection, sql, values)

    def _filter(
        self, known: dict[str, StoredRun], filters: runs.Filters, file_names: Sequence[str]
    ) -> dict[str, StoredRun]:
        """Choose the cells that pass the filters; return the runs that have any of these cells."""
        cells = self.query(f"SELECT DISTINCT {names(CELL)} FROM rows")
        passed = [
            cell
            for cell in cells
            if all(
                runs.matches(part, filters.get(name, "all"))
                for name, part in zip(CELL, cell, strict=True)
            )
        ]
        if not passed:
            raise Failure(f"no cell of {len(known)} runs passes the filter; choose a wider one")
        columns = ", ".join(f'unnest(?) AS "{name}"' for name in CELL)
        self.query(
            f"CREATE TABLE chosen AS SELECT {columns}",
            [list(column) for column in zip(*passed, strict=True)],
        )
        self.chosen = f"({names(CELL)}) IN (SELECT ({names(CELL)}) FROM chosen)"
        kept = self.query(f"SELECT DISTINCT file_index FROM rows WHERE {self.chosen}")
        files = {file_names[file] for (file,) in kept}
        return {name: run for name, run in known.items() if name in files}

    def series(self, columns: Sequence[str], where: str, figure: str) -> list[Series]:
        """Return a figure in the rows that meet a condition, by columns; in the order of keys."""
        with one_line_errors():
            found = self.connection.execute(
                f'SELECT {names(columns)}, list(file_index) AS files, list("{figure}") AS measured '
                f'FROM rows WHERE {where} AND {self.chosen} AND "{figure}" IS NOT NULL GROUP BY ALL'
            ).fetchnumpy()
        files, measured = found.pop("files"), found.pop("measured")
        made = []
        keys = zip(*(column.tolist() for column in found.values()), strict=True)
        for key, some, figures in zip(keys, files, measured, strict=True):
            orders = self.places[some] + 1
            ascending = np.argsort(orders, kind="stable")
            values: npt.NDArray[np.float64] = np.asarray(figures, dtype=float)[ascending]
            text = tuple("" if part is None else part for part in key)
            made.append(Series(text, orders[ascending], values))
        return sorted(made, key=lambda one: one.key)

    @cached_property
    def suite(self) -> str:
        """The suite with most rows; if there are several, the first by alphabet."""
        found = self.query(
            f"SELECT suite FROM rows WHERE {self.chosen} GROUP BY suite "
            "ORDER BY count(*) DESC, suite LIMIT 1"
        )
        return str(found[0][0])

    def frame(self, where: str, figure: str) -> Any:
        """Return the rows that meet a condition as a frame like the CSV of a history."""
        # Only pages and pictures need it, and importing it takes a while.
        import pandas as pd

        self.query(
            "CREATE OR REPLACE TEMP TABLE picked AS "
            f"SELECT place + 1 AS \"order\", {names(KEY[:-1])}, coalesce(host, '') AS host, "
            f'coalesce("text", \'\') AS "text", \'{figure}\' AS figure, "{figure}" AS measured '
            "FROM rows JOIN places USING (file_index) "
            f'WHERE {where} AND {self.chosen} AND "{figure}" IS NOT NULL'
        )
        # Use categories, since a text for each row would take gigabytes.
        columns = []
        for name in [*KEY, "text", "figure"]:
            if name == "length":
                columns.append('"length"')
                continue
            self.query(f'DROP TYPE IF EXISTS "{name}_names"')
            found = f'SELECT DISTINCT "{name}" FROM picked ORDER BY ALL'
            self.query(f'CREATE TYPE "{name}_names" AS ENUM ({found})')
            columns.append(f'"{name}"::"{name}_names" AS "{name}"')
        with one_line_errors():
            rows = self.connection.execute(
                f'SELECT "order", {", ".join(columns)}, measured FROM picked '
                f'ORDER BY "order", {names(KEY)}'
            ).df()
        facts = pd.DataFrame(
            {
                "order": range(1, len(self.runs) + 1),
                "commit": [run.short_commit for run in self.runs],
                "start": [run.began for run in self.runs],
                "run": [run.id for run in self.runs],
            }
        )
        return rows.merge(facts, on="order", how="left")

    def changes(self, metrics: Sequence[str]) -> list[dict[str, Any]]:
        """Return the changes of exact metrics of whole keystrokes, in the order of the runs."""
        listed = ", ".join(map(literal, metrics))
        window = f"OVER (PARTITION BY {names(KEY)} ORDER BY place)"
        # If rounds of an exact metric differ, it has no figure in that run.
        found = self.query(
            "SELECT suite, cell, phase, metric, came, place, last_mean, mean, last_max, most "
            f"FROM (SELECT *, concat_ws('/', {names(CELL)}) AS cell, \"max\" AS most, "
            f"lag(place) {window} AS came, lag(mean) {window} AS last_mean, "
            f'lag("max") {window} AS last_max FROM rows JOIN places USING (file_index) '
            f"WHERE phase = 'total' AND metric IN ({listed}) AND NOT varies "
            f"AND {self.chosen}) WHERE came IS NOT NULL "
            "AND (mean IS DISTINCT FROM last_mean OR most IS DISTINCT FROM last_max) "
            "ORDER BY place, suite, cell, metric"
        )
        heads = ("suite", "cell", "phase", "metric", "from", "to")
        changes = []
        for *key, last_mean, mean, last_max, most in found:
            before, after = (last_mean, mean) if mean != last_mean else (last_max, most)
            changes.append(dict(zip(heads, key, strict=True)) | {"before": before, "after": after})
        return changes


def in_order(found: Iterable[StoredRun]) -> tuple[list[StoredRun], str]:
    """Return runs in the order of their commits, otherwise of time, and name that order."""
    known = list(found)
    places, reason = commit_places({run.commit for run in known})
    words = (
        f"by the start of the runs, since {reason}"
        if reason
        else "by ancestry of the commits, and runs of one commit by their start"
    )
    known.sort(key=lambda run: (places.get(run.commit, 0), run.start, run.id, run.file))
    return known, words


def commit_places(commits: Iterable[str]) -> tuple[dict[str, int], str | None]:
    """Return the place of each commit in the history, parents first; or why that failed."""
    git = Git()
    known = sorted(commits)
    for name in known:
        if not re.fullmatch("[0-9a-f]{4,64}", name):
            return {}, f"{visible(name or 'none')} is not a commit"
    asked = "".join(f"{name}^{{commit}}\n" for name in known)
    found = git.lines("cat-file", "--batch-check=%(objecttype) %(objectname)", stdin=asked)
    if found is None:
        return {}, git.problem() or "git cat-file failed"
    ids = {}
    for name, line in zip(known, found, strict=True):
        if not line.startswith("commit "):
            return {}, f"commit {name} is not in this repository"
        ids[name] = line.removeprefix("commit ")
    every = sorted(set(ids.values()))
    # Common ancestors need not be listed; unrelated histories have none.
    base = git.lines("merge-base", "--octopus", *every) or []
    listed = git.lines("rev-list", "--topo-order", "--reverse", *every, *(f"^{b}" for b in base))
    if listed is None:
        return {}, "git rev-list failed"
    places = {commit: place for place, commit in enumerate(dict.fromkeys([*base, *listed]))}
    return {name: places[commit] for name, commit in ids.items()}, None
