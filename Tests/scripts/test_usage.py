"""Every script answers --help with examples, and wrong usage with a separate status."""

import os
import subprocess

import pytest
from helpers import COMMANDS, called, script

from keystroke_tools.cli import ROOT

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


def test_a_search_path_for_folders_changes_nothing(tmp_path):
    """With CDPATH, `cd scripts/..` goes elsewhere and prints where."""
    (tmp_path / "scripts").mkdir()
    call = ["scripts/install", "--key"]
    done = [
        subprocess.run(
            call, cwd=ROOT, capture_output=True, encoding="utf-8", env=dict(os.environ, CDPATH=path)
        )
        for path in ("", str(tmp_path))
    ]
    assert done[0].returncode == 0 and done[0].stdout == done[1].stdout != ""
    for folder in ("scripts", "docs/ci", ".ci"):
        for path in (ROOT / folder).rglob("*"):
            if path.is_file() and path.read_bytes().startswith(b"#!/usr/bin/env bash"):
                text = path.read_text()
                assert text.count('cd "$(dirname') == text.count("unset CDPATH"), path


def test_studies_are_listed():
    assert " attack " in script("studies/run").out
