"""Every script answers --help with examples, and wrong usage with a separate status."""

import os
import re
import shlex
import shutil
import subprocess

import pytest
from helpers import ASK, BASELINE, COMMANDS, PROGRAM, called, script
from test_documents import PAGES

from keystroke_tools import program
from keystroke_tools.cli import ROOT
from studies.support import made_runs

# The scripts that pass options on to commands of the program.
PASSING = {"bench": ["check"], "bisect": ["ab"], "fleet": ["run"], "widget": ["run"]}
# The lines that need neither a cluster, a widget nor a build.
TYPED = ("history", "plot", "report", "site", "store")

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


def test_help_waits_for_no_set_up(tmp_path):
    shutil.copytree(ROOT / "scripts", tmp_path / "scripts")
    for name in ("bisect", "fleet", "site", "store"):
        call = [tmp_path / "scripts" / name, "--help"]
        done = subprocess.run(call, capture_output=True, encoding="utf-8")
        assert done.returncode == 0 and f"  scripts/{name} " in done.stdout
    assert not (tmp_path / ".venv").exists()


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


def lines_of_pages():
    """Return the lines of the pages that call a script, without comments: (page, words)."""
    found = []
    # CHANGELOG.md tells of what was there once.
    for page in [name for name in PAGES if name != "CHANGELOG.md"]:
        for line in (ROOT / page).read_text(encoding="utf-8").splitlines():
            calls = [line.strip()] if line.startswith("    ") else re.findall(r"`([^`]+)`", line)
            for call in (part for one in calls for part in one.split(" && ")):
                if re.match(r"(keystroke-bench/)?scripts/[a-z/-]*[a-z]( |$)", call):
                    found.append((page, shlex.split(call.split("  #")[0], comments=True)))
    return found


def test_each_line_of_the_pages_names_a_script_and_its_options():
    helps = {}
    found = lines_of_pages()
    assert len(found) > 30
    for page, (path, *words) in found:
        name = path.split("scripts/")[1]
        if name not in helps:
            text = (ROOT / "scripts" / name).read_text(encoding="utf-8")
            if name in COMMANDS:
                text += script(name, "--help").out
            for command in PASSING.get(name, []):
                text += subprocess.check_output([PROGRAM, command, "--help"], encoding="utf-8")
            helps[name] = text
        for word in words:
            option = word.split("=")[0]
            if option.startswith("--") and option != "--" and name not in ("test", "studies/run"):
                assert option in helps[name], (page, path, word)


def test_lines_of_the_pages_work_as_typed(tmp_path):
    """In a folder with what the steps before them leave: a run, some more, the baselines."""
    (tmp_path / "results").mkdir()
    (tmp_path / "results/baselines").symlink_to(BASELINE.parent)
    cells = ["onchange-reformat/int/en_US/9/type", "incremental-delegate/int/en_US/9/type"]
    metadata, known = made_runs.baseline(*cells)
    for number, place in enumerate(["first", *(f"results/runs/{n}" for n in "abcdefgh")]):
        own = {"source": {"commit": f"{number + 1:040x}", "dirty": False}}
        made_runs.write(tmp_path / place, metadata, known, seed=number, own=own, rounds=2)
    tried = []
    for _, (path, *words) in sorted(
        lines_of_pages(), key=lambda line: line[1][:2] != ["scripts/store", "add"]
    ):
        name = path.split("scripts/")[1]
        if name not in TYPED or not words or "RUN" in words:
            continue
        program = [] if name == "site" or words[0] == "ask" else map(str, ASK)
        # The shell expands what a page leaves to it.
        line = [word if "*" in word else shlex.quote(word) for word in (*words, *program)]
        line = " ".join([shlex.quote(str(ROOT / "scripts" / name)), *line])
        done = subprocess.run(line, shell=True, cwd=tmp_path, capture_output=True, encoding="utf-8")
        assert done.returncode == 0, (line, done.stderr)
        tried.append(name)
    assert set(tried) >= {"history", "plot", "site", "store"}


def test_the_program_that_bench_built_is_not_built_once_more(tmp_path, monkeypatch):
    quick = tmp_path / ".build/release/keystroke-bench-quick"
    for path, text in [
        (quick, ""),
        (tmp_path / "scripts/build", '#!/bin/sh\necho "$@" >"$0.asked"\n'),
    ]:
        path.parent.mkdir(parents=True)
        path.write_text(text)
        path.chmod(0o755)
    monkeypatch.setattr(program, "ROOT", tmp_path)
    assert program.Program().path == quick
    assert (tmp_path / "scripts/build.asked").read_text() == "--quick\n"
