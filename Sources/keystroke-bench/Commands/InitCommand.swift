import ArgumentParser
import BenchmarkConductor
import BenchmarkReport
import BenchmarkResults
import Foundation

/// `keystroke-bench init`.
struct InitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Writes a package Benchmarks for a field of yours, builds it, and checks the field.",
    discussion: """
      Examples:
        keystroke-bench init --delegate Sources/Fields/CardDelegate.swift --mask '#### #### #### ####'
        keystroke-bench init --on-change AmountFormatter.reformat --kind int
        keystroke-bench init --type AmountStrategy --kind currency

      It is called in the folder of your repository, of which nothing else changes. The files of a delegate, or of a \
      subclass of UITextField, are linked, and the UIKit of keystroke-bench compiles them; a type or a function is that of \
      your package's library. The file main.swift in Benchmarks/Sources is yours: put there how a field is made, and which \
      value your app reads.

      Exit status: 0 built, and every keystroke is right; 1 some are wrong; 2 it could not be done.
      """)

  @Option(
    help: ArgumentHelp(
      "A Swift file with a delegate of UITextField, or a subclass of it.", valueName: "file"))
  var delegate: String?

  @Option(
    help: ArgumentHelp(
      "Another file, or a folder, that the first needs; may be repeated.", valueName: "file"))
  var source: [String] = []

  @Option(
    help: ArgumentHelp(
      "A function of your library from the text to the text that is written, or a closure.",
      valueName: "function"))
  var onChange: String?

  @Option(
    help: ArgumentHelp(
      "A type of your library that conforms to ReformatStrategy, or the class in the file of --delegate.",
      valueName: "type"))
  var type: String?

  @Option(help: ArgumentHelp("The kind of value: \(FieldKind.names).", valueName: "kind"))
  var kind = "int"

  @Option(
    help: ArgumentHelp(
      "In place of a kind: what the field shows, with # for each digit, as '(###) ###-####'.",
      valueName: "mask"))
  var mask: String?

  @Option(help: ArgumentHelp("The library of your package, if it has several.", valueName: "name"))
  var library: String?

  @Option(
    help: ArgumentHelp(
      "The clone of keystroke-bench; by default the one beside your repository, or the one that this program was built in.",
      valueName: "folder"))
  var harness: String?

  @Flag(help: "Write the files, and build nothing.")
  var noBuild = false

  func validate() throws {
    let ways = [delegate, onChange, delegate == nil ? type : nil].compactMap(\.self)
    guard ways.count == 1 else {
      throw ValidationError("Name one field: with --delegate, --on-change or --type.")
    }
    guard delegate != nil || source.isEmpty else {
      throw ValidationError("--source is for the file of --delegate; a library has its own files.")
    }
    guard mask.map({ $0.contains("#") }) ?? true else {
      throw ValidationError("--mask has no #: write one for each digit, as in '#### ####'.")
    }
    _ = try fieldKind
  }

  private var fieldKind: FieldKind {
    get throws {
      guard let known = mask.map(FieldKind.init(mask:)) ?? FieldKind(kind) else {
        throw ValidationError(
          "--kind \(kind) is not known here: choose \(FieldKind.names), or describe what the field shows with --mask."
        )
      }
      return known
    }
  }

  func run() async throws {
    let root = URL(
      filePath: FileManager.default.currentDirectoryPath, directoryHint: .isDirectory)
    let package = BenchmarkPackage(
      field: try await field(in: root), root: root, harness: try clone(beside: root),
      kind: try fieldKind)
    try package.write()
    StandardStreams.complain(line: "written: \(package.files.joined(separator: ", "))")
    if noBuild { return }
    let folder = package.folder.path
    let isBuilt = try await Interruption.guarding {
      try await SystemTool.show(
        "swift", ["build", "-c", "release", "--product", package.product], in: folder)
    }
    guard isBuilt else {
      throw Problem(
        "Benchmarks does not build: see the errors above",
        hint:
          "mend \(package.main), then call `swift package keystroke-bench verify` in Benchmarks; a file that linked ones need is linked beside them"
      )
    }
    let verify = try VerifyCommand.parse([
      "--worker", "\(folder)/.build/release/\(package.product)",
    ])
    let verdict = await Result { try await verify.run() }
    try StandardOutput.write(
      """

      Next, in Benchmarks:
        swift package keystroke-bench run --out first
        swift package keystroke-bench profile \(package.cell) --kind instructions
        swift package keystroke-bench ab HEAD~1 HEAD

      """)
    try verdict.get()
  }

  private func field(in root: URL) async throws -> OwnField {
    if let delegate {
      return try OwnField(delegate: delegate, needing: source, class: type, in: root)
    }
    let library = try await SwiftLibrary(named: library, in: root.path)
    return onChange.map { .function($0, library) } ?? .strategy(type ?? "", library)
  }

  /// The clone of keystroke-bench that the package depends on.
  private func clone(beside root: URL) throws -> URL {
    let guesses =
      [root.deletingLastPathComponent().appending(path: "keystroke-bench")]
      + BuildFolder.parents
    let candidates = harness.map { [URL(filePath: $0, relativeTo: root).standardized] } ?? guesses
    let found = candidates.first {
      FileManager.default.fileExists(atPath: $0.appending(path: "Sources/KeystrokeSuites").path)
    }
    guard let found else {
      throw Problem(
        harness.map { "\($0) is no clone of keystroke-bench" }
          ?? "there is no clone of keystroke-bench beside this folder",
        hint: "name one with --harness")
    }
    return found
  }
}

extension Result where Failure == any Error {
  /// The result of work that may throw.
  fileprivate init(_ work: () async throws -> Success) async {
    do { self = .success(try await work()) } catch { self = .failure(error) }
  }
}
