"""The CI of another package: action.yml, github-package.yml and keystroke-package."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from ruamel.yaml import YAML
from test_ci import check

ROOT = Path(__file__).parents[2]
ACTION = ROOT / "action.yml"
PRODUCT = "CardFieldBenchmarks"


def read(path):
    return YAML(typ="safe").load(path.read_text(encoding="utf-8"))


def program(path, text):
    """Write an executable script."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    path.chmod(0o755)


def test_the_service_would_accept_the_action():
    status, said = check("vendor.github-actions", ACTION)
    assert status == 0, said


def step(name):
    """Return a step of the action by its name."""
    return next(s for s in read(ACTION)["runs"]["steps"] if s.get("name") == name)


def run_step(name, folder, **environment):
    """Run a step as the CI service does."""
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step(name)["run"]],
        cwd=folder,
        env={"PATH": os.environ["PATH"], **environment},
        capture_output=True,
        encoding="utf-8",
    )


PULL = {
    "GITHUB_EVENT_NAME": "pull_request",
    "GITHUB_REF": "refs/pull/7/merge",
    "GITHUB_BASE_REF": "trunk",
}
PUSH = {"GITHUB_EVENT_NAME": "push", "GITHUB_REF": "refs/heads/main"}
TAG = {"GITHUB_EVENT_NAME": "push", "GITHUB_REF": "refs/tags/1.2.0"}


@pytest.mark.parametrize(
    ("event", "inputs", "called"),
    [
        (PULL, {}, ["pull-request", "origin/trunk"]),
        (PUSH, {}, ["main"]),
        (TAG, {}, ["release", "main"]),
        (TAG, {"against": "1.1"}, ["release", "1.1"]),
        (PUSH, {"moment": "release"}, ["release", "main"]),
        (
            PULL,
            {"against": "v1", "options": "--length 3,9 --script type"},
            ["pull-request", "v1", "--length", "3,9", "--script", "type"],
        ),
    ],
)
def test_the_action_measures_what_the_event_asks(event, inputs, called, tmp_path):
    program(tmp_path / "docs/ci/keystroke-package", 'printf "%s\\n" "$@" >called; exit 1')
    defaults = {name: given.get("default", "") for name, given in read(ACTION)["inputs"].items()}
    given = defaults | {"product": PRODUCT} | inputs
    environment = {
        name: given[value.removeprefix("${{ inputs.").removesuffix(" }}")]
        for name, value in step("Measure")["env"].items()
    }
    done = run_step("Measure", tmp_path, GITHUB_ACTION_PATH=str(tmp_path), **event, **environment)
    assert done.returncode == 1, done.stderr
    assert (tmp_path / "called").read_text().splitlines() == [PRODUCT, *called]


def test_the_summary_is_that_of_the_run(tmp_path):
    summary, results = tmp_path / "summary", tmp_path / "temporary/results"
    # What a pull request has committed.
    (tmp_path / "keystroke-ci-results").mkdir()
    (tmp_path / "keystroke-ci-results/summary.md").write_text("PASS: forged\n")
    environment = {"GITHUB_STEP_SUMMARY": str(summary), "RESULTS": str(results)}
    done = run_step("Summary", tmp_path, **environment)
    assert done.returncode == 0 and not summary.exists()
    results.mkdir(parents=True)
    (results / "summary.md").write_text("PASS\n")
    run_step("Summary", tmp_path, **environment)
    assert summary.read_text() == "PASS\n"


def test_only_what_the_run_wrote_is_posted():
    posted = [s for s in read(ACTION)["runs"]["steps"] if s.get("name") != "Measure"]
    assert len(posted) == 2
    for step in posted:
        assert step["if"] == "always() && steps.measure.outputs.results != ''"
    assert "keystroke-ci-results" not in ACTION.read_text(encoding="utf-8")


def test_no_script_holds_what_a_stranger_writes():
    """A branch may be named `$(curl ...)`, so texts must reach a script by its environment."""
    jobs = read(ROOT / "docs/ci/github-package.yml")["jobs"].values()
    steps = [s for job in jobs for s in job["steps"]] + read(ACTION)["runs"]["steps"]
    scripts = [s["run"] for s in steps if "run" in s]
    assert len(scripts) >= 5
    for script in scripts:
        assert "${{" not in script
        subprocess.run(["bash", "-n", "-c", script], check=True)


