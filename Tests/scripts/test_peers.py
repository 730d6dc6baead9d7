"""scripts/peers.py: each rule does what its tool does, on samples with known answers."""

import sys
from pathlib import Path

import numpy as np
import pytest

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
sys.path.insert(0, str(SCRIPTS))
import peers  # noqa: E402
from synthetic import HEADER  # noqa: E402

GENERATOR = np.random.default_rng(7)
EQUAL = GENERATOR.normal(100, 1, (2, 40, 400))
RULES = {
    "benchstat": lambda *s, **k: peers.called(*peers.benchstat(*s, **k)),
    "pyperf": lambda *s, **k: peers.called(*peers.pyperf(*s, **k)),
    "criterion": lambda *s, **k: peers.called(*peers.criterion(*s, np.random.default_rng(1), **k)),
    "fixed": peers.fixed,
}
TESTS = ["benchstat", "pyperf", "criterion"]


@pytest.mark.parametrize("is_paired", [False, True])
@pytest.mark.parametrize(
    ("rule", "low", "high"), [("benchstat", 8, 34), ("pyperf", 8, 34), ("criterion", 0, 2)]
)
def test_equal_samples_are_flagged_as_often_as_the_level_says(rule, is_paired, low, high):
    flagged = np.count_nonzero(RULES[rule](*EQUAL, is_paired=is_paired))
    assert low <= flagged <= high, "of 400 at 0.05, 20 are expected; beyond 1 %, hardly any"


def test_medians_of_equal_samples_differ_by_less_than_five_percent():
    assert not peers.fixed(*EQUAL).any()


@pytest.mark.parametrize("rule", RULES)
def test_a_tenth_more_is_slower_and_a_tenth_less_is_faster(rule):
    a, b = EQUAL[:, :, :5]
    assert (RULES[rule](a, b * 1.1) == 1).all()
    assert (RULES[rule](a, b / 1.1) == -1).all()


def test_criterion_does_not_report_what_lies_within_one_percent():
    a, b = EQUAL[:, :, :5]
    assert (RULES["criterion"](a, b * 1.005) == 0).all()
    assert (RULES["pyperf"](a, b * 1.01) == 1).any()


@pytest.mark.parametrize("rule", TESTS)
def test_only_a_paired_rule_finds_a_change_that_is_small_beside_what_both_sides_share(rule):
    shared = GENERATOR.normal(100, 20, (40, 1))
    a, b = EQUAL[:, :, :20] * shared
    b = b * 1.03
    assert not RULES[rule](a, b).any()
    assert (RULES[rule](a, b, is_paired=True) == 1).all()


def test_holm_is_stepped_down():
    p = np.array([0.01, 0.04, 0.03, 0.005, 0.9])
    assert peers.holm(p) == pytest.approx([0.04, 0.09, 0.09, 0.025, 0.9])
    assert (peers.called(p, np.ones(5), corrects=True) == [1, 0, 0, 1, 0]).all()


def test_corrected_rules_hold_for_the_whole_comparison():
    generator = np.random.default_rng(3)
    verdicts = dict(peers.decided(*EQUAL, generator))
    for rule, is_paired, corrects in verdicts:
        if corrects:
            assert np.count_nonzero(verdicts[rule, is_paired, True]) <= 1


def test_what_never_differs_is_not_changed():
    a = np.full((20, 3), 100.0)
    for found in dict(peers.decided(a, a, np.random.default_rng(1))).values():
        assert not found.any()


def write(folder, factor):
    folder.mkdir()
    generator = np.random.default_rng(int(factor * 100))
    lines = [",".join(HEADER)]
    parts = {"value": "int", "locale": "en_US", "script": "type", "phase": "format"}
    clock = {"metric": "time", "instrument": "clock", "unit": "ns", "text": "ok"}
    for number in range(1, 31):
        for strategy in ("a", "b"):
            for length in (3, 9, 15):
                time = 100 * length * generator.normal(1, 0.002)
                if strategy == "a":
                    time *= factor
                row = parts | clock | {"round": number, "strategy": strategy}
                row |= {"length": length, "min": time, "p50": 7}
                lines.append(",".join(str(row.get(name, "")) for name in HEADER))
    (folder / "samples.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(folder)


def test_a_planted_change_is_detected_from_runs(tmp_path, capsys):
    runs = [write(tmp_path / "x", 1), write(tmp_path / "y", 1.1)]
    options = ["--comparisons", "3", "--rounds", "20", "--plant", "a", "format"]
    assert peers.main([*runs, *options]) == 0
    lines = capsys.readouterr().out.splitlines()
    rules = ["benchstat", "criterion", "fixed", "google-benchmark", "pyperf"]
    assert sorted({line.split()[0] for line in lines[1:]}) == rules
    assert len(lines) == 1 + 4 * 4 + 1
    assert all(line.split()[-2] == "3" for line in lines[1:])


def test_too_few_rounds_a_missing_run_and_usage(tmp_path, capsys):
    runs = [write(tmp_path / "x", 1), write(tmp_path / "y", 1.1)]
    assert peers.main([*runs, "--rounds", "31"]) == 2
    assert "30 rounds in common, 31 are needed" in capsys.readouterr().err
    assert peers.main([runs[0], str(tmp_path / "z")]) == 2
    assert "no such file" in capsys.readouterr().err
    assert peers.main([*runs, "--rounds", "20", "--plant", "c", "format"]) == 2
    assert peers.main([*runs, "--rounds", "0"]) == 64
    assert peers.main([]) == 64


def test_a_cut_run_is_refused_with_file_and_line(tmp_path, capsys):
    runs = [write(tmp_path / "x", 1), write(tmp_path / "y", 1)]
    path = Path(runs[1]) / "samples.csv"
    path.write_text(path.read_text(encoding="utf-8")[:-3], encoding="utf-8")
    assert peers.main([*runs, "--rounds", "20"]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith(f"peers: {path}:")
