"""The workflows of docs/ci are valid, and call existing commands."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from ruamel.yaml import YAML

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs/ci"
WORKFLOWS = sorted(file.name for file in FOLDER.glob("*.yml"))
# The moments that a workflow measures at.
MOMENTS = {
    "github.yml": ["pull-request", "main", "release", "keep"],
    "gitlab.yml": ["pull-request", "main", "release"],
    "github-fleet.yml": ["shard", "merge"],
    "gitlab-fleet.yml": ["shard", "merge"],
}


def check(schema, file):
    """Return the output of check-jsonschema, and its exit status."""
    done = subprocess.run(
        [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, file],
        capture_output=True,
        text=True,
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("name", WORKFLOWS)
def test_the_service_would_accept_it(name):
    schema = "vendor.gitlab-ci" if name.startswith("gitlab") else "vendor.github-workflows"
    status, said = check(schema, FOLDER / name)
    assert status == 0, said


@pytest.mark.parametrize("name", WORKFLOWS)
def test_what_a_workflow_calls_exists(name):
    text = (FOLDER / name).read_text(encoding="utf-8")
    for script in re.findall(r"(?:scripts|docs/ci)/[a-z-]+(?![a-z-]*\.)", text):
        assert (ROOT / script).is_file(), script
    called = re.findall(r"docs/ci/keystroke-ci ([a-z-]+)", text)
    assert called == MOMENTS.get(name, called)


def run_ci(*arguments, folder, **environment):
    """Run keystroke-ci with a program that measures nothing; return what comes of it."""
    program = folder / "program"
    program.write_text(
        '#!/bin/sh\necho "$@" >>called\n'
        'while [ $# -gt 0 ]; do [ "$1" != --out ] || echo PASS >"$2"; shift; done\n'
    )
    program.chmod(0o755)
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GITHUB_")}
    return subprocess.run(
        [FOLDER / "keystroke-ci", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        env=kept | {"KEYSTROKE_BENCH": str(program), **environment},
        check=False,
    )


def test_a_summary_that_a_pull_request_commits_is_not_posted(tmp_path):
    """In a workflow the results are elsewhere, and the output of the step says where."""
    forged = tmp_path / "keystroke-ci-results/summary.md"
    forged.parent.mkdir()
    forged.write_text("PASS: forged\n")
    (tmp_path / "temporary").mkdir()
    output = tmp_path / "temporary/output"
    words = {"GITHUB_OUTPUT": str(output), "RUNNER_TEMP": str(tmp_path / "temporary")}
    done = run_ci("release", "main", folder=tmp_path, **words)
    assert done.returncode == 0, done.stderr
    results = Path(output.read_text().strip().removeprefix("results="))
    assert results.parent.parent == tmp_path / "temporary"
    assert (results / "summary.md").read_text() == "PASS\n"
    assert forged.read_text() == "PASS: forged\n"
    # Elsewhere it refuses, and names no results.
    refused = run_ci("release", "main", folder=tmp_path)
    assert refused.returncode == 2 and "is already there" in refused.stderr
    usage = run_ci("release", folder=tmp_path, **words | {"GITHUB_OUTPUT": str(tmp_path / "none")})
    assert usage.returncode == 64 and not (tmp_path / "none").exists()


@pytest.mark.parametrize("name", ["github.yml", "github-fleet.yml"])
def test_a_workflow_posts_only_what_its_own_step_names(name):
    text = (FOLDER / name).read_text(encoding="utf-8")
    assert "keystroke-ci-results" not in text
    for line in text.splitlines():
        if "always()" in line:
            assert re.search(r"always\(\) && .*outputs\.results", line), line


@pytest.mark.parametrize("name", ["gitlab.yml", "gitlab-fleet.yml"])
def test_a_job_begins_by_removing_what_a_commit_put_in_the_place_of_results(name):
    text = (FOLDER / name).read_text(encoding="utf-8")
    before = text.split("before_script:")[1]
    commands = re.findall(r"^    - (.*)$", before, re.MULTILINE)
    assert commands[0] == "rm -rf keystroke-ci-results"
    assert 'git config --global --add safe.directory "$CI_PROJECT_DIR"' in commands[:3]


def test_the_history_of_a_main_branch_keeps_what_is_not_its_own(tmp_path):
    subprocess.run(["git", "init", "--quiet", tmp_path], check=True)
    who = ["-c", "user.name=A", "-c", "user.email=a@example.com"]
    commit = ["commit", "--quiet", "--allow-empty", "--message", "one"]
    subprocess.run(["git", "-C", tmp_path, *who, *commit], check=True)
    history = tmp_path / "keystroke-history"
    (history / "0-mine").mkdir(parents=True)
    for number in range(201):
        (history / f"20200101-{number:06}-abcdef0").mkdir()
    done = run_ci("main", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    left = sorted(path.name for path in history.iterdir())
    assert left[0] == "0-mine" and "20200101-000000-abcdef0" not in left and len(left) >= 200


def test_a_base_that_is_not_there_is_explained(tmp_path):
    whole, shallow = tmp_path / "whole", tmp_path / "shallow"
    subprocess.run(["git", "init", "--quiet", "--initial-branch", "main", whole], check=True)
    who = ["-c", "user.name=A", "-c", "user.email=a@example.com"]
    for name in ("one", "two"):
        commit = ["commit", "--quiet", "--allow-empty", "--message", name]
        subprocess.run(["git", "-C", whole, *who, *commit], check=True)
    clone = ["clone", "--quiet", "--depth", "1", f"file://{whole}", shallow]
    subprocess.run(["git", *clone], check=True)
    said = run_ci("pull-request", "nowhere", folder=shallow).stderr
    assert "no common commit with nowhere: the clone is shallow" in said
    assert "fetch-depth: 0" in said
    said = run_ci("pull-request", "nowhere", folder=whole).stderr
    assert "no common commit with nowhere: git fetch origin" in said
    if os.geteuid() == 0:
        os.chown(whole, 65534, 65534)
        shutil.rmtree(whole / "keystroke-ci-results")
        said = run_ci("pull-request", "nowhere", folder=whole).stderr
        assert "git refuses the checkout" in said and "safe.directory" in said


@pytest.mark.parametrize("moment", ["pull-request", "notice"])
def test_a_commit_is_held_to_the_thresholds_of_the_one_before(tmp_path, moment):
    """The package is in a folder of its repository, and an option may name another file."""
    package = tmp_path / "package"
    (package / "results").mkdir(parents=True)
    (package / "limits").mkdir()
    git = ["git", "-C", tmp_path, "-c", "user.name=A", "-c", "user.email=a@example.com"]
    subprocess.run([*git, "init", "--quiet", "--initial-branch", "main"], check=True)
    for words in ("strict", "wide"):
        (package / "results/thresholds.toml").write_text(f"# {words}\n")
        (package / "limits/thresholds.toml").write_text(f"# {words} limits\n")
        if words == "wide":
            (package / "new.toml").write_text("# wide\n")
        subprocess.run([*git, "add", "."], check=True)
        subprocess.run([*git, "commit", "--quiet", "--message", words], check=True)

    for options, kept, said in [
        ([], "# strict\n", "thresholds are those of results/thresholds.toml in "),
        (["--results", "limits"], "# strict limits\n", "those of limits/thresholds.toml in "),
        (["--thresholds=new.toml"], "", "has no new.toml, so the default thresholds hold"),
    ]:
        done = run_ci(moment, "HEAD~1", *options, folder=package)
        assert done.returncode == 0, done.stderr
        results = package / "keystroke-ci-results"
        assert (results / "thresholds.toml").read_text() == kept
        assert done.stderr.count("keystroke-ci: ") == 1 and said in done.stderr
        # The last --thresholds of a command line holds.
        for line in (package / "called").read_text().splitlines():
            last = line.split("--thresholds")[-1]
            assert re.match(r" keystroke-ci-results/thresholds.toml( --format|$)", last)
        shutil.rmtree(results)


GH = """#!/usr/bin/env bash
# A stub of GitHub: it lists the comments of a file, and writes down what it is told.
case "$1 $2" in
  "pr list") echo 7 ;;
  "api --paginate")
    while [ "$1" != --jq ]; do shift; done
    jq --raw-output "$2" comments.json
    ;;
  *) printf '%s\\n' "$*" >>told ;;
