"""Writes the pages of a site from a store."""

import html
import re
import shutil
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pystache

from keystroke_tools import runs
from keystroke_tools.cli import visible
from keystroke_tools.git import Git
from keystroke_tools.site.pictures import draw
from keystroke_tools.store.past import StoredPast

Cell = dict[str, Any]
Section = dict[str, Any]

HERE = Path(__file__).parent
TEMPLATE = (HERE / "page.html").read_text(encoding="utf-8")
COUNTS = ["instructions", "allocations", "refreshes"]
CELL = ["strategy", "value", "locale", "length", "script"]
# The maximum number of changes on the page of a commit or a strategy; scripts/store has all.
MOST = 60


def write(store: Path, folder: Path, pictures: bool = True) -> int:
    """Write all pages into an empty folder; return their number."""
    site = Site(store, folder, pictures)
    site.overview()
    for strategy in site.strategies:
        site.strategy(strategy)
    for key in site.cells:
        site.history_of(key)
    for number in range(len(site.past.runs)):
        if site.first_of_commit(number):
            site.commit(number)
    shutil.copy(HERE / "site.css", folder / "site.css")
    return site.count


class Site:
    """The pages of one store."""

    def __init__(self, store: Path, folder: Path, pictures: bool) -> None:
        self.store, self.folder, self.pictures = store, folder, pictures
        self.past = StoredPast(store)
        self.runs = self.past.runs
        self.commits = [run.short_commit for run in self.runs]
        self.changes = self.past.changes(COUNTS)
        self.renderer = renderer()
        self.page_template = pystache.parse(TEMPLATE)
        self.count = 0
        figures = {"time": self.past.frame("metric = 'time' AND phase = 'total'", "p50")}
        for metric in COUNTS:
            figures[metric] = self.past.frame(f"metric = '{metric}' AND phase = 'total'", "mean")
        self.figures = {name: frame for name, frame in figures.items() if len(frame)}
        self.by_strategy = {
            name: frame.groupby(["order", "strategy"])["measured"].agg(middle).unstack()
            for name, frame in self.figures.items()
        }
        self.by_cell = {
            name: frame.groupby([*CELL, "order"])["measured"].agg(middle).unstack()
            for name, frame in self.figures.items()
        }
        found: set[tuple[Any, ...]] = set().union(*(table.index for table in self.by_cell.values()))
        self.cells = sorted(found)
        names: set[str] = set().union(*(table.columns for table in self.by_strategy.values()))
        self.strategies = sorted(names)

    def first_of_commit(self, number: int) -> bool:
        return self.commits.index(self.commits[number]) == number

    def overview(self) -> None:
        """The start page."""
        runs = [
            [
                cell(self.commits[n], self.commit_page(n)),
                cell(self.subjects[n]),
                cell(self.runs[n].start.strftime("%Y-%m-%d %H:%M")),
                cell(self.runs[n].id),
                cell(sum(change["to"] == n for change in self.changes) or "", kind="n"),
            ]
            for n in reversed(range(len(self.runs)))
        ]
        last = len(self.runs) - 1
        sections = [
            self.drawn("The history", {}),
            {
                "heading": "Strategies, in the last run",
                "note": MIDDLE,
                "table": self.strategy_table(last, last - 1, ""),
            },
            {
                "heading": "Runs, the last one first",
                "table": table(["commit", "subject", "began (UTC)", "run", "changes"], runs),
            },
        ]
        lines = [
            f"{len(self.runs)} runs of {len(set(self.commits))} commits, "
            f"{self.past.order}. Changes are of exact metrics of whole keystrokes."
        ]
        self.page("index.html", "keystroke-bench: history", lines, sections)

    def strategy(self, strategy: str) -> None:
        """The page of a strategy: its pictures, its present cells, its changes."""
        rows = []
        latest: dict[str, dict[str, tuple[float | None, str]]] = {}
        for name, frame in self.figures.items():
            here = frame[frame["strategy"] == strategy].sort_values("order", kind="stable")
            for row in here.itertuples():
                key = "/".join(map(str, (row.value, row.locale, row.length, row.script)))
                latest.setdefault(key, {})[name] = (row.measured, row.text)
        for key, values in sorted(latest.items()):
            wrong = any(text == "wrong" for _, text in values.values())
            rows.append(
                [
                    cell(key, "../" + cell_page(f"{strategy}/{key}")),
                    *(cell_of(name, values.get(name, (None, ""))[0]) for name in self.figures),
                    cell("wrong" if wrong else "right", kind="worse" if wrong else ""),
                ]
            )
        changes = [c for c in self.changes if c["cell"].split("/")[0] == strategy]
        sections = [
            self.drawn(
                "Its history", {"strategy": literal(strategy)}, f"strategy-{slug(strategy)}"
            ),
            {
                "heading": "Its cells, as last measured",
                "note": "Choose one for its figures in all runs.",
                "table": table(
                    ["value/locale/length/script", *map(unit, self.figures), "text"], rows
                ),
            },
            self.changed(changes[::-1], "Where its exact metrics changed, the last first", "../"),
        ]
        self.page(f"strategy/{slug(strategy)}.html", strategy, [], sections, up="../")

    def history_of(self, key: tuple[Any, ...]) -> None:
        """The page of a cell: its figures in all runs, the last one first."""
        name = "/".join(map(str, key))
        known = {
            metric: figures.loc[key].dropna()
            for metric, figures in self.by_cell.items()
            if key in figures.index
        }
        times = known.get("time", pd.Series(dtype=float))
        rows = []
        for order in sorted(set().union(*(figures.index for figures in known.values())))[::-1]:
            n = order - 1
            time = times.get(order)
            ratio = "" if time is None else f"{time / times.iloc[0]:.3f}"
            rows.append(
                [
                    cell(self.commits[n], "../" + self.commit_page(n)),
                    cell(self.subjects[n]),
                    cell(self.runs[n].start.strftime("%Y-%m-%d")),
                    *(cell_of(metric, figures.get(order)) for metric, figures in known.items()),
                    cell(ratio, kind="n") | {"meter": ratio and f"{time / times.max():.3f}"},
                ]
            )
        head = ["commit", "subject", "began", *map(unit, known), "time, ratio to first run"]
        sections = [
            {"heading": "Its figures in all runs, the last one first", "table": table(head, rows)}
        ]
        links = [{"text": key[0], "href": f"../strategy/{slug(key[0])}.html"}]
        self.page(cell_page(name), name, [MEDIANS], sections, up="../", links=links)

    @cached_property
    def subjects(self) -> list[str]:
        """The subject of each run's commit; empty for one that the present repository lacks."""
        ids = [
            run.commit if re.fullmatch("[0-9a-f]{4,64}", run.commit) else "" for run in self.runs
        ]
        asked = {name: Git().lines("log", "-1", "--format=%s", name) for name in set(ids) if name}
        return [(asked.get(name) or [""])[0] for name in ids]

    def commit(self, number: int) -> None:
        """The page of a commit: its runs, their machines, its changes."""
        here = [n for n, commit in enumerate(self.commits) if commit == self.commits[number]]
        names = [self.runs[n].file for n in here]
        facts = [self.facts[name] for name in names]
        sections = [
            {
                "heading": "Runs",
                "table": table(
                    ["run", "began (UTC)", "machine", "Swift", "warnings"],
                    [[cell(fact) for fact in row] for row in facts],
                ),
            },
            self.changed(
                [c for c in self.changes if c["to"] in here], "What changed in exact metrics", "../"
            ),
            {
                "heading": "Strategies, against the run before",
                "note": MIDDLE,
                "table": self.strategy_table(here[0], here[0] - 1, "../"),
            },
        ]
        before, after = here[0] - 1, here[-1] + 1
        links = []
        if before >= 0:
            links.append({"text": "commit before", "href": "../" + self.commit_page(before)})
        if after < len(self.runs):
            links.append({"text": "commit after", "href": "../" + self.commit_page(after)})
        title = f"Commit {self.commits[number]}"
        lines = [self.subjects[number]] if self.subjects[number] else []
        self.page(self.commit_page(number), title, lines, sections, up="../", links=links)

    @cached_property
    def facts(self) -> dict[str, list[Any]]:
        """The facts about each run, by the name of its file."""
        found = self.past.query(
            "SELECT parse_filename(file), run, strftime(\"start\", '%Y-%m-%d %H:%M'), machine, "
            "swift, array_to_string(warnings, '; ') FROM runs"
        )
        return {name: facts for name, *facts in found}

    def strategy_table(self, number: int, before: int, up: str) -> Section:
        """Return a table with a line per strategy: geometric means, changes since another run."""
        head = ["strategy"] + [text for name in self.figures for text in (unit(name), "change")]
        rows = []
        for strategy in self.strategies:
            cells = [cell(strategy, f"{up}strategy/{slug(strategy)}.html")]
            for name, means in self.by_strategy.items():
                value = at(means, number + 1, strategy)
                change = change_of(self.by_cell[name], strategy, before + 1, number + 1)
                # Times of two runs differ by chance; only counts are coloured.
                kind = (
                    "n" if not change or name == "time" else "n worse" if change > 0 else "n better"
                )
                said = "" if change is None else "0 %" if not change else f"{100 * change:+.1f} %"
                cells += [cell_of(name, value), cell(said.replace("-", "\u2212"), kind=kind)]
            rows.append(cells)
        return table(head, rows)

    def changed(self, changes: Sequence[dict[str, Any]], heading: str, up: str) -> Section:
        """A section with changes of exact metrics."""
        rows = []
        for change in changes[:MOST]:
            worse = (change["after"] or 0) > (change["before"] or 0)
            rows.append(
                [
                    cell(self.commits[change["to"]], up + self.commit_page(change["to"])),
                    cell(change["cell"], up + cell_page(change["cell"])),
                    cell(change["metric"]),
                    cell_of(change["metric"], change["before"]),
                    cell_of(change["metric"], change["after"]),
                    cell("more" if worse else "less", kind="worse" if worse else "better"),
                ]
            )
        more = len(changes) - len(rows)
        note = f"And {more} more; scripts/store ask has all." if more else ""
        if not changes:
            return {"heading": heading, "note": "Nowhere."}
        head = ["commit", "cell", "metric", "before", "after", "now"]
        return {"heading": heading, "note": note, "table": table(head, rows)}

    def drawn(self, heading: str, filters: runs.Filters, prefix: str = "history") -> Section:
        """A section with the pictures of a history."""
        if not self.pictures:
            return {"heading": heading, "note": "Written without pictures."}
        made, remarks = draw(self.store, filters, self.folder / "pictures", prefix)
        return {"heading": heading, "pictures": made, "note": " ".join(remarks)}

    def commit_page(self, number: int) -> str:
        return f"commit/{slug(self.commits[number])}.html"

    def page(
        self,
        path: str,
        title: str,
        lines: Sequence[str],
        sections: Sequence[Section],
        up: str = "",
        links: Sequence[dict[str, str]] = (),
    ) -> None:
        """Write a page."""
        self.count += 1
        values = {
            "title": title,
            "up": up,
            "lines": lines,
            "links": [{"text": "overview", "href": up + "index.html"}, *links],
            # A value that a section lacks must not come from the page around it.
            "sections": [{"note": "", "pictures": [], "table": None} | part for part in sections],
        }
        place = self.folder / path
        place.parent.mkdir(exist_ok=True)
        place.write_text(self.renderer.render(self.page_template, values), encoding="utf-8")


