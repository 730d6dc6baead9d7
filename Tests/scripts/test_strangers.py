"""Scripts in the folder of a stranger: nothing there runs, and nothing of the user's is touched."""

import os
import shutil
import subprocess
from pathlib import Path

import duckdb
import pytest
from helpers import ASK, PROGRAM, refused, script
from test_store import all_runs, filled  # noqa: F401

from keystroke_tools import site
from keystroke_tools.cli import ROOT, Failure
from keystroke_tools.git import Git
from studies.support.planted_history import RECIPE, Repository

# What scripts import first, and what bootstrap needs.
MODULES = "json argparse venv ensurepip pip sys pandas duckdb csv runpy".split()


@pytest.fixture
def folder(tmp_path):
    """A folder whose modules and settings leave a mark if they are loaded."""
    for name in MODULES:
        (tmp_path / f"{name}.py").write_text(
            f"open({str(tmp_path / 'ran')!r}, 'a').write('{name}')\n"
        )
    (tmp_path / "matplotlibrc").write_text("backend: module://json\nfigure.dpi: no number\n")
    return tmp_path


def ran(folder):
    return (folder / "ran").read_text() if (folder / "ran").exists() else None


def test_no_module_and_no_setting_of_a_folder_is_taken(folder, all_runs, filled):  # noqa: F811
    (folder / "runs").symlink_to(all_runs)
    for words in (
        ["bootstrap", "--python"],
        ["plot", all_runs / "r01", "--out", folder / "pictures", *ASK],
        ["history", "runs", *ASK],
        ["history", filled],
        ["store", "ask", filled, "SELECT count(*) FROM runs"],
        ["site", filled, "--out", folder / "site", "--no-pictures"],
        *([name, "--help"] for name in ("bisect", "fleet", "report")),
    ):
        done = script(*words, cwd=folder)
        assert done.status == 0, done.err
        assert ran(folder) is None and "matplotlibrc" not in done.err, words


def stranger_repository(folder):
    """Make a repository that runs a program for whatever git has to fetch or to look at."""
    git = ["git", "-C", folder]
    subprocess.run(["git", "init", "--quiet", folder], check=True)
    mark = f"sh -c 'echo ran >>{folder}/ran; exit 1' --"
    for name, value in {
        "core.repositoryFormatVersion": "1",
        "extensions.partialClone": "origin",
        "remote.origin.url": "ssh://nobody@localhost/x",
        "remote.origin.promisor": "true",
        "core.sshCommand": mark,
        "protocol.ssh.allow": "always",
        "core.fsmonitor": f"sh -c 'echo ran >>{folder}/ran' --",
        "core.hooksPath": f"{folder}/hooks",
        "filter.x=y.clean": f"sh -c 'echo ran >>{folder}/ran; cat'",
        "filter.x=y.required": "true",
    }.items():
        subprocess.run([*git, "config", name, value], check=True)
    (folder / "a.swift").write_text("1\n")
    (folder / "hooks").mkdir()
    (folder / "hooks/post-index-change").write_text(f"#!/bin/sh\necho ran >>{folder}/ran\n")
    (folder / "hooks/post-index-change").chmod(0o755)
    who = ["-c", "user.name=A", "-c", "user.email=a@example.com"]
    subprocess.run([*git, "add", "a.swift"], check=True)
    subprocess.run([*git, *who, "commit", "--quiet", "--message", "one"], check=True)
    (folder / ".gitattributes").write_text("*.swift filter=x=y\n")
    # Touched, so that git has to compare what is in it.
    os.utime(folder / "a.swift", (1, 1))
    (folder / "ran").unlink(missing_ok=True)


def test_git_runs_nothing_that_a_repository_names(tmp_path, all_runs, filled):  # noqa: F811
    stranger_repository(tmp_path)
    asked = ["cat-file", "-t", "1" * 40]
    subprocess.run(["git", "-C", tmp_path, *asked], capture_output=True)
    assert ran(tmp_path), "the repository is not a trap"
    subprocess.run(["git", "-C", tmp_path, "status"], capture_output=True)
    (tmp_path / "ran").unlink()
    os.utime(tmp_path / "a.swift", (2, 2))
    run = ["run", "--suite", "formatter", "--length", "3", "--no-time", "--no-allocations"]
    for words in (
        [PROGRAM, "history", all_runs],
        [ROOT / "scripts/history", filled],
        [PROGRAM, *run, "--instructions", "none", "--out", "run"],
        [PROGRAM, "ab", "1" * 40, "HEAD", "--build", "false", "--worker", "x"],
        [ROOT / "scripts/bisect", "1" * 40, "HEAD", *ASK],
    ):
        done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=300)
        assert done.returncode in (0, 2), done.stderr
        assert ran(tmp_path) is None, words


