"""Fills a store with many made-up runs, each with times of its own: for scripts/store-speed."""

import duckdb
import many_runs
import numpy as np
import pandas as pd
from stores.write import PACKED

NOISY = many_runs.FIGURES
CELL = 'concat_ws(\'/\', strategy, "value", locale, "length", script)'
FOLDS = {"min": np.min, "max": np.max, "mean": np.mean}


PLANTED = "onchange-reformat/int/en_US/9/type"
FACTOR = 1.05


def fill(file, numbers, planted):
    """Write runs of these numbers more beside a file of a store; return how many of them differ.

    From a number on the times of one cell are longer.
    """
    copies = Copies(file)
    return len({copies.write(number, number >= planted) for number in numbers})


class Copies:
    """Writes more runs into a store: those of a whole run, with times of their own.

    The times of a run are drawn as many_runs.write draws them, round by round, and folded as a
    store folds them. That takes a tenth of a second; to write its CSV and to add that, one and a half.
    """

    def __init__(self, file):
        self.folder = file.parent.parent
        self.connection = duckdb.connect(config={"threads": 1})
        read = f"read_parquet('{file}', hive_partitioning = false)"
        self.connection.execute(
            f"CREATE TABLE whole AS SELECT * EXCLUDE run_json FROM {read}"
        )
        self.json = self.connection.execute(
            f"SELECT run_json FROM {read} LIMIT 1"
        ).fetchone()
        figures = self.connection.execute(
            f"SELECT metric = 'time' AS timed, {CELL} = ? AS planted, {', '.join(NOISY)} FROM whole",
            [PLANTED],
        ).fetchnumpy()
        self.timed = np.flatnonzero(figures.pop("timed"))
        self.factors = np.where(figures.pop("planted")[self.timed], FACTOR, 1)
        self.figures = {
            name: np.ma.filled(values, np.nan) for name, values in figures.items()
        }

    def write(self, number, planted, rounds=5):
        """Write one run more; return what no other run has."""
        start = many_runs.START + many_runs.datetime.timedelta(hours=8 * number)
        run, month = start.strftime("%Y%m%d-%H%M%S"), start.strftime("%Y-%m")
        target = self.folder / f"month={month}" / f"{run}-{number:016x}.parquet"
        target.parent.mkdir(exist_ok=True)
        dice = np.random.default_rng(number)
        luck = dice.normal(1, 0.01, (rounds, len(self.timed)))
        luck *= self.factors if planted else 1
        mine = {}
        for name, values in self.figures.items():
            drawn = dice.normal(1, 0.005, luck.shape) * luck * values[self.timed]
            mine[name] = values.copy()
            mine[name][self.timed] = FOLDS.get(name, np.median)(digits(drawn), axis=0)
        times = pd.DataFrame(mine)
        self.connection.register("times", times)
        figures = ", ".join(
            f'if(isnan(times."{name}"), NULL, times."{name}") AS "{name}"'
            for name in NOISY
        )
        self.connection.execute(
            f"COPY (SELECT whole.* REPLACE ({figures}, '{run}' AS run, '{number:010x}{0:030}' AS "
            f'"commit", TIMESTAMP \'{start:%Y-%m-%d %H:%M:%S}\' AS "start"), ? AS run_json '
            f"FROM whole POSITIONAL JOIN times) TO '{target}' {PACKED}",
            self.json,
        )
        return times.to_numpy().tobytes()


def digits(times):
    """Return times as coarse as many_runs.digits makes them; what is missing stays so."""
    whole = np.maximum(np.round(times), 1)
    size = np.ldexp(1.0, np.maximum(np.frexp(whole)[1] - 11, 0))
    return np.where(size > 1, (np.floor(whole / size) + 1) * size - 1, whole)
