import BenchmarkResults
import Foundation

/// The identity of a program: the bytes of its executable, and of the resources and libraries beside it.
///
/// Two programs of one identity do the same if they read the same files. A program whose debug information alone differs
/// is another one, and is measured.
package enum ProgramIdentity {
  /// The identity of an executable and of everything beside it, in hexadecimal digits; nil if it cannot be read.
  package static func of(_ executable: String) -> String? {
    let digest = SHA256()
    guard digest.update(file: executable) != nil else { return nil }
    let folder = URL(filePath: executable).deletingLastPathComponent().path
    for file in companions(in: folder) {
      let content = SHA256()
      content.update(file: "\(folder)/\(file)")
      digest.update([UInt8]("\(file)\0\(content.hexadecimal)\0".utf8))
    }
    return digest.hexadecimal
  }

  /// The files in a folder's bundles of resources, and its shared libraries, relative to it.
  private static func companions(in folder: String) -> [String] {
    let manager = FileManager.default
    let names = ((try? manager.contentsOfDirectory(atPath: folder)) ?? []).filter(isCompanion)
    return names.flatMap { name in
      [name]
        + ((try? manager.subpathsOfDirectory(atPath: "\(folder)/\(name)")) ?? []).map {
          "\(name)/\($0)"
        }
    }.sorted()
  }

  /// True if a file beside an executable is a part of the program.
  static func isCompanion(_ name: String) -> Bool {
    name.hasSuffix(".resources") || name.hasSuffix(".so") || name.contains(".so.")
  }
}

/// The kinds of files in a commit, by their names.
enum CommitFile {
  /// Returns true if a worker may read a file when it runs: if it is neither a source, whose effect is in the program,
  /// nor a document.
  static func mayBeRead(_ path: String, prefix: String) -> Bool {
    let name = (path.split(separator: "/").last.map(String.init) ?? path).lowercased()
    return !isSource(path) && !documents.contains(ending(of: name))
      && !titles.contains(where: name.hasPrefix) && !settings.contains(name)
      && !services.contains(where: path.hasPrefix) && !path.contains(".docc/")
      && !path.hasPrefix("\(prefix)results/")
  }

  /// True if a compiler or SwiftPM reads a file of this name.
  static func isSource(_ path: String) -> Bool {
    isHeader(path) || sources.contains(ending(of: path)) || path.hasSuffix("Package.resolved")
  }

  /// True if sources may include a file of this name, or it tells how they may.
  static func isHeader(_ path: String) -> Bool { headers.contains(ending(of: path)) }

  private static func ending(of path: String) -> String {
    path.split(separator: ".").last.map(String.init) ?? ""
  }

  private static func set(_ text: String) -> Set<String> {
    Set(text.split(separator: " ").map(String.init))
  }

  private static let headers = set("h hh hpp hxx inc inl def modulemap apinotes")
  private static let sources = set("swift c cc cpp cxx m mm s S")
  private static let documents = set("md markdown rst adoc png jpg jpeg gif svg webp ico pdf")
  private static let titles = set(
    "license licence notice changelog contributing authors codeowners readme")
  private static let settings = set(
    ".gitignore .gitattributes .editorconfig .swift-format .swiftlint.yml .mailmap .spi.yml .travis.yml .gitlab-ci.yml jenkinsfile"
  )
  private static let services = set(".github/ .gitlab/ .circleci/ .ci/ .vscode/")
}
