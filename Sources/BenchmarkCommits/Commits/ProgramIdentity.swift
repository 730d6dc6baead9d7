import BenchmarkConductor
import BenchmarkResults
import Foundation

/// The identity of a program: its code, its data and its resources, without debug information.
///
/// Two programs of one identity do the same, so a comparison of them has nothing to measure. A change of a comment or of
/// a document leaves the identity as it was.
package enum ProgramIdentity {
  /// The identity of an executable and of the resources beside it, in hexadecimal digits.
  ///
  /// - Returns: nil if objcopy, of the binutils, cannot read the executable.
  package static func of(_ executable: String) async -> String? {
    try? await TemporaryPlace.with { folder -> String? in
      let stripped = "\(folder)/stripped"
      // The build's id and the modules' hashes depend on debug information and comments, too, and are never read.
      let arguments =
        ["--strip-all"]
        + [".note.gnu.build-id", ".swift_modhash"].map { "--remove-section=\($0)" }
        + [executable, stripped]
      guard await SystemTool.output("objcopy", arguments) != nil,
        let program = FileManager.default.contents(atPath: stripped)
      else { return nil }
      let digest = SHA256()
      digest.update([UInt8](program))
      let beside = URL(filePath: executable).deletingLastPathComponent().path
      digest.update([UInt8](resources(in: beside).utf8))
      return digest.hexadecimal
    }
  }

  /// The digest of all files in a folder's bundles of resources, in hexadecimal digits.
  static func resources(in folder: String) -> String {
    let manager = FileManager.default
    let bundles = ((try? manager.contentsOfDirectory(atPath: folder)) ?? [])
      .filter { $0.hasSuffix(".resources") }
    let files = bundles.flatMap { bundle in
      ((try? manager.subpathsOfDirectory(atPath: "\(folder)/\(bundle)")) ?? [])
        .map { "\(bundle)/\($0)" }
    }
    let digest = SHA256()
    for file in files.sorted() {
      guard let data = manager.contents(atPath: "\(folder)/\(file)") else { continue }
      digest.update([UInt8]("\(file)\0\(data.count)\0".utf8))
      digest.update([UInt8](data))
    }
    return digest.hexadecimal
  }
}
