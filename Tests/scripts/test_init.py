"""keystroke-bench init: what it writes is compiled, what it cannot do is said."""

import glob
import subprocess

import pytest
from helpers import PROGRAM

from keystroke_tools.cli import ROOT

LIBRARY = """// swift-tools-version: 5.5
import PackageDescription
let package = Package(
  name: "Fields", products: [.library(name: "Fields", targets: ["Fields"])],
  targets: [.target(name: "Fields")])
"""
STRATEGY = """import ReformatCore
public func grouped(_ text: String) -> String { text }
public struct Grouped: ReformatStrategy {
  public init() {}
  public let hosting = Hosting.onChange
  public mutating func textDidChange(_ text: String, value: Int?, phases: PhaseMarker)
    -> Reaction<Int> { .nothing }
}
"""
DELEGATES = """import UIKit
class Plain {}
final class CardDelegate: NSObject, UITextFieldDelegate {}
class PinDelegate: NSObject {}
extension PinDelegate: UITextFieldDelegate {}
class DayField: UITextField {
  required init?(coder: NSCoder) { nil }
  override init(frame: CGRect) { super.init(frame: frame) }
}
"""
ONE = "import UIKit\npublic class ShopUIField: UITextField {}\n"


@pytest.fixture
def repository(tmp_path):
    sources = tmp_path / "fields/Sources/Fields"
    (sources / "Shop").mkdir(parents=True)
    (tmp_path / "fields/Package.swift").write_text(LIBRARY, encoding="utf-8")
    for name, text in [("Grouped", STRATEGY), ("Delegates", DELEGATES), ("Shop/One", ONE)]:
        (sources / f"{name}.swift").write_text(text, encoding="utf-8")
    return tmp_path / "fields"


def init(repository, *arguments):
    done = subprocess.run(
        [PROGRAM, "init", "--no-build", "--harness", ROOT, *arguments],
        check=False,
        cwd=repository,
        capture_output=True,
        encoding="utf-8",
    )
    return done.returncode, done.stderr


def compiled(repository):
    """Compile what was written with the modules of this build, and return the errors."""
    products = ROOT / ".build/release"
    maps = [
        *ROOT.glob(".build/checkouts/**/include/module.modulemap"),
        *ROOT.glob("Sources/*/include/module.modulemap"),
        *(m for m in products.glob("*.build/module.modulemap")),
    ]
    maps = [m for m in maps if "-Swift.h" not in m.read_text(encoding="utf-8")]
    flags = ["-I", products / "Modules", "-I", repository]
    flags += [word for m in maps for word in ("-Xcc", f"-fmodule-map-file={m}")]
    own = repository / "Sources/Fields/Grouped.swift"
    module = [*flags, "-emit-module", "-parse-as-library", "-module-name", "Fields", own]
    suite = [
        *flags,
        "-typecheck",
        "-swift-version",
        "5",
        *glob.glob(f"{repository}/Benchmarks/Sources/**/*.swift", recursive=True),
    ]
    for command in [module, suite]:
        done = subprocess.run(
            ["swiftc", *command], check=False, cwd=repository, capture_output=True, encoding="utf-8"
        )
        if done.returncode:
            return done.stderr
    return ""


DELEGATE = ["--delegate", "Sources/Fields/Delegates.swift", "--type"]
SHOP = "Sources/Fields/Shop/"


@pytest.mark.parametrize(
    ("arguments", "suite"),
    [
        ([*DELEGATE, "CardDelegate", "--mask", '(##) "#-\\'], "CardDelegate"),
        ([*DELEGATE, "PinDelegate", "--kind", "currency-CHF"], "PinDelegate"),
        ([*DELEGATE, "DayField", "--kind", "double-2"], "DayField"),
        # The folder has the file.
        ([DELEGATE[0], f"{SHOP}One.swift", "--source", SHOP, "--kind", "percent"], "ShopUIField"),
        (["--on-change", "grouped"], "Grouped"),
        (["--on-change", "grouped($0)", "--mask", "####"], "Fields"),
        (["--type", "Grouped"], "Grouped"),
    ],
)
def test_what_it_writes_compiles(repository, arguments, suite):
    status, said = init(repository, *arguments)
    assert status == 0, said
    main = repository / f"Benchmarks/Sources/{suite}Benchmarks/main.swift"
    assert f'name: "{suite}"' in main.read_text(encoding="utf-8")
    links = [p for p in main.parent.iterdir() if p.is_symlink()]
    assert [p.resolve().parent.name for p in links] == ["Fields"] * ("--delegate" in arguments)
    subprocess.run(["swift", "package", "dump-package"], check=True, cwd=main.parents[2])
    assert compiled(repository) == ""


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        ([], 64, "Name one field: with --delegate, --on-change or --type."),
        (["--on-change", "f", "--type", "T"], 64, "Name one field"),
        (["--on-change", "f", "--kind", "intt"], 64, "choose int, double, "),
        (["--on-change", "f", "--mask", "xx"], 64, "--mask has no #"),
        (["--on-change", "f", "--library", "None"], 2, "has the libraries Fields; choose one"),
        (["--delegate", "none.swift"], 2, "none.swift: the file could not be opened"),
        (["--delegate", "Sources/Fields/Grouped.swift"], 2, "has no class of UITextFieldDelegate"),
        (DELEGATE[:2], 2, "CardDelegate, PinDelegate, DayField; choose one with --type"),
        ([*DELEGATE, "Plain"], 2, "choose one with --type"),
        (["--delegate", "/dev/null"], 2, "/dev/null: is not in this folder"),
        (["--on-change", "f", "--harness", "."], 2, ". is no clone of keystroke-bench"),
    ],
)
def test_what_it_cannot_do_is_said_and_nothing_is_written(repository, arguments, status, words):
    came, said = init(repository, *arguments)
    assert (came, words in said) == (status, True), said
    assert not (repository / "Benchmarks").exists()


def test_what_is_there_stays(repository):
    assert init(repository, "--on-change", "grouped")[0] == 0
    main = repository / "Benchmarks/Sources/GroupedBenchmarks/main.swift"
    main.write_text("mine", encoding="utf-8")
    status, said = init(repository, "--on-change", "grouped")
    assert status == 2 and "Benchmarks/Package.swift: is there already" in said, said
    assert main.read_text(encoding="utf-8") == "mine"