def renderer() -> pystache.Renderer:
    """Return what fills templates: whatever it shows is text, as names come from anybody's runs."""
    return pystache.Renderer(escape=lambda text: html.escape(visible(text, limit=2_000)))


MIDDLE = (
    "The geometric mean over the cells of a strategy; times by their median. "
    "A change is that of the cells which both runs have."
)


MEDIANS = "Times are medians; of several machines their geometric mean."


def middle(values: pd.Series) -> float:
    """The geometric mean of the values above 0; a strategy without costs has 0."""
    values = values[values > 0]
    return float(np.exp(np.log(values).mean())) if len(values) else 0.0


def at(table: pd.DataFrame, order: int, strategy: str) -> float | None:
    """A figure of a table, or None."""
    if order not in table.index or strategy not in table.columns:
        return None
    value = table.at[order, strategy]
    return None if np.isnan(value) else float(value)


def unit(name: str) -> str:
    return "time, ns" if name == "time" else name


def cell_of(name: str, value: float | None) -> Cell:
    """A figure as a cell of a table."""
    if value is None:
        return cell("\u2013", kind="n")
    return cell(f"{value:,.0f}" if name in ("time", "instructions") else f"{value:.4g}", kind="n")


def cell(text: object, href: str | None = None, kind: str = "") -> Cell:
    return {"text": str(text), "href": href, "class": kind}


