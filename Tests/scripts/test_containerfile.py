"""The Containerfile installs what scripts/bootstrap asks for. Nothing here can build it, so its steps are looked at."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BOOTSTRAP = ROOT / "scripts/bootstrap"


def instructions():
    """Return the instructions in order, with lines that go on joined."""
    text = (ROOT / "Containerfile").read_text(encoding="utf-8")
    text = re.sub(r"^#.*\n", "", text, flags=re.MULTILINE).replace("\\\n", " ")
    return [line.split(maxsplit=1) for line in text.splitlines() if line.strip()]


def arguments(name):
    return [rest for word, rest in instructions() if word == name]


def test_instructions_are_known():
    known = {"FROM", "RUN", "WORKDIR", "COPY", "ENV", "CMD"}
    words = [word for word, _ in instructions()]
    assert words[0] == "FROM" and set(words) == known


@pytest.mark.parametrize("step", arguments("RUN"))
def test_steps_are_shell(step):
    subprocess.run(["sh", "-n", "-c", step], check=True)


def test_packages_are_those_of_bootstrap(tmp_path):
    """Both lists come from running the shell that has them, with nothing installed."""
    function = re.search(r"^missing_packages\(\) \{.*?^\}", BOOTSTRAP.read_text(), re.M | re.S)
    asked = subprocess.run(
        [
            "bash",
            "-euc",
            "has() { return 1; }; find_python() { return 1; }; find_browser() { return 1; }\n"
            "want_python=true want_lint=true want_browser=true want_slurm=false\n"
            f"{function[0]}\nmissing_packages",
        ],
        capture_output=True,
        encoding="utf-8",
        check=True,
    ).stdout.split()
    for name in ["apt-get", "rm"]:
        tool = tmp_path / name
        tool.write_text(f'#!/bin/sh\necho "{name} $*" >>{tmp_path}/called\n')
        tool.chmod(0o755)
    subprocess.run(
        ["/bin/sh", "-fec", arguments("RUN")[0]],
        # Nothing but these two: the real ones would do it.
        env={"PATH": str(tmp_path)},
        check=True,
    )
    update, install, cleaned = (tmp_path / "called").read_text().splitlines()
    assert (update, cleaned) == ("apt-get update", "rm -rf /var/lib/apt/lists/*")
    installed = {w for w in install.split()[2:] if not w.startswith("-")}
    # Two more: perf, which bootstrap offers only, and what it takes to fetch packages by https.
    assert installed == {*asked, "linux-perf", "ca-certificates"}


def test_what_is_copied_and_called_is_there():
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    for line in arguments("COPY"):
        for source in line.split()[:-1]:
            assert (ROOT / source).exists() and source not in ignored, source
    called = [w for step in arguments("RUN") for w in step.split() if "scripts/" in w]
    assert called == ["scripts/bootstrap", "scripts/build"]
    flags = re.findall(r"--\w+", next(s for s in arguments("RUN") if "bootstrap" in s))
    for flag in flags:
        assert f"\n    {flag})" in BOOTSTRAP.read_text(), flag


def test_swift_is_new_enough_and_that_of_ci():
    (image,) = arguments("FROM")
    needed = re.search(r"needed_swift=([\d.]+)", BOOTSTRAP.read_text())[1]
    tag = image.removeprefix("docker.io/library/")
    assert tag.startswith(f"swift:{needed}-")
    for workflow in ["gitlab.yml", "github-package.yml"]:
        assert f"image: {tag}\n" in (ROOT / "docs/ci" / workflow).read_text()
