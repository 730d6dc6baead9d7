"""The committed baseline, read with Python's csv module and with pandas, as users do."""

import csv
import math
import pathlib

import pandas

BASELINE = pathlib.Path(__file__).resolve().parents[2] / "results/baselines/main"
FIGURES = ["min", "p50", "p90", "p99", "p999", "max", "mean"]


def test_csv_reads_every_row():
    with open(BASELINE / "samples.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) > 1000
    for row in rows:
        assert None not in row and None not in row.values(), "as many fields as columns"
        # A missing figure is an empty field; all others are plain numbers.
        assert all(math.isfinite(float(row[name])) for name in FIGURES if row[name])


def test_pandas_reads_it_unaided():
    samples = pandas.read_csv(BASELINE / "samples.csv")
    assert all(samples[name].dtype.kind in "if" for name in ["round", "length", "count", *FIGURES])
    assert set(samples.text) == {"ok", "wrong"}
    times = samples[(samples.metric == "time") & (samples.strategy == "delegate-filter")]
    parts = {"filter", "parse", "format", "refresh", "rest"}
    assert set(times.phase) == {"total", "first", "setup"} | parts
    assert {"refreshes", "emissions", "allocations", "bytes"} < set(samples.metric)


def test_phases_add_up_to_the_whole():
    """The phases are timed in a separate pass; over all cells their sum must match the total."""
    samples = pandas.read_csv(BASELINE / "samples.csv")
    times = samples[samples.metric == "time"]
    cell = ["strategy", "value", "locale", "length", "script"]
    means = times.pivot_table(index=cell, columns="phase", values="mean")
    means = means[means["rest"].notna()]
    parts = means[["filter", "parse", "format", "refresh", "rest"]].sum(axis=1)
    ratio = (parts / means["total"]).median()
    assert 0.9 < ratio < 1.1