esac
"""


def test_a_commit_that_a_force_push_took_away_does_not_pass(tmp_path):
    (tmp_path / "Package.swift").touch()
    subprocess.run(["git", "init", "--quiet", tmp_path], check=True)
    for before in ("0" * 39 + "1", ""):
        done = run_ci("notice", before, folder=tmp_path)
        assert done.returncode == 2 and not (tmp_path / "called").exists(), before
        assert "as after a force-push: git fetch origin" in done.stderr
        shutil.rmtree(tmp_path / "keystroke-ci-results")


def test_a_history_on_a_branch_has_the_last_runs_of_all_jobs(tmp_path):
    remote = tmp_path / "remote"
    subprocess.run(["git", "init", "--quiet", "--bare", remote], check=True)

    def kept():
        listed = ["git", "-C", remote, "ls-tree", "--name-only", "keystroke-history"]
        return subprocess.run(listed, capture_output=True, text=True, check=True).stdout.split()

    for number in (0, 1, 202):
        runs = tmp_path / f"runs-{number}"
        for second in range(max(number, 1)):
            run = runs / f"2020010{min(number, 2) + 1}-{second:06}-abcdef0"
            run.mkdir(parents=True)
            (run / "run.json").write_text("{}")
        done = run_ci("keep", str(remote), runs.name, folder=tmp_path)
        assert done.returncode == 0, done.stderr
        assert len(kept()) == min(number + 1, 200)
    assert kept()[0] == "20200103-000002-abcdef0"
    count = ["git", "-C", remote, "rev-list", "--count", "keystroke-history"]
    assert subprocess.run(count, capture_output=True, text=True, check=True).stdout == "1\n"
    assert run_ci("keep", str(tmp_path / "no"), "none", folder=tmp_path).returncode == 2


@pytest.mark.parametrize("name", ["github-comment.yml", "github-package.yml"])
def test_a_comment_does_not_outlive_its_commit(tmp_path, name):
    step = YAML(typ="safe").load(FOLDER / name)["jobs"]["comment"]["steps"][-1]["run"]
    (tmp_path / "gh").write_text(GH)
    (tmp_path / "gh").chmod(0o755)
    mark = "<!-- keystroke-bench: Own folder my-flow/measure -->"
    bodies = [mark + "\nPASS", "<!-- keystroke-bench: Own other/measure -->\nPASS", "Coverage"]
    comments = [
        {"id": number, "user": {"login": "github-actions[bot]"}, "body": body}
        for number, body in enumerate(bodies)
    ]
    (tmp_path / "comments.json").write_text(json.dumps(comments))
    environment = os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}", "GH_REPO": "a/b"}
    environment |= {"NUMBER": "7", "COMMIT": "c0ffee", "WORKFLOW": "my -flow"}
    subprocess.run(["bash", "-e", "-c", step], cwd=tmp_path, env=environment, check=True)
    told = (tmp_path / "told").read_text()
    assert told.count("PATCH") == 1 and "comments/0 --field body=@missing.md" in told
    assert (tmp_path / "missing.md").read_text().startswith(f"{mark}\n**c0ffee was not measured**")


@pytest.mark.parametrize("name", ["github-comment.yml", "github-package.yml"])
@pytest.mark.parametrize(
    ("bodies", "changed"),
    [
        ([], None),
        (["Coverage: 80 %"], None),
        (["<!-- keystroke-bench: Other -->\nPASS", "Coverage: 80 %"], None),
        (["<!-- keystroke-bench: Own -->\nPASS", "Coverage: 80 %"], 0),
        (["<!-- keystroke-bench: Other -->\n", "<!-- keystroke-bench: Own -->\n"], 1),
    ],
)
def test_a_comment_replaces_that_of_its_own_suite_alone(tmp_path, name, bodies, changed):
    workflow = YAML(typ="safe").load(FOLDER / name)
    step = workflow["jobs"]["comment"]["steps"][-1]["run"]
    (tmp_path / "gh").write_text(GH)
    (tmp_path / "gh").chmod(0o755)
    comments = [
        {"id": number, "user": {"login": "github-actions[bot]"}, "body": body}
        for number, body in enumerate(bodies)
    ]
    # A person may quote a comment.
    quoted = {"id": 99, "user": {"login": "reader"}, "body": "<!-- keystroke-bench: Own -->"}
    (tmp_path / "comments.json").write_text(json.dumps([quoted, *comments]))
    (tmp_path / "results").mkdir()
    (tmp_path / "results/summary.md").write_text("<!-- keystroke-bench: Own -->\n**PASS**\n")
    environment = os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}", "GH_REPO": "a/b"}
    environment |= {"NUMBER": "7", "COMMIT": "c"}
    subprocess.run(["bash", "-e", "-c", step], cwd=tmp_path, env=environment, check=True)
    told = (tmp_path / "told").read_text()
    if changed is None:
        assert told == "pr comment 7 --body-file results/summary.md\n"
    else:
        assert f"PATCH repos/a/b/issues/comments/{changed} --field body=@results" in told
        assert told.count("\n") == 1


@pytest.mark.parametrize(
    ("issues", "opened"),
    [
        ([], True),
        ([None, "<!-- keystroke-bench notice: another Own -->\n"], True),
        (["<!-- keystroke-bench notice: c0ffee Other -->\n"], True),
        ([None, "<!-- keystroke-bench notice: c0ffee Own -->\nworse"], False),
    ],
)
def test_a_commit_has_one_notice_for_a_suite(tmp_path, issues, opened):
    workflow = YAML(typ="safe").load(FOLDER / "github-notice.yml")
    assert workflow["permissions"] == {"contents": "read"}
    step = workflow["jobs"]["tell"]["steps"][-1]["run"]
    (tmp_path / "gh").write_text(GH)
    (tmp_path / "gh").chmod(0o755)
    listed = [{"number": number, "body": body} for number, body in enumerate(issues)]
    (tmp_path / "comments.json").write_text(json.dumps(listed))
    (tmp_path / "results").mkdir()
    (tmp_path / "results/notice.md").write_text("<!-- keystroke-bench: Own -->\n**FAIL**\n")
    environment = os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}", "GH_REPO": "a/b"}
    environment |= {"COMMIT": "c0ffee"}
    subprocess.run(["bash", "-e", "-c", step], cwd=tmp_path, env=environment, check=True)
    assert (tmp_path / "told").exists() == opened
    if opened:
        assert (
            (tmp_path / "told").read_text().startswith("issue create --title Keystrokes got worse")
        )
        issue = (tmp_path / "results/issue.md").read_text()
        assert issue.startswith("<!-- keystroke-bench notice: c0ffee Own -->\nc0ffee made it worse")


def test_shards_of_two_machines_are_joined_and_compared(tmp_path):
    """Run the steps of a fleet's jobs one after the other, with the real program."""
    program = ROOT / ".build/release/keystroke-bench"
    small = (
        "--strategy delegate-filter,unformatted --length 3,9 --script type --locale en_US".split()
    )
    small += "--value int --no-time --instructions none".split()

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
