"""Simulates the rounds of a paired comparison whose sides are alike: 15 strategies of 3 cells."""

import math

import numpy as np

KINDS = ("int", "decimal", "currency")
CELLS = [(f"s{n:02}", kind, "en_US", 9, "type") for n in range(15) for kind in KINDS]
COLUMNS = [("total", "min"), ("total", "p90"), ("format", "min"), ("refresh", "min")]
SUBJECTS = [(cell, *column) for cell in CELLS for column in COLUMNS]
NOISE = 0.008 / math.sqrt(2)  # of a side: 0.8 % of the ratio of both
SLOW, RARE = math.log(1.5), 0.2


def times(kind, dice, rounds):
    """Return the subjects and their times, by side, subject and round, with a kind of noise."""
    noise = logarithms(kind, dice, rounds)
    return SUBJECTS, 10_000 * np.exp(noise).reshape(2, len(SUBJECTS), rounds)


def logarithms(kind, dice, rounds):
    """Return the noise of times by side, cell, column and round."""
    kind, _, share = kind.partition(" ")
    draws = {
        "t3": lambda shape: dice.standard_t(3, shape),
        "t2": lambda shape: dice.standard_t(2, shape),
        "cauchy": lambda shape: np.clip(dice.standard_cauchy(shape), -2000, 2000),
        "skewed": lambda shape: dice.lognormal(0, 1, shape) - 1,
        "each": lambda shape: series(dice, float(share), shape),
    }
    draw = draws.get(kind, dice.standard_normal)
    whole, others = draw((2, 45, 1, rounds)), draw((2, 45, 3, rounds))
    noise = NOISE * np.concatenate([whole, 0.6 * whole + 0.8 * others], axis=2)
    every, moment = (2, 1, 1, rounds), np.linspace(0, 1, rounds)
    match kind:
        case "shocks":  # of a process, in all of its cells
            return noise + 0.008 * dice.standard_normal(every)
        case "bursts":  # ten times the noise in a fifth of the rounds
            return noise * np.where(dice.random(rounds) < RARE, 10, 1)
        case "drift":  # 20 % slower in the end, with three times the noise
            return noise * (1 + 2 * moment) + 0.2 * moment
        case (
            "unequal"
        ):  # cells differ in noise many times over, and the quiet ones are decided early
            return noise * np.exp(dice.normal(-1, 1, (1, 45, 1, 1)))
        case "busy":  # a fifth of the processes of either side is slower by 50 %
            return noise + SLOW * (dice.random(every) < RARE)
        case "uneven":  # the same of each strategy alone
            return noise + SLOW * np.repeat(dice.random((2, 15, 1, rounds)) < RARE, 3, axis=1)
        case "all":  # a correlation that all cells share
            return noise / 2 + NOISE * series(dice, float(share), every)
        case "place":  # the same of what starts first, each side in two of every four rounds
            shared = NOISE * series(dice, float(share), every)
            order = [dice.permutation([0, 0, 1, 1]) for _ in range(rounds // 4 + 1)]
            return noise / 2 + np.where(np.concatenate(order)[:rounds], shared[::-1], shared)
    return noise


def series(dice, correlation, shape):
    """Return normal noise in which each round resembles the one before it."""
    noise = dice.standard_normal(shape)
    for place in range(1, shape[-1]):
        fresh = math.sqrt(1 - correlation**2) * noise[..., place]
        noise[..., place] = correlation * noise[..., place - 1] + fresh
    return noise
