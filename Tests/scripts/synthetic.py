"""A made-up run with the schema and the shape of a real one, for the tests of pictures."""

import random

# Nanoseconds of a keystroke's phases: fixed cost and cost per digit.
COSTS = {
    "unformatted": {"refresh": (90, 2)},
    "format-on-commit": {"filter": (60, 1), "refresh": (110, 2)},
    "delegate-filter": {
        "filter": (400, 70),
        "parse": (1900, 60),
        "format": (700, 45),
        "refresh": (250, 8),
    },
    "onchange-reformat": {
        "filter": (700, 160),
        "parse": (2800, 110),
        "format": (1400, 90),
        "refresh": (600, 20),
    },
}
SLOWER = {"en_US": 1.0, "de_DE": 1.05, "fr_FR": 1.2, "ar_EG": 1.9}


def rows(rounds=3, lengths=(1, 3, 6, 9, 12, 15, 18), values=("Int", "Double"), seed=1):
    """Yield the rows of a run as dictionaries of text."""
    dice = random.Random(seed)
    cells = [
        (strategy, value, locale, length, script)
        for strategy in COSTS
        for value in values
        for locale in SLOWER
        for length in lengths
        for script in (("type", "paste") if length == 9 else ("type",))
    ]
    for strategy, value, locale, length, script in cells:
        wrong = strategy == "onchange-reformat" and (
            locale == "ar_EG" or (value == "Double" and length > 9)
        )
        cell = {
            "suite": "keystrokes",
            "strategy": strategy,
            "value": value,
            "locale": locale,
            "length": length,
            "script": script,
            "text": "wrong" if wrong else "ok",
        }
        for number in range(1, rounds + 1):
            whole = 40.0
            for phase, (fixed, each) in COSTS[strategy].items():
                part = (fixed + each * length) * SLOWER[locale] * dice.gauss(1, 0.02)
                whole += part
                yield cell | time(number, phase, part, dice)
            yield cell | time(number, "total", whole, dice)
            yield cell | time(number, "first", whole * 9, dice)
        exact = {"round": 0, "phase": "total", "count": length}
        yield cell | exact | same("refreshes", "host", "1", length * 2)
        yield cell | exact | same("allocations", "shim", "1", length * 5)


def time(number, phase, mean, dice):
    """Return the columns of a timed row. Every third lacks its p999, as short ones do."""
    row = {"round": number, "phase": phase, "metric": "time", "instrument": "clock"}
    shape = {"min": 0.9, "p50": 0.97, "p90": 1.1, "p99": 1.7, "p999": 3, "max": 8}
    tail = dice.uniform(0.9, 1.3)
    for name, factor in shape.items():
        row[name] = round(mean * factor * (tail if factor > 1.5 else 1))
    if dice.random() < 1 / 3:
        row["p999"] = ""
    return row | {"unit": "ns", "count": 2000, "mean": f"{mean:.1f}"}


def same(metric, instrument, unit, figure):
    """Return the columns of an exact row, equal in every round."""
    spread = dict.fromkeys(("min", "p50", "p90", "p99", "p999", "max", "mean"), figure)
    return {"metric": metric, "instrument": instrument, "unit": unit} | spread
