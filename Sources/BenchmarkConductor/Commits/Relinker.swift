import BenchmarkResults
import Foundation
import Subprocess

/// Links one build repeatedly, each time with another layout.
///
/// The position that a linker gives to code decides which functions share lines of the caches and entries of the branch
/// predictors, and any change of the sources moves it. So one link per side measures one layout per side; many links
/// measure the code. Go's `bent` does the same. Kalibera and Jones, "Rigorous benchmarking in reasonable time" (ISMM
/// 2013), give the reason: repetition is needed at the level at which the variation occurs.
package struct Relinker: Sendable {
  /// The way to call lld.
  struct Recipe: Codable, Sendable {
    /// The linker and its arguments; ``objects`` is replaced by the objects, ``output`` by the file to write.
    var command: [String]

    static let objects = "{objects}"
    static let output = "{output}"
  }

  private let folder: String
  private let recipe: Recipe

  private static let recipeName = "link.json"
  private static let objectsName = "objects.a"
  private static let problemName = "link-problem.txt"

  /// Reads the recipe in the folder of a build.
  ///
  /// - Throws: `Problem` with the reason why it cannot be linked again.
  package init(of folder: String) throws(Problem) {
    self.folder = folder
    let data = FileManager.default.contents(atPath: "\(folder)/\(Self.recipeName)")
    guard let recipe = data.flatMap({ try? JSONDecoder().decode(Recipe.self, from: $0) }) else {
      let problem = try? String(contentsOfFile: "\(folder)/\(Self.problemName)", encoding: .utf8)
      throw Problem(problem ?? "its objects were not kept")
    }
    self.recipe = recipe
  }

  /// The archive of its objects.
  package var objects: String { "\(folder)/\(Self.objectsName)" }

  /// The sizes in bytes of its functions, by symbol.
  ///
  /// - Throws: `Problem` if the objects cannot be read.
  package func sizes() async throws -> [String: [Int]] {
    try await ObjectReading.sizes(in: objects)
  }

  /// Links with a layout: the same layout gives the same file.
  ///
  /// - Throws: `Problem` with the words of the linker or of the assembler.
  package func link(_ layout: LinkLayout, to path: String) async throws {
    let (order, padding) = ("\(path).order", "\(path).padding")
    defer {
      for file in [order, padding, "\(padding).s"] {
        try? FileManager.default.removeItem(atPath: file)
      }
    }
    try layout.order.write(toFile: order, atomically: false, encoding: .utf8)
    try layout.padding.write(toFile: "\(padding).s", atomically: false, encoding: .utf8)
    try await Self.run("as", ["-o", padding, "\(padding).s"])
    let arguments = recipe.command.dropFirst().flatMap { argument in
      switch argument {
      case Recipe.objects:
        [padding, "--whole-archive", "\(folder)/\(Self.objectsName)", "--no-whole-archive"]
      case Recipe.output: [path]
      default: [argument]
      }
    }
    // Segments begin with pages, so that what grows in one does not move what is in the next. Without nostart-stop-gc, lld
    // with --gc-sections would drop Swift's metadata, which is referenced only by symbols of its sections' ends.
    try await Self.run(
      recipe.command[0],
      arguments + [
        "--symbol-ordering-file=\(order)", "--no-warn-symbol-ordering",
        "-z", "separate-loadable-segments", "-z", "nostart-stop-gc", "--strip-debug", "--threads=1",
      ])
  }

  /// The flags for `swift build` that give every function a section that can be moved.
  package static let flags = [
    "-Xswiftc", "-Xfrontend", "-Xswiftc", "-function-sections", "-Xcc", "-ffunction-sections",
  ]

  /// Stores everything that is needed to link a product again, or a file with the reason why that is not possible.
  ///
  /// - Parameters:
  ///   - product: the executable that `swift build` has just linked.
  ///   - scratch: its scratch folder.
  ///   - surroundings: the place of the checkout; nil if it stays.
  ///   - folder: the folder to store it in.
  /// - Throws: `UnbuiltCommit` if it is linked with a file of the work tree; the errors of the file system.
  package static func keep(
    _ product: String, from scratch: String, of surroundings: CheckoutSurroundings? = nil,
    in folder: String
  ) async throws {
    do {
      try await keepParts(product, from: scratch, surroundings, in: folder)
    } catch let error as Problem {
      try? FileManager.default.removeItem(atPath: "\(folder)/\(objectsName)")
      try? FileManager.default.removeItem(atPath: "\(folder)/\(recipeName)")
      try keepNone(in: folder, problem: error.description)
    }
  }

  /// Stores the reason why a build cannot be linked again.
  static func keepNone(in folder: String, problem: String) throws {
    try problem.write(toFile: "\(folder)/\(problemName)", atomically: true, encoding: .utf8)
  }

  private static func keepParts(
    _ product: String, from scratch: String, _ surroundings: CheckoutSurroundings?,
    in folder: String
  ) async throws {
    guard let command = linkCommand(of: product, scratch: scratch) else {
      throw Problem("SwiftPM did not say how it links \(product)")
    }
    // With -###, clang only prints the command; Swift's driver has already collected the libraries of the objects.
    let words = try await run(
      command[0], Array(command.dropFirst()) + ["-use-ld=lld", "-Xclang-linker", "-###"])
    guard
      let line = words.split(separator: "\n").last(where: { $0.contains("ld.lld\"") })
    else { throw Problem("there is no lld beside Swift's compiler") }
    var linking = quotedWords(of: String(line))
    let root = URL(filePath: scratch).resolvingSymlinksInPath().path
    let own = Set(linking.filter { $0.hasPrefix("\(root)/") || $0.hasPrefix("\(scratch)/") })
    let objects = linking.filter { own.contains($0) && $0.hasSuffix(".o") }
    guard let first = linking.firstIndex(where: objects.contains),
      let output = linking.firstIndex(of: "-o"), output + 1 < linking.count
    else { throw Problem("SwiftPM's link command has no objects") }
    if let library = own.first(where: { $0.hasSuffix(".a") || $0.hasSuffix(".so") }) {
      throw Problem("it is linked with \(library), which may not stay there")
    }
    let release = (try? FileManager.default.contentsOfDirectory(atPath: "\(root)/release")) ?? []
    if let library = release.first(where: { $0.hasSuffix(".so") }) {
      throw Problem("the package has the shared library \(library), which may not stay there")
    }
    if let surroundings {
      let scratches = ["\(root)/", "\(scratch)/"]
      try refuse(
        linking.filter { word in !scratches.contains(where: word.contains) }, of: surroundings)
    }
    linking[output + 1] = Recipe.output
    linking[first] = Recipe.objects
    let others = Set(objects)
    linking.removeAll { others.contains($0) }
    try await archive(objects, as: "\(folder)/\(objectsName)")
    try JSONEncoder().encode(Recipe(command: linking))
      .write(to: URL(filePath: "\(folder)/\(recipeName)"))
    // A failure is better now than after the counting.
    let trial = "\(folder)/trial"
    defer { try? FileManager.default.removeItem(atPath: trial) }
    try await Relinker(of: folder).link(LinkLayout(functions: [], seed: 1), to: trial)
  }

  /// Refuses words of a link command that name a file or a folder of the repository.
  ///
  /// The checkout is removed, and the work tree has another state. What is named relative to the package is not found by
  /// the trial.
  private static func refuse(_ words: [String], of surroundings: CheckoutSurroundings) throws {
    func named(in folder: String) -> String? { words.first { $0.contains("\(folder)/") } }
    if let word = named(in: surroundings.tree) {
      throw Problem("it is linked with \(word) of the repository, which does not stay there")
    }
    if let word = named(in: surroundings.root) {
      throw UnbuiltCommit(
        description:
          "it cannot be measured: it is linked with \(word) of the work tree and not of the commit, since a Package.swift names it by its whole path; name it relative to the package"
      )
    }
  }

  /// Puts objects into one file, without the debug information, which is most of them.
  private static func archive(_ objects: [String], as file: String) async throws {
    let list = "\(file).list"
    defer { try? FileManager.default.removeItem(atPath: list) }
    try objects.map { "\"\($0)\"" }.joined(separator: "\n")
      .write(toFile: list, atomically: false, encoding: .utf8)
    // Appended, not replaced, because modules have files with the same name.
    try await run("ar", ["qc", file, "@\(list)"])
    try await run("strip", ["--strip-debug", file])
  }

  /// The arguments with which SwiftPM links a product, from the manifest of its build.
  private static func linkCommand(of product: String, scratch: String) -> [String]? {
    guard let text = try? String(contentsOfFile: "\(scratch)/release.yaml", encoding: .utf8)
    else { return nil }
    func list(_ line: Substring, after key: String) -> [String]? {
      guard let start = line.firstRange(of: key)?.upperBound else { return nil }
      return try? JSONDecoder().decode([String].self, from: Data(line[start...].utf8))
    }
    var isMeant = false
    for line in text.split(separator: "\n") {
      if line.hasPrefix("    outputs: ") {
        let outputs = list(line, after: "outputs: ") ?? []
        isMeant = outputs.count == 1 && outputs[0].hasSuffix("/\(product)")
      } else if isMeant, line.hasPrefix("    args: "), let command = list(line, after: "args: "),
        command.contains("-emit-executable")
      {
        return command
      }
    }
    return nil
  }

  /// The words of a command as printed by clang: each in quotes, with quotes and backslashes escaped.
  private static func quotedWords(of line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var isEscaped = false
    for character in line {
      if isEscaped {
        word?.append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        if let ended = word { words.append(ended) }
        word = word == nil ? "" : nil
      } else {
        word?.append(character)
      }
    }
    return words
  }

  /// The output of a program on both streams.
  ///
  /// - Throws: `Problem` with its last words if it fails.
  @discardableResult
  private static func run(_ program: String, _ arguments: [String]) async throws -> String {
    // Swift's driver leaves files in the temporary folder.
    try await TemporaryPlace.with { temporary in
      // Not in a folder of the user's, whose files a link of a commit must not take.
      let outcome = try? await SystemTool.run(
        program, arguments, environment: .inherit.updating(["TMPDIR": temporary]))
      try Task.checkCancellation()
      let name = URL(filePath: program).lastPathComponent
      guard let outcome else { throw Problem("\(name) could not be started") }
      guard outcome.isSuccess else {
        throw Problem("\(name) failed: \(outcome.reasons.first)")
      }
      return outcome.text + "\n" + outcome.error
    }
  }
}
