"""The workflows of docs/ci are valid, and call what is there."""

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
    "gitlab.yml": "vendor.gitlab-ci",
}


def check(schema, file):
    """Return what check-jsonschema says, and its exit status."""
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


@pytest.mark.parametrize(
    ("name", "right", "wrong"),
    [
        ("github.yml", "timeout-minutes:", "tiemout-minutes:"),
        ("github-comment.yml", "runs-on:", "runs-in:"),
        ("gitlab.yml", "- if: $CI_COMMIT_TAG", "- iff: $CI_COMMIT_TAG"),
    ],
)
def test_a_mistake_would_be_found(name, right, wrong, tmp_path):
    text = (FOLDER / name).read_text(encoding="utf-8")
    assert right in text
    broken = tmp_path / name
    broken.write_text(text.replace(right, wrong))
    assert check(SCHEMAS[name], broken)[0] != 0


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
