"""The table of targets in ARCHITECTURE.md, held against Package.swift and the sources."""

import json
import re
import subprocess
import tempfile
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]


@cache
def dependencies():
    """The targets in Sources, each with those of this package that it depends on."""
    # With a folder of its own, as `swift test`, which runs beside, locks the usual one until it ends.
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
        if (ROOT / "Sources" / target["name"]).is_dir()
    }


def table():
    """The rows of the table: the targets of a row, and what it says they import."""
    text = (ROOT / "ARCHITECTURE.md").read_text()
    start = text.index("| target | holds | imports | outside packages |")
    rows = text[start : text.index("\n\n", start)].split("\n")[2:]
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
    return [
        (names.split(", "), set(filter(None, imports.split(", "))))
        for names, _, imports, _ in cells
    ]


def test_each_target_has_a_row_and_each_row_a_target():
    named = [name for names, _ in table() for name in names]
    assert sorted(named) == sorted(dependencies())


def test_a_row_says_what_its_targets_import():
    for names, imports in table():
        assert imports == set().union(*(dependencies()[n] for n in names)) - set(names)


def test_a_row_imports_rows_above_it_alone():
    above = set()
    for names, imports in table():
        assert imports <= above, f"{names} imports what stands below it"
        above |= set(names)


def test_sources_import_what_their_target_depends_on():
    for target, allowed in dependencies().items():
        for file in (ROOT / "Sources" / target).rglob("*.swift"):
            found = set(re.findall(r"^import (\w+)$", file.read_text(), re.MULTILINE))
            stray = found & set(dependencies()) - allowed
            assert not stray, f"{file} imports {stray}"


def reached(target):
    """A target's dependencies, and theirs."""
    own = dependencies()[target]
    return own.union(*(reached(other) for other in own))


def test_the_program_and_the_measured_process_share_the_protocol_alone():
    measured = reached("KeystrokeSuites") | reached("CombineSuites")
    assert {"ReformatCore", "Instruments", "WorkerProtocol"} <= measured
    assert measured & reached("keystroke-bench") == {
        "BenchmarkCells",
        "CValgrindRequests",
        "EditCases",
        "UntrustedFiles",
        "WorkerProtocol",
    }


def test_profiles_know_the_folders_of_all_that_hands_keystrokes_on():
    """A folder that is missing leaves frames of the harness in every flame graph."""
    known = (ROOT / "Sources/WorkerProtocol/HarnessFrames.swift").read_text()
    found = {
        f"Sources/{file.relative_to(ROOT / 'Sources').parts[0]}/"
        for file in (ROOT / "Sources").rglob("*.swift")
        if re.search(r"\bfunc press\(", file.read_text())
    }
    assert len(found) >= 5
    assert found <= set(re.findall(r'"(Sources/\w+/)"', known))


def test_files_of_c_include_each_other_in_no_circle():
    for folder in (ROOT / "Sources").glob("C*"):
        includes = {}
        for file in folder.rglob("*.[ch]*"):
            # A header and the file that implements it are one.
            found = re.findall(
                r'^#include "(?:.*/)?(\w+)\.h"', file.read_text(), re.MULTILINE
            )
            includes.setdefault(file.stem, set()).update(set(found) - {file.stem})
        left = dict(includes)
        while left:
            free = [name for name, needs in left.items() if not needs & set(left)]
            assert free, f"{folder.name}: a circle of {sorted(left)}"
            for name in free:
                del left[name]


def test_no_target_is_named_as_one_of_its_types():
    for target in dependencies():
        kind = rf"\b(?:struct|enum|class|actor|protocol) {re.escape(target)}\b"
        for file in (ROOT / "Sources" / target).rglob("*.swift"):
            assert not re.search(kind, file.read_text()), f"{file} declares {target}"
