"""The libraries for apps and for their tests build alone, with only Foundation."""

import re
import shutil
import subprocess

import pytest

from keystroke_tools.cli import ROOT

TARGETS = ["ReformatCore", "FieldHost", "KeystrokeTrace", "BenchmarkModel", "KeystrokeSuites"]
# As in Package.swift.
OPTIONS = ["-swift-version", "6", "-warnings-as-errors", "-package-name", "portable"] + [
    word
    for feature in ("ExistentialAny", "MemberImportVisibility")
    for word in ("-enable-upcoming-feature", feature)
]


def compiled(target, sources, modules, *more):
    """Compile one module: it can import the modules in a folder, and the toolchain's."""
    module = ["-module-name", target, "-I", modules]
    made = ["-emit-module", "-emit-module-path", modules / f"{target}.swiftmodule"]
    made += ["-c", "-o", modules / f"{target}.o"]
    command = ["swiftc", *OPTIONS, *more, "-wmo", "-parse-as-library", *module, *made, *sources]
    return subprocess.run(command, capture_output=True, text=True)


def static_sdk():
    """Return the name of an installed SDK that links statically against musl, or None."""
    names = subprocess.run(["swift", "sdk", "list"], capture_output=True, text=True)
    return next((name for name in names.stdout.split() if name.endswith("static-linux")), None)


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("swiftc"), reason="there is no swiftc on PATH")
def test_the_core_builds_alone(tmp_path):
    for target in TARGETS:
        sources = sorted((ROOT / "Sources" / target).rglob("*.swift"))
        assert len(sources) > 3
        done = compiled(target, sources, tmp_path)
        assert done.returncode == 0, done.stderr
    # Check that a foreign module would be reported as missing.
    stranger = tmp_path / "Stranger.swift"
    stranger.write_text("import OpenCombine\n")
    done = compiled("Stranger", [stranger], tmp_path)
    assert done.returncode != 0 and "no such module 'OpenCombine'" in done.stderr


@pytest.mark.slow
@pytest.mark.skipif(not static_sdk(), reason="no static Linux SDK is installed: swift sdk list")
def test_the_core_builds_against_musl():
    command = ["swift", "build", "--swift-sdk", static_sdk(), "--package-path", ROOT]
    command += ["--scratch-path", ROOT / ".build-static", "--product", "KeystrokeTrace"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_workflow_builds_these_products():
    workflow = (ROOT / "docs/ci/github-portable.yml").read_text(encoding="utf-8")
    manifest = (ROOT / "Package.swift").read_text(encoding="utf-8")
    named = re.search(r"product: \[(.*)\]", workflow)[1].split(", ")
    assert named == TARGETS
    for target in TARGETS:
        assert f'.library(name: "{target}"' in manifest
