"""Tests of the process cut, and of the other walls between targets, by Package.swift."""

import json
import re
import subprocess
import tempfile
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
# The libraries for apps and their tests, which build with Foundation alone.
PORTABLE = ["ReformatCore", "FieldHost", "KeystrokeTrace", "BenchmarkModel", "KeystrokeSuites"]


@cache
def manifest():
    """Return the targets of Package.swift except tests, each with its dependencies."""
    # Use another scratch folder, since `swift test`, which runs beside, locks the usual one.
    with tempfile.TemporaryDirectory() as scratch:
        done = subprocess.run(
            ["swift", "package", "--scratch-path", scratch, "dump-package"],
            cwd=ROOT,
            capture_output=True,
            encoding="utf-8",
            check=True,
        )
    return {
        target["name"]: [next(iter(needed.values())) for needed in target["dependencies"]]
        for target in json.loads(done.stdout)["targets"]
        if target["type"] != "test"
    }


def reached(target, everywhere=False):
    """Return the targets and products that a target needs, on Linux or on all platforms."""
    # The last word of a dependency is the condition under which it is one.
    own = {need[0] for need in manifest().get(target, []) if not (everywhere and need[-1])}
    return own.union(*(reached(other, everywhere) for other in own))


def targets(names):
    return names & set(manifest())


def test_both_sides_of_the_process_cut_share_the_model_and_the_instruments_alone():
    measured = set().union(*(reached(f"{n}Benchmarks") for n in ("Keystroke", "FieldEvent")))
    assert {"ReformatCore", "BenchmarkWorker", "BenchmarkModel"} <= measured
    shared = targets(measured & reached("keystroke-bench"))
    assert shared == {"BenchmarkModel", "CInstruments"}


def test_the_comparison_imports_nothing_that_draws():
    found = targets(reached("BenchmarkComparison"))
    assert found == {"BenchmarkModel", "BenchmarkResults", "CHostSupport"}


def test_the_libraries_for_apps_need_no_other_package():
    for target in PORTABLE:
        assert reached(target, everywhere=True) <= set(PORTABLE), target
    assert reached("ReformatCore") == set()
    imports = set()
    for file in (ROOT / "Sources/ReformatCore").rglob("*.swift"):
        imports |= set(re.findall(r"^import (\w+)$", file.read_text(), re.MULTILINE))
    # A C library is imported only behind `#if canImport`, which PortableSourcesTests checks.
    assert imports <= {"Foundation", "Glibc", "Darwin", "Synchronization"}