@pytest.fixture
def two_repositories(tmp_path):
    """A repository with a planted change, and another one."""
    made = []
    for name in ("mine", "other"):
        (tmp_path / name).mkdir()
        one = Repository(tmp_path / name)
        one.commit("start")
        one.commit("plant an allocation", "allocation")
        made.append(one)
    return made


def test_a_hook_that_calls_bisect_lends_it_no_repository(two_repositories):
    mine, other = two_repositories
    before = mine.state(), other.state()
    folder = other.folder / ".git"
    done = script(
        *["bisect", *ASK, "HEAD~1", "HEAD", "--metric", "allocations"],
        *[*RECIPE, "--instructions", "none"],
        cwd=mine.folder,
        env=os.environ
        | {
            "GIT_DIR": str(folder),
            "GIT_WORK_TREE": str(other.folder),
            "GIT_INDEX_FILE": str(folder / "index"),
        },
    )
    assert done.status == 0, done.err
    assert "plant an allocation" in done.out
    assert (mine.state(), other.state()) == before


def test_a_site_leaves_what_is_not_its_own(filled, tmp_path):  # noqa: F811
    out = tmp_path / "pages"
    words = ["site", filled, "--out", out, "--no-pictures"]
    assert script(*words).status == 0
    pages = {path.relative_to(out) for path in out.rglob("*") if path.is_file()}
    # What a host of pages and its user keep there.
    subprocess.run(["git", "init", "--quiet", out], check=True)
    (out / "CNAME").write_text("keys.example.com\n")
    (out / "strategy/mine.html").write_text("mine\n")
    head = (out / ".git/HEAD").read_text()
    (out / "index.html").write_bytes((out / "index.html").read_bytes())
    assert script(*words).status == 0
    assert (out / ".git/HEAD").read_text() == head
    assert (out / "CNAME").read_text() == "keys.example.com\n"
    assert (out / "strategy/mine.html").read_text() == "mine\n"
    assert all((out / page).is_file() for page in pages)
    # A page that somebody changed is somebody's.
    (out / "index.html").write_text("mine\n")
    refused(script(*words), "index.html", "left alone")
    assert (out / "index.html").read_text() == "mine\n"
    assert list(tmp_path.iterdir()) == [out]


def test_pages_of_before_go_and_a_list_cannot_name_files_elsewhere(tmp_path):
    def fill(*names):
        def write(folder):
            for name in names:
                (folder / name).parent.mkdir(exist_ok=True)
                (folder / name).write_text(name)
            return len(names)

        return write

    out = tmp_path / "out"
    assert site.replaced(out, fill("index.html", "commit/a.html")) == 2
    (out / "commit/mine").write_text("mine")
    assert site.replaced(out, fill("index.html", "b.html")) == 2
    found = {str(path.relative_to(out)) for path in out.rglob("*") if path.is_file()}
    assert found == {"index.html", "b.html", "commit/mine", site.MARK}
    (tmp_path / "precious").write_text("x")
    known = site.digest(tmp_path / "precious")
    (out / "link").symlink_to(tmp_path)
    for name in ("../precious", str(tmp_path / "precious"), "link/precious"):
        (out / site.MARK).write_text(f"{known}  {name}\n")
        with pytest.raises(Failure, match="is not a file of a site"):
            site.replaced(out, fill("c.html"))
    assert (tmp_path / "precious").read_text() == "x"


def test_a_file_of_a_store_that_unfolds_without_end_is_refused(filled, tmp_path):  # noqa: F811
    store = tmp_path / "store"
    shutil.copytree(filled, store)
    endless = next(store.rglob("*.parquet")).with_name("endless.parquet")
    with duckdb.connect() as connection:
        # Of one column, as those of a run take minutes to write.
        rows = "SELECT 'x' AS strategy FROM range(10000001)"
        connection.execute(f"COPY ({rows}) TO '{endless}' (FORMAT parquet, COMPRESSION zstd)")
    assert endless.stat().st_size < 10 << 20
    for words in (["history", store], ["store", "ask", store, "SELECT count(*) FROM figures"]):
        refused(script(*words), endless, "unfolds to 10000001 rows")
    assert not list(Path().glob(".tmp"))


def test_a_variable_of_git_reaches_no_git(tmp_path, monkeypatch):
    Repository(tmp_path).commit("start")
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_OBJECT_DIRECTORY", "GIT_COMMON_DIR"):
        monkeypatch.setenv(name, "/nowhere")
    assert Git(tmp_path)("rev-parse", "--show-toplevel") == str(tmp_path)
