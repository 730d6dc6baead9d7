"""Every script answers --help with examples, and wrong usage with a separate status."""

import pytest
from helpers import COMMANDS, called, script

WRONG = {
    "plot": [(), ("a", "--frob"), ("a", "--only", "phase")],
    "report": [(), ("main",), ("main", "other", "--out", "x"), ("main", "--out")],
    "history": [
        (),
        ("a", "--csv", "b"),
        ("a", "--level", "2"),
        ("a", "--level", "100%"),
        ("a", "--least-runs", "2"),
    ],
    "store": [(), ("add",), ("add", "r"), ("ask", "s"), ("x",)],
    "site": [(), ("store",)],
    "fleet": [(), ("slurm", "--shards", "0"), ("slurm", "--shards", "1", "-x")],
    "bisect": [
        (),
        ("a",),
        ("a", "b", "--out", "x"),
        ("a", "b", "--format=csv"),
        ("a", "b", "--budget", "60"),
    ],
    "studies/run": [("no-such-study",), ("attack",), ("kills", "--only", "x"), ("claims", "x")],
    "studies/fuzz": [("x",)],
    "studies/test-often": [()],
    "studies/sanitize": [("memory",)],
    "install": [("--frob",), ("--prefix",)],
    "bootstrap": [("--frob",)],
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_usage_has_a_status_of_its_own(name, tmp_path):
    for number, arguments in enumerate(WRONG[name]):
        if number and name in COMMANDS:
            done = called(name, *arguments)
        else:
            done = script(name, *arguments, cwd=tmp_path)
        assert (done.status, done.out) == (64, "") and done.err, (arguments, done)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", "plot report history store site fleet bisect".split())
def test_help_has_examples(name):
    done = script(name, "--help")
    assert (done.status, done.err) == (0, "") and f"  scripts/{name} " in done.out


def test_studies_are_listed():
    assert " attack " in script("studies/run").out
