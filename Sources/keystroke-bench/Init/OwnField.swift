import BenchmarkConductor
import BenchmarkModel
import BenchmarkResults
import Foundation

/// A field of the user's, as `init` is told of it.
enum OwnField {
  /// A delegate of a text field, or a subclass of it, in files that are linked; the paths are those in the repository.
  case uiKit(name: String, isSubclass: Bool, files: [String])
  /// A function from text to text.
  case function(String, SwiftLibrary)
  /// A type that conforms to `ReformatStrategy`.
  case strategy(String, SwiftLibrary)

  /// Finds the class in a file.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - more: other files that it needs.
  ///   - name: the class; nil if the file has one.
  ///   - root: the folder of the repository.
  /// - Throws: ``Problem`` if a file is not in the repository, or the file has no such class, or several.
  init(delegate path: String, needing more: [String], class name: String?, in root: URL) throws {
    let files = try ([path] + more).map { try Self.path(of: $0, in: root) }
    let classes = Self.classes(in: try Self.text(of: path))
    let found = name.map { name in classes.filter { $0.name == name } } ?? classes
    guard found.count == 1 else {
      let names = classes.map(\.name).joined(separator: ", ")
      throw Problem(
        file: path,
        problem: classes.isEmpty
          ? "has no class of UITextFieldDelegate, and no subclass of UITextField"
          : "has the classes \(names)",
        hint: classes.isEmpty ? "name the file that has it" : "choose one with --type")
    }
    // What is in a folder that is linked would be compiled twice.
    let linked = files.filter { file in !files.contains { file.hasPrefix($0 + "/") } }
    self = .uiKit(name: found[0].name, isSubclass: found[0].isSubclass, files: linked)
  }

  /// The words of its name, as it spells them: `CurrencyUITextField` has four; a closure has the name of the library.
  var words: [String] {
    let name =
      switch self {
      case .uiKit(let name, _, _), .strategy(let name, _): name
      case .function(let name, let library):
        name.wholeMatch(of: /[\w.]+/) == nil ? library.product : name
      }
    return name.replacing(/[a-z0-9](?=[A-Z])|[A-Z](?=[A-Z][a-z])/) { "\($0.output)." }
      .split(separator: ".").map(String.init)
  }

  /// The name of the strategy: `CardDelegate` is card-delegate.
  var strategy: String { words.joined(separator: "-").lowercased() }

  private static func text(of file: String) throws -> String {
    do {
      return String(decoding: try RegularFile.read(file, limit: 4 << 20), as: UTF8.self)
    } catch {
      throw Problem(file: file, problem: error.description)
    }
  }

  /// The path of a file in the repository.
  private static func path(of file: String, in root: URL) throws -> String {
    let url = URL(filePath: file, directoryHint: .notDirectory, relativeTo: root).standardized
    let folder = root.standardized.path(percentEncoded: false)
    let path = url.path(percentEncoded: false)
    guard path.hasPrefix(folder) else {
      throw Problem(
        file: file, problem: "is not in this folder",
        hint: "go to the folder of the repository that has it")
    }
    return String(path.dropFirst(folder.count))
  }

  /// The delegates and subclasses of text fields that a source declares; what is in comments may be taken for code.
  private static func classes(in source: String) -> [(name: String, isSubclass: Bool)] {
    let extended = source.matches(of: /\bextension\s+(\w+)\s*:([^{]*)\{/)
      .filter { $0.2.contains(/\bUITextFieldDelegate\b/) }.map(\.1)
    return source.matches(of: /\bclass\s+(\w+)([^{]*)\{/).compactMap { declared in
      let isSubclass = declared.2.contains(/\bUITextField\b/)
      let isDelegate =
        declared.2.contains(/\bUITextFieldDelegate\b/) || extended.contains(declared.1)
      return isSubclass || isDelegate ? (String(declared.1), isSubclass) : nil
    }
  }
}

/// The library of a package, as SwiftPM describes it.
struct SwiftLibrary {
  /// The name of the product.
  let product: String
  /// The modules that are imported.
  let modules: [String]
  /// The name of the package's folder, by which SwiftPM knows it.
  let package: String

  private struct Manifest: Decodable {
    struct Product: Decodable {
      var name: String
      var targets: [String]
      var type: [String: [String]?]
    }
    var products: [Product]
  }

  /// The library with that name, or the only one.
  ///
  /// - Throws: ``Problem`` if there is no package, or no such library, or several.
  init(named name: String?, in folder: String) async throws {
    let dumped = try await SystemTool.run("swift", ["package", "dump-package"], in: folder)
    guard dumped.isSuccess else {
      throw Problem(
        "this folder has no package that SwiftPM reads: \(dumped.reasons.first)",
        hint: "go to the folder of your Package.swift, or name a file with --delegate")
    }
    let manifest = try JSONDecoder().decode(Manifest.self, from: Data(dumped.output))
    let libraries = manifest.products.filter { $0.type.keys.contains("library") }
    let found = name.map { name in libraries.filter { $0.name == name } } ?? libraries
    guard found.count == 1 else {
      let names = libraries.map(\.name).joined(separator: ", ")
      throw Problem(
        libraries.isEmpty ? "the package has no library" : "the package has the libraries \(names)",
        hint: libraries.isEmpty
          ? "make a product of the target that has the field" : "choose one with --library")
    }
    product = found[0].name
    modules = found[0].targets
    package = URL(filePath: folder).lastPathComponent
  }
}