def table(head: Sequence[str], rows: Sequence[Sequence[Cell]]) -> Section:
    """A table; a column of numbers has its heading aligned to the right, too."""
    kinds = [
        "n" if rows and "n" in rows[0][place]["class"].split() else "" for place in range(len(head))
    ]
    return {
        "head": [{"text": text, "class": kind} for text, kind in zip(head, kinds, strict=True)],
        "rows": [{"cells": row} for row in rows],
    }


def literal(name: str) -> str:
    """A name as a glob that matches only it."""
    return re.sub(r"([*?\[])", r"[\1]", name)


def cell_page(name: str) -> str:
    return f"cell/{slug(name)}.html"


def slug(name: str) -> str:
    """A name as a file name: different names stay different."""
    return re.sub(r"[^A-Za-z0-9_+-]", lambda odd: f".{ord(odd[0]):x}.", name) or "none"


def change_of(cells: pd.DataFrame, strategy: str, before: int, after: int) -> float | None:
    """The change of the geometric mean of the cells that both runs have; None without any."""
    if not {before, after} <= set(cells.columns) or strategy not in cells.index:
        return None
    common = cells.loc[strategy, [before, after]].dropna()
    common = common[(common > 0).all(axis=1)]
    if common.empty:
        return None
    return float(np.exp(np.log(common[after] / common[before]).mean())) - 1
