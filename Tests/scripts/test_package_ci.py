"""The CI of another package: action.yml, github-package.yml and keystroke-package."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from ruamel.yaml import YAML
from test_ci import check

ROOT = Path(__file__).parents[2]
ACTION = ROOT / "action.yml"
PRODUCT = "AmountFieldBenchmarks"


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
QUEUE = {
    "GITHUB_EVENT_NAME": "merge_group",
    "GITHUB_REF": "refs/heads/gh-readonly-queue/trunk/pr-7",
    "GITHUB_BASE_REF": "",
}


@pytest.mark.parametrize(
    ("event", "inputs", "called"),
    [
        (PULL, {}, ["pull-request", "origin/trunk"]),
        (PUSH, {}, ["main"]),
        (TAG, {}, ["release", "main"]),
        (TAG, {"against": "1.1"}, ["release", "1.1"]),
        (PUSH, {"moment": "release"}, ["release", "main"]),
        (PUSH, {"moment": "notice"}, ["notice", "c0ffee"]),
        (QUEUE, {}, ["pull-request", "ba5e"]),
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
    # What the service puts in the place of each expression.
    known = {f"${{{{ inputs.{name} }}}}": value for name, value in given.items()}
    known["${{ github.event.before }}"] = "c0ffee"
    known["${{ github.event.merge_group.base_sha }}"] = "ba5e"
    known["${{ steps.program.outputs.prefix }}/bin/keystroke-bench"] = "/kept/bin/keystroke-bench"
    environment = {name: known[value] for name, value in step("Measure")["env"].items()}
    done = run_step("Measure", tmp_path, GITHUB_ACTION_PATH=str(tmp_path), **event, **environment)
    # A notice fails no job.
    assert done.returncode == (called[0] != "notice"), done.stderr
    assert (tmp_path / "called").read_text().splitlines() == [PRODUCT, *called]


@pytest.mark.parametrize("name", ["pull_request_target", "issue_comment", "workflow_run"])
def test_an_event_that_compares_nothing_does_not_pass(name, tmp_path):
    program(tmp_path / "docs/ci/keystroke-package", "touch called")
    given = {key: "" for key in step("Measure")["env"]} | {"MOMENT": "auto"}
    event = {
        "GITHUB_EVENT_NAME": name,
        "GITHUB_REF": "refs/heads/trunk",
        "GITHUB_BASE_REF": "trunk",
    }
    done = run_step("Measure", tmp_path, GITHUB_ACTION_PATH=str(tmp_path), **event, **given)
    assert done.returncode == 2 and name in done.stdout and not (tmp_path / "called").exists()


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
    steps = read(ACTION)["runs"]["steps"]
    place = next(number for number, s in enumerate(steps) if s.get("name") == "Measure")
    posted = steps[place + 1 :]
    assert len(posted) == 3
    for step in posted:
        assert step["if"] == "always() && steps.measure.outputs.results != ''"
    assert "keystroke-ci-results" not in ACTION.read_text(encoding="utf-8")


def test_a_cache_of_another_version_is_not_taken_and_none_keeps_a_whole_build():
    steps = read(ACTION)["runs"]["steps"]
    caches = [s["with"] for s in steps if s.get("uses", "").startswith("actions/cache/")]
    assert len(caches) == 4
    for cache in caches:
        assert "${{ steps.program.outputs.key }}" in cache["key"]
        places = re.findall(r"\.build/(.*)", cache["path"])
        assert set(places) <= {"ab/built", "ab/counted"}


def test_a_step_names_the_version_of_the_program(tmp_path):
    output = tmp_path / "output"
    done = run_step(
        "Version and platform of the program",
        tmp_path,
        GITHUB_ACTION_PATH=str(ROOT),
        GITHUB_OUTPUT=str(output),
        RUNNER_TEMP="/temporary",
        HOME=str(tmp_path),
    )
    assert done.returncode == 0, done.stderr
    key, prefix = output.read_text().splitlines()
    assert re.fullmatch(r"key=[0-9a-f]{20}", key)
    assert prefix == "prefix=/temporary/keystroke-bench"


def test_an_installed_program_of_this_version_is_not_built_again(tmp_path):
    install = ROOT / "scripts/install"
    environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path)}

    def call(*arguments):
        return subprocess.run(
            [install, *arguments], env=environment, capture_output=True, encoding="utf-8"
        )

    key = call("--key").stdout.strip()
    library = tmp_path / ".local/lib/keystroke-bench"
    program(library / "keystroke-bench", "echo 1.2.3")
    (library / "version").write_text(f"{key} \n")
    done = call()
    assert done.returncode == 0, done.stderr
    said = "this version is already installed: keystroke-bench 1.2.3 in "
    assert done.stdout == f"{said}{tmp_path}/.local/bin\n"
    assert "is not on PATH" in done.stderr
    assert not (tmp_path / ".local/share").exists()
    assert call("--prefix").returncode == 64 and call("--suite").returncode == 64


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
    notice = read(ROOT / "docs/ci/github-notice.yml")["jobs"]
    for steps in (jobs["measure"]["steps"], notice["measure"]["steps"]):
        places = [s["with"]["path"] for s in steps if "actions/checkout" in s.get("uses", "")]
        assert places == ["package", "keystroke-bench"]
        used = next(s for s in steps if s.get("uses") == "./keystroke-bench")
        assert set(used["with"]) <= set(read(ACTION)["inputs"])
    # Code of a pull request must not run with a token that can write.
    assert read(ROOT / "docs/ci/github-package.yml")["permissions"] == {"contents": "read"}
    assert "permissions" not in jobs["measure"]
    assert not any("checkout" in s.get("uses", "") for s in jobs["comment"]["steps"])


@pytest.fixture
def package(tmp_path):
    """A package with two commits, a clone of this project, and tools that log their calls."""
    folder = tmp_path / "package"
    clone = tmp_path / "keystroke-bench"
    (clone / "docs/ci").mkdir(parents=True)
    for script in ["keystroke-ci", "keystroke-package"]:
        shutil.copy(ROOT / "docs/ci" / script, clone / "docs/ci" / script)
    program(
        tmp_path / "program",
        f'echo "$*" >>{tmp_path}/called\ncase $1 in ab | check) exit "$GATE" ;; esac',
    )
    installed = tmp_path / ".local/bin"
    program(
        clone / "scripts/install",
        f"echo install >>{tmp_path}/called; mkdir -p {installed}\n"
        f"cp {tmp_path}/program {installed}/keystroke-bench",
    )
    program(
        tmp_path / "bin/swift",
        f'echo "swift $*" >>{tmp_path}/called\n'
        f'case $* in *--show-bin-path) echo {tmp_path}/built ;; *"$BROKEN") exit 1 ;; esac',
    )
    git = ["git", "-c", "user.name=A", "-c", "user.email=a@example.com", "-C", folder]
    folder.mkdir()
    (folder / "Package.swift").touch()
    for arguments in [
        ["init", "--quiet", "--initial-branch", "main"],
        ["commit", "--quiet", "--allow-empty", "--message", "before"],
        ["tag", "without"],
        ["add", "Package.swift"],
        ["commit", "--quiet", "--message", "first"],
        ["tag", "base"],
        ["commit", "--quiet", "--allow-empty", "--message", "second"],
    ]:
        subprocess.run([*git, *arguments], check=True)

    def call(*arguments, gate=0, broken="nothing", **environment):
        done = subprocess.run(
            [clone / "docs/ci/keystroke-package", *arguments],
            cwd=folder,
            env={
                "PATH": f"{tmp_path}/bin:{os.environ['PATH']}",
                "HOME": str(tmp_path),
                "GATE": str(gate),
                "BROKEN": broken,
                **environment,
            },
            capture_output=True,
            encoding="utf-8",
        )
        called = tmp_path / "called"
        return done, called.read_text().splitlines() if called.exists() else []

    call.folder = folder
    call.program = tmp_path / "program"
    return call


@pytest.mark.parametrize("gate", [0, 1])
def test_a_pull_request_builds_nothing_but_both_sides(package, gate):
    done, called = package(PRODUCT, "pull-request", "base", "--length", "9", gate=gate)
    assert done.returncode == gate, done.stderr
    assert called[0] == "install"
    measured = called[1].split()
    assert measured[0] == "ab" and measured[2] == "HEAD"
    assert measured[-6:-2] == ["--length", "9", "--suite", "AmountField"]
    # The thresholds of the commit that it is compared with, and none if it has none.
    limits = package.folder / measured[-1]
    assert measured[-2] == "--thresholds" and limits.read_text() == ""
    assert [line.split()[0] for line in called[2:]] == ["report"] * 3


def test_the_first_pull_request_measures_the_candidate_alone(package):
    options = ["--length", "9", "--budget", "2m", "--script=type", "--require-decision"]
    done, called = package(PRODUCT, "pull-request", "without", *options, gate=1)
    assert done.returncode == 0, done.stderr
    assert called[1] == f"swift build -c release --product {PRODUCT}"
    assert called[2].split()[0] == "run"
    assert called[2].endswith(" --length 9 --script=type --suite AmountField")
    assert [line.split()[0] for line in called[3:]] == ["report"] * 3
    summary = (package.folder / "keystroke-ci-results/summary.md").read_text()
    assert summary.startswith("Nothing was compared: ") and "was measured alone" in done.stderr


def test_a_release_builds_the_worker_and_is_held_against_its_baseline(package):
    done, called = package(PRODUCT, "release", "last", gate=1)
    assert done.returncode == 1, done.stderr
    assert called[:3] == [
        "install",
        f"swift build -c release --product {PRODUCT}",
        "swift build -c release --show-bin-path",
    ]
    assert called[3].startswith("check --baseline last ")
    assert called[3].endswith(f"/built/{PRODUCT}")


def test_a_program_that_is_named_is_not_installed(package):
    done, called = package(PRODUCT, "pull-request", "base", KEYSTROKE_BENCH=str(package.program))
    assert done.returncode == 0, done.stderr
    assert called[0].startswith("ab ")


@pytest.mark.parametrize(("service", "left"), [({"CI": "true"}, "cd"), ({}, "abcd")])
def test_a_cache_keeps_the_two_workers_of_this_comparison(package, service, left):
    for kind in ("built", "counted"):
        for age, name in enumerate("dcba"):
            folder = package.folder / ".build/ab" / kind / name
            folder.mkdir(parents=True)
            os.utime(folder, (1e9 - age, 1e9 - age))
    done, _ = package(PRODUCT, "pull-request", "base", gate=1, **service)
    assert done.returncode == 1, done.stderr
    for kind in ("built", "counted"):
        kept = (package.folder / ".build/ab" / kind).iterdir()
        assert "".join(sorted(path.name for path in kept)) == left


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        ([], 64, "name the benchmark executable"),
        (["AmountField", "main"], 64, "ends in Benchmarks"),
        (["Benchmarks", "main"], 64, "ends in Benchmarks"),
        ([PRODUCT, "nightly"], 64, "unknown: nightly"),
    ],
)
def test_what_cannot_be_done_says_so(package, arguments, status, said):
    done, _ = package(*arguments)
    assert done.returncode == status
    assert said in done.stderr


def test_a_worker_that_does_not_build_ends_it(package):
    done, called = package(PRODUCT, "main", broken=PRODUCT)
    assert done.returncode == 2
    assert done.stderr.endswith(f"{PRODUCT} does not build (see above)\n")
    assert called[-1].endswith(PRODUCT)