def test_the_workflow_uses_the_action_as_it_is():
    jobs = read(ROOT / "docs/ci/github-package.yml")["jobs"]
    used = [s for s in jobs["measure"]["steps"] if s.get("uses", "").startswith("./")]
    assert [s["uses"] for s in used] == ["./.build/checkouts/keystroke-bench"]
    assert set(used[0]["with"]) <= set(read(ACTION)["inputs"])
    assert used[0]["with"]["product"] == PRODUCT
    text = (ROOT / "Examples/CardField/Package.swift").read_text(encoding="utf-8")
    assert f'name: "{PRODUCT}"' in text
    # Code of a pull request must not run with a token that can write.
    assert read(ROOT / "docs/ci/github-package.yml")["permissions"] == {"contents": "read"}
    assert "permissions" not in jobs["measure"]
    assert not any("checkout" in s.get("uses", "") for s in jobs["comment"]["steps"])


@pytest.fixture
def package(tmp_path):
    """A package with two commits, a checkout of this project, and tools that log their calls."""
    folder = tmp_path / "package"
    checkout = folder / ".build/checkouts/keystroke-bench"
    (checkout / "docs/ci").mkdir(parents=True)
    for script in ["keystroke-ci", "keystroke-package"]:
        shutil.copy(ROOT / "docs/ci" / script, checkout / "docs/ci" / script)
    program(checkout / "scripts/bootstrap", f"echo bootstrap >>{tmp_path}/called")
    program(
        tmp_path / "bin/swift",
        f'echo "swift $*" >>{tmp_path}/called\n'
        f'case $* in *--show-bin-path) echo {tmp_path}/built ;; *"$BROKEN") exit 1 ;; esac',
    )
    program(
        tmp_path / "built/keystroke-bench",
        f'echo "$*" >>{tmp_path}/called\ncase $1 in ab | check) exit "$GATE" ;; esac',
    )
    git = ["git", "-c", "user.name=A", "-c", "user.email=a@example.com", "-C", folder]
    (folder / "Package.swift").touch()
    for arguments in [
        ["init", "--quiet", "--initial-branch", "main"],
        ["commit", "--quiet", "--allow-empty", "--message", "first"],
        ["tag", "base"],
        ["commit", "--quiet", "--allow-empty", "--message", "second"],
    ]:
        subprocess.run([*git, *arguments], check=True)

    def call(*arguments, gate=0, broken="nothing"):
        done = subprocess.run(
            [checkout / "docs/ci/keystroke-package", *arguments],
            cwd=folder,
            env={
                "PATH": f"{tmp_path}/bin:{os.environ['PATH']}",
                "GATE": str(gate),
                "BROKEN": broken,
            },
            capture_output=True,
            encoding="utf-8",
        )
        called = tmp_path / "called"
        return done, called.read_text().splitlines() if called.exists() else []

    return call


@pytest.mark.parametrize("gate", [0, 1])
def test_a_package_is_built_measured_and_reported(package, gate):
    done, called = package(PRODUCT, "pull-request", "base", "--length", "9", gate=gate)
    assert done.returncode == gate, done.stderr
    assert called[:5] == [
        "bootstrap",
        f"swift build -c release --product {PRODUCT}",
        "swift build -c release --product keystroke-bench",
        "swift build -c release --product AllocatorShim",
        "swift build -c release --show-bin-path",
    ]
    measured = called[5].split()
    assert measured[0] == "ab" and measured[2] == "HEAD"
    assert measured[-4:] == ["--length", "9", "--suite", "CardField"]
    assert [line.split()[0] for line in called[6:]] == ["report"] * 3


def test_a_release_is_held_against_its_baseline(package):
    done, called = package(PRODUCT, "release", "last", gate=1)
    assert done.returncode == 1, done.stderr
    assert called[5].startswith("check --baseline last ")
    assert called[5].endswith(" --suite CardField")


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        ([], 64, "name the benchmark executable"),
        (["CardField", "main"], 64, "ends in Benchmarks"),
        (["Benchmarks", "main"], 64, "ends in Benchmarks"),
        ([PRODUCT, "nightly"], 64, "unknown: nightly"),
    ],
)
def test_what_cannot_be_done_says_so(package, arguments, status, said):
    done, _ = package(*arguments)
    assert done.returncode == status
    assert said in done.stderr


def test_a_product_that_does_not_build_ends_it(package):
    done, called = package(PRODUCT, "main", broken="AllocatorShim")
    assert done.returncode == 2
    assert done.stderr.endswith("AllocatorShim does not build\n")
    assert called[-1].endswith("AllocatorShim")
