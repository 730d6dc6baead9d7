"""Folds the rounds of a run as keystroke-bench does, to the bit: see Record+Fold.swift and HistoryRun.swift."""

import csv
from collections import defaultdict
from operator import itemgetter

FIGURES = ["min", "p50", "p90", "p99", "p999", "max", "mean"]
CELL = ["suite", "strategy", "value", "locale", "length", "script"]
SERIES = [*CELL, "phase", "metric", "instrument", "unit"]
COLUMNS = [*SERIES, "text", "host", "rounds", "varies", "count", *FIGURES]
SHARES = ("over_1ms", "over_8ms", "over_17ms")


def folded(path, metadata):
    """Return the rows of a run, rounds folded, by suite."""
    rows = defaultdict(list)
    texts = {}
    hosts, common = machines(metadata)
    with open(path, newline="", encoding="utf-8") as file:
        reader = csv.reader(file)
        place = {name: number for number, name in enumerate(next(reader))}
        series, figures = taker(place, SERIES), taker(place, FIGURES)
        kind, told = taker(place, ["metric", "instrument"]), taker(place, CELL)
        run, text, count = place["run"], place["text"], place["count"]
        exact = {}
        for row in reader:
            sort = kind(row)
            if sort not in exact:
                exact[sort] = repeatable(*sort)
            host = "" if exact[sort] else hosts.get(row[run], common)
            rows[series(row), host].append((row[count], figures(row)))
            if row[text]:
                name = told(row)
                if texts.get(name) != "wrong":
                    texts[name] = row[text]
    suites = defaultdict(list)
    for (key, host), records in rows.items():
        text = texts.get(key[: len(CELL)], "")
        varies = "false"
        total, values = records[0]
        if len(records) > 1:
            if not host and any(other != values for _, other in records):
                varies = "true"
            total, values = fold(*zip(*records, strict=True))
        suites[key[0]].append([*key, text, host, len(records), varies, total, *values])
    return suites


def taker(place, names):
    """Return a function that takes the columns of these names out of a row."""
    return itemgetter(*(place[name] for name in names))


def repeatable(metric, instrument):
    """Whether every run of a build has the same rows."""
    return metric != "time" and metric not in SHARES and instrument != "perf"


def fold(counts, values):
    """Return the count and the figures that stand for all of several rounds."""
    counts = [int(count or 0) for count in counts]
    found = []
    for name, column in zip(FIGURES, zip(*values, strict=True), strict=True):
        known = [
            (float(value), count)
            for value, count in zip(column, counts, strict=True)
            if value
        ]
        found.append(fold_figure(name, known))
    return sum(counts), ["" if value is None else repr(value) for value in found]


def fold_figure(name, known):
    """Return one figure of all rounds; None where no round has it."""
    values = sorted(value for value, _ in known)
    if not values:
        return None
    if name in ("min", "max"):
        return values[0] if name == "min" else values[-1]
    if name == "mean":
        return weighted_mean(known)
    below, odd = divmod(len(values) - 1, 2)
    low, high = values[below], values[below + odd]
    return low if low == high else low + odd / 2 * (high - low)


def weighted_mean(known):
    """Return the mean by West's update, which keeps equal values exact."""
    weights = mean = 0.0
    for value, weight in known:
        if weight > 0:
            weights += weight
            mean += (value - mean) * (weight / weights)
    return mean if weights > 0 else None


def machines(metadata):
    """Return the name of the machine of each run that was merged, and that of all other rows."""
    parts = metadata.get("mergedFrom") or []
    facts = []
    for part in parts:
        if part["host"] not in facts:
            facts.append(part["host"])
    names = [host_name(host) for host in facts or [metadata]]
    return (
        {part["id"]: host_name(part["host"]) for part in reversed(parts)},
        names[0] if len(set(names)) == 1 else " and ".join(names),
    )


def host_name(facts):
    """Return what people call a machine; see HostFacts.swift."""
    cores = facts["cores"]
    parts = [facts["cpuModel"], f"{cores} core{'' if cores == 1 else 's'}"]
    parts += [
        facts.get("architecture"),
        facts.get("virtualisation"),
        facts["clockSource"],
    ]
    return ", ".join(part for part in parts if part is not None)
