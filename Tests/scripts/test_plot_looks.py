"""Colours, markers and words that all pictures share."""

import math
from itertools import combinations

import numpy as np
from matplotlib.markers import MarkerStyle
from plots import looks, words


def machado(colour):
    """Return CIE Lab of a colour for normal sight and for each kind of missing cone.

    The matrices are those of Machado, Oliveira and Fernandes (2009) for severity 1.
    """
    sights = [
        np.eye(3),
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ],
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ],
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ],
    ]
    to_xyz = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    for sight in sights:
        seen = np.clip(np.array(sight) @ linear(colour), 0, 1)
        xyz = np.array(to_xyz) @ seen / [0.95047, 1, 1.08883]
        f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
        yield np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def linear(colour):
    """Return the linear light of a colour in sRGB."""
    parts = np.array([int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)])
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def test_colours_differ_for_the_colour_blind_and_from_light_and_dark_pages():
    for a, b in combinations(looks.COLOURS, 2):
        for one, other in zip(machado(a), machado(b), strict=True):
            assert math.dist(one, other) > 20, (a, b)
    for colour in looks.COLOURS:
        light = linear(colour) @ [0.2126, 0.7152, 0.0722]
        dark_page = linear("#15181C") @ [0.2126, 0.7152, 0.0722]
        assert 1.05 / (light + 0.05) > 2.6
        assert (light + 0.05) / (dark_page + 0.05) > 2.5


def test_strategies_differ_by_marker_too():
    assert len({marker for _, marker in looks.STRATEGIES.values()}) == len(looks.STRATEGIES)


def test_markers_of_one_colour_differ_in_shape():
    line = np.linspace(-0.75, 0.75, 121)
    points = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)

    def inside(marker):
        style = MarkerStyle(marker)
        return style.get_path().transformed(style.get_transform()).contains_points(points)

    for (a, (colour, one)), (b, (other, two)) in combinations(looks.STRATEGIES.items(), 2):
        if colour == other:
            both = np.sum(inside(one) & inside(two))
            assert both < 0.75 * np.sum(inside(one) | inside(two)), (a, b)


def test_words():
    assert [words.figure(n) for n in (0, 0.3336, 12.25, 99.96, 1820.4)] == [
        "0",
        "0.334",
        "12.2",
        "100",
        "1820",
    ]
    assert [words.time(n) for n in (0.0701, 0.9996, 12.2, 4096)] == [
        "70.1 ns",
        "1 µs",
        "12.2 µs",
        "4.1 ms",
    ]
    assert words.listed(["a"]) == "a"
    assert words.listed("abc") == "a, b and c"
    assert words.listed("abcd") == "a, b and 2 more"
