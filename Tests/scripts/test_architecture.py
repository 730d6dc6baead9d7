"""Tests of the architecture's rules on imports, by Package.swift and the sources."""

import json
import re
import subprocess
import tempfile
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]


@cache
def dependencies():
    """Return each target except tests, with the targets of this package that it depends on."""
    # Use another scratch folder, since `swift test`, which runs beside, locks the usual one.
    with tempfile.TemporaryDirectory() as scratch:
        done = subprocess.run(
            ["swift", "package", "--scratch-path", scratch, "dump-package"],
            cwd=ROOT,
            capture_output=True,
            encoding="utf-8",
            check=True,
        )
    targets = json.loads(done.stdout)["targets"]
    names = {target["name"] for target in targets}
    return {
        target["name"]: {
            dependency["byName"][0]
            for dependency in target["dependencies"]
            if dependency.get("byName", [None])[0] in names
        }
        for target in targets
        if target["type"] != "test"
    }


def reached(target):
    """Return a target's direct and indirect dependencies."""
    own = dependencies()[target]
    return own.union(*(reached(other) for other in own))


def sources(folder):
    return [
        file
        for file in sorted((ROOT / "Sources" / folder).rglob("*"))
        if file.suffix in {".swift", ".c", ".cpp", ".h", ".hpp"}
    ]


def test_both_sides_of_the_process_cut_share_the_model_and_the_instruments_alone():
    measured = set().union(*(reached(f"{n}Benchmarks") for n in ("Keystroke", "FieldEvent")))
    assert {"ReformatCore", "BenchmarkWorker", "BenchmarkModel"} <= measured
    assert measured & reached("keystroke-bench") == {"BenchmarkModel", "CInstruments"}


def test_the_comparison_imports_nothing_that_draws():
    assert reached("BenchmarkComparison") == {"BenchmarkModel", "BenchmarkResults", "CHostSupport"}


def test_the_core_imports_foundation_alone():
    imports = set()
    for file in sources("ReformatCore"):
        imports |= set(re.findall(r"^import (\w+)$", file.read_text(), re.MULTILINE))
    # A C library is imported only behind `#if canImport`, which PortableSourcesTests checks.
    assert imports <= {"Foundation", "Glibc", "Darwin", "Synchronization"}
    assert dependencies()["ReformatCore"] == set()


def test_the_list_of_harness_folders_names_all_that_presses_keys():
    """A missing folder leaves harness frames in flame graphs, and hides its changes from `ab`."""
    list_of_folders = ROOT / "Sources/BenchmarkModel/Measures/HarnessFrames.swift"
    known = set(re.findall(r'"((?:Sources|Benchmarks)/[\w/]+/)"', list_of_folders.read_text()))
    files = [
        file.relative_to(ROOT)
        for top in ("Sources", "Benchmarks")
        for file in (ROOT / top).rglob("*.swift")
        # The widget is another package.
        if "WidgetBenchmarks" not in file.parts and ".build" not in file.parts
    ]
    pressing = [f for f in files if re.search(r"\bfunc press\(", (ROOT / f).read_text())]
    assert len(pressing) >= 5
    assert [f for f in pressing if not any(str(f).startswith(name) for name in known)] == []
    assert [name for name in known if not (ROOT / name).is_dir()] == []


def test_files_that_the_walks_name_exist():
    names = {file.name for file in (ROOT / "Sources").rglob("*.swift")}
    names |= {file.name for file in (ROOT / "Benchmarks").rglob("*.swift")}
    for page in ("ARCHITECTURE.md", "CONTRIBUTING.md"):
        named = set(re.findall(r"([\w+]+\.swift)`", (ROOT / page).read_text()))
        assert len(named) > 5
        tests = {file.name for file in (ROOT / "Tests").rglob("*.swift")}
        assert named - names - tests - {"Package.swift"} == set(), page
