"""The workflows of docs/ci are valid, and call existing commands."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs/ci"
SCHEMAS = {
    "github.yml": "vendor.github-workflows",
    "github-comment.yml": "vendor.github-workflows",
    "github-fleet.yml": "vendor.github-workflows",
    "github-package.yml": "vendor.github-workflows",
    "github-portable.yml": "vendor.github-workflows",
    "gitlab.yml": "vendor.gitlab-ci",
    "gitlab-fleet.yml": "vendor.gitlab-ci",
}


def check(schema, file):
    """Return the output of check-jsonschema, and its exit status."""
    done = subprocess.run(
        [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, file],
        capture_output=True,
        text=True,
    )
    return done.returncode, done.stdout + done.stderr


def test_each_workflow_is_checked():
    assert sorted(SCHEMAS) == sorted(file.name for file in FOLDER.glob("*.yml"))


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_service_would_accept_it(name):
    status, said = check(SCHEMAS[name], FOLDER / name)
    assert status == 0, said


@pytest.mark.parametrize("name", ["github.yml", "gitlab.yml"])
def test_all_three_moments_are_there(name):
    text = (FOLDER / name).read_text(encoding="utf-8")
    called = re.findall(r"docs/ci/keystroke-ci ([a-z-]+)", text)
    assert called == ["pull-request", "main", "release"]


def test_scripts_that_are_called_exist():
    for name in SCHEMAS:
        text = (FOLDER / name).read_text(encoding="utf-8")
        for script in re.findall(r"(?:scripts|docs/ci)/[a-z-]+(?![a-z-]*\.)", text):
            assert (ROOT / script).is_file(), script


@pytest.mark.parametrize("name", ["github-fleet.yml", "gitlab-fleet.yml"])
def test_a_fleet_measures_all_shards_and_joins_them(name):
    text = (FOLDER / name).read_text(encoding="utf-8")
    called = re.findall(r"docs/ci/keystroke-ci ([a-z-]+)", text)
    assert called == ["shard", "merge"]
    # There are as many parts as the list names.
    numbers = re.findall(r"shard: \[([\d, ]+)\]", text)
    parts = len(numbers[0].split(",")) if numbers else int(re.search(r"parallel: (\d+)", text)[1])
    assert parts == 4 and ("/4" in text or "$CI_NODE_TOTAL" in text)


def test_shards_of_two_machines_are_joined_and_compared(tmp_path):
    """Run the steps of a fleet's jobs one after the other, with the real program."""
    program = ROOT / ".build/release/keystroke-bench"
    small = [
        "--strategy",
        "delegate-filter,unformatted",
        "--length",
        "3,9",
        "--script",
        "type",
        "--locale",
        "en_US",
        "--value",
        "int",
        "--no-time",
        "--instructions",
        "none",
    ]

    def call(*arguments, results):
        return subprocess.run(
            [FOLDER / "keystroke-ci", *arguments],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            env=os.environ | {"KEYSTROKE_BENCH": str(program), "KEYSTROKE_CI_RESULTS": results},
            check=False,
        )

    for part in ("1/2", "2/2"):
        done = call("shard", part, *small, results=f"results-{part[0]}")
        assert done.returncode == 0, done.stderr
    shards = ["results-1/shard-1", "results-2/shard-2"]
    subprocess.run(
        [program, "run", *small, "--out", "whole"], cwd=tmp_path, check=True, capture_output=True
    )
    done = call("merge", "whole", *shards, results="joined")
    assert done.returncode == 0, done.stderr
    assert "PASS" in done.stdout
    assert {"run", "summary.md", "report.html"} <= {p.name for p in (tmp_path / "joined").iterdir()}
    # A missing shard is an error.
    done = call("merge", "whole", shards[0], shards[0], results="other")
    assert done.returncode == 2
