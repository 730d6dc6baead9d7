import BenchmarkResults
import Foundation

/// The package of a benchmark, nested in the repository of a field.
struct BenchmarkPackage {
  let field: OwnField
  /// The folder of the repository.
  let root: URL
  /// The clone of keystroke-bench.
  let harness: URL
  let kind: FieldKind

  /// The folder of the package.
  var folder: URL { root.appending(path: "Benchmarks") }

  /// The name of the suite: that of the field, in one word.
  var suite: String { field.words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() }

  /// The name of the executable.
  var product: String { "\(suite)Benchmarks" }

  /// The path of the file that describes the field.
  var main: String { "Benchmarks/Sources/\(product)/main.swift" }

  /// A cell to profile.
  var cell: String { "\(field.strategy)/\(kind.name)/en_US/\(lengths.last ?? 9)/type" }

  /// The paths of all files.
  var files: [String] {
    ["Benchmarks/Package.swift", "Benchmarks/.gitignore", main] + links.map(\.path)
  }

  private var lengths: [Int] {
    kind.limit.map { limit in Set([min(4, limit), limit]).sorted() } ?? [3, 9]
  }

  private var links: [(path: String, target: String)] {
    guard case .uiKit(_, _, let files) = field else { return [] }
    return files.map { file in
      let name = URL(filePath: file).lastPathComponent
      return ("Benchmarks/Sources/\(product)/\(name)", "../../../\(file)")
    }
  }

  /// Writes the files.
  ///
  /// - Throws: ``Problem`` if there is one of them already, or it cannot be written; then the rest is not written.
  func write() throws {
    let manager = FileManager.default
    if let old = files.first(where: { Self.isThere(root.appending(path: $0).path) }) {
      throw Problem(
        file: old, problem: "is there already",
        hint: "add an entry to the suite of that package, or move the folder away")
    }
    try manager.createDirectory(
      at: folder.appending(path: "Sources/\(product)"), withIntermediateDirectories: true)
    for (path, text) in [
      ("Benchmarks/Package.swift", manifest), ("Benchmarks/.gitignore", ".build/\n"),
      (main, suiteFile),
    ] {
      try Data(text.utf8).write(to: root.appending(path: path))
    }
    for link in links {
      try manager.createSymbolicLink(
        atPath: root.appending(path: link.path).path, withDestinationPath: link.target)
    }
  }

  private static func isThere(_ path: String) -> Bool {
    (try? FileManager.default.attributesOfItem(atPath: path)) != nil
  }

  /// The path from the package to the clone: relative if both have a folder in common, so that others can build it.
  private var harnessPath: String {
    let (from, to) = (folder.standardized.pathComponents, harness.standardized.pathComponents)
    let shared = zip(from, to).prefix { $0 == $1 }.count
    guard shared > 1 else { return harness.path }
    return (from.dropFirst(shared).map { _ in ".." } + to.dropFirst(shared)).joined(separator: "/")
  }
}

// MARK: - What the files say

extension BenchmarkPackage {
  private var modules: [String] {
    let harness = ["BenchmarkModel", "BenchmarkWorker", "KeystrokeSuites", "ReformatCore"]
    return switch field {
    case .uiKit: harness + ["UIKit", "UIKitSuites"]
    case .function: harness + ["FieldHost"]
    case .strategy: harness
    }
  }

  private var library: SwiftLibrary? {
    switch field {
    case .uiKit: nil
    case .function(_, let library), .strategy(_, let library): library
    }
  }

  private var manifest: String {
    let own = library.map {
      (
        "    .package(path: \"..\"),\n",
        "        .product(name: \"\($0.product)\", package: \"\($0.package)\"),\n"
      )
    }
    let dependencies = modules.sorted().map {
      "        .product(name: \"\($0)\", package: \"keystroke-bench\"),\n"
    }
    // Files of a library for iOS are mostly of a time before Swift 6.
    let mode = library == nil ? ",\n      swiftSettings: [.swiftLanguageMode(.v5)]" : ""
    return """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "\(product)",
        dependencies: [
      \(own?.0 ?? "")    .package(name: "keystroke-bench", path: "\(harnessPath)"),
        ],
        targets: [
          .executableTarget(
            name: "\(product)",
            dependencies: [
      \(own?.1 ?? "")\(dependencies.joined())      ]\(mode))
        ])

      """
  }

  private var suiteFile: String {
    let imports = (modules + ["Foundation"] + (library?.modules ?? [])).sorted()
    let name = field.strategy
    // A field with a mask holds no number, and is measured alone.
    let peers = kind.limit == nil ? ", .incrementalDelegate, .unformatted" : ""
    let beside =
      kind.limit == nil
      ? """
      ,
            // To compare with: the engine of keystroke-bench, and a field that formats nothing.
            .init(
              strategies: ["incremental-delegate", "unformatted"], values: ["\(kind.name)"],
              locales: ["en_US"], lengths: \(lengths), scripts: ["type", "backspace", "paste"]),
      """ : ""
    return """
      \(imports.map { "import \($0)" }.joined(separator: "\n"))
      \(kind.declaration)\(code)
      BenchmarkMain.run(
        KeystrokeSuite(
          name: "\(suite)", strategies: [own\(peers)],
          matrix: [
            .init(
              strategies: ["\(name)"], values: ["\(kind.name)"], locales: ["en_US"],
              lengths: \(lengths),
              // Scripts that write a value need a way to do so: a strategy's text(for:), a field's write.
              scripts: EditScript.allCases.filter { !$0.writes }.map(\\.rawValue))\(beside)
          ]))

      """
  }

  /// The code that makes the entry `own`.
  private var code: String {
    let entry = "StrategyEntry(\"\(field.strategy)\", values: [\(kind.spelling)])"
    let read = "// The value as the text tells it; put here what your app reads."
    switch field {
    case .uiKit(let name, let isSubclass, _):
      let make =
        isSubclass
        ? "let field = \(name)()"
        : "let field = UITextField()\n  let delegate = \(name)()\n  field.delegate = delegate"
      return """

        let own = \(entry) { configuration in
          \(make)
          return UIKitField(
            field\(isSubclass ? "" : ", delegate: delegate"),
            value: { () -> \(kind.type)? in
              \(read)
              let text = field.text ?? ""
              return text.isEmpty ? nil : \(kind.reading)
            })
        }

        """
    case .function(let function, _):
      let closure =
        function.contains("$0") && !function.contains("{") ? "{ \(function) }" : function
      return """

        // A worker presses one key at a time.
        nonisolated(unsafe) let reformat: (String) -> String = \(closure)

        struct OnChange: ReformatStrategy {
          let configuration: FieldConfiguration
          let hosting = Hosting.onChange

          mutating func textDidChange(_ text: String, value: \(kind.type)?, phases: PhaseMarker)
            -> Reaction<\(kind.type)>
          {
            let written = phases.measure(.format) { reformat(text) }
            let value = phases.measure(.parse) { self.value(of: written) }
            return Reaction(
              text: written == text ? nil : written, value: value.map(ValueUpdate.set) ?? .clear)
          }

          func value(of text: String) -> \(kind.type)? {
            \(read)
            text.isEmpty ? nil : \(kind.reading)
          }
        }

        // Text that an action writes leaves the caret to the toolkit.
        let own = StrategyEntry(
          "\(field.strategy)", values: [\(kind.spelling)], caret: .followsAtEnd
        ) { configuration, phases in
          HeadlessField(
            strategy: OnChange(configuration: configuration), text: configuration.text,
            phases: phases)
        }

        """
    case .strategy(let name, _):
      return """

        let own = \(entry) { \(name)() }

        """
    }
  }
}
