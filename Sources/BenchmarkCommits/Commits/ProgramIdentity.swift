import BenchmarkConductor
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
  /// True if a worker may read a file when it runs: if it is neither a source, whose effect is in the program, nor a
  /// document.
  ///
  /// - Parameters:
  ///   - path: its path, relative to the repository.
  ///   - prefix: the folder of the package, with a slash at its end.
  static func mayBeRead(_ path: String, prefix: String) -> Bool {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return !isSource(name) && !isDocument(path.lowercased(), name.lowercased())
      && !path.hasPrefix("\(prefix)results/")
  }

  /// True if a compiler or SwiftPM reads a file of this name.
  static func isSource(_ name: String) -> Bool {
    sources.contains(name.split(separator: ".").last.map(String.init) ?? "")
      || name == "Package.resolved"
  }

  private static func isDocument(_ path: String, _ name: String) -> Bool {
    documents.contains(name.split(separator: ".").last.map(String.init) ?? "")
      || titles.contains(where: name.hasPrefix) || settings.contains(name)
      || services.contains(where: path.hasPrefix) || path.contains(".docc/")
  }

  private static let sources: Set = [
    "swift", "c", "h", "cc", "cpp", "cxx", "hh", "hpp", "hxx", "inc", "inl", "def", "m", "mm", "s",
    "S", "modulemap", "apinotes",
  ]
  private static let documents: Set = [
    "md", "markdown", "rst", "adoc", "png", "jpg", "jpeg", "gif", "svg", "webp", "ico", "pdf",
  ]
  private static let titles = [
    "license", "licence", "notice", "changelog", "contributing", "authors", "codeowners", "readme",
  ]
  private static let settings: Set = [
    ".gitignore", ".gitattributes", ".editorconfig", ".swift-format", ".swiftlint.yml", ".mailmap",
    ".spi.yml", ".travis.yml", ".gitlab-ci.yml", "jenkinsfile",
  ]
  private static let services = [".github/", ".gitlab/", ".circleci/", ".ci/", ".vscode/"]
}
