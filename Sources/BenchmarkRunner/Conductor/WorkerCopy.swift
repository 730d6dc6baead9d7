import Foundation
import Subprocess

/// Copies of workers, in folders whose paths are always as long.
enum WorkerCopy {
  /// Not the user's temporary folder, whose name may be of any length; mkdtemp(3) fills in the last six letters.
  private static let template = "/tmp/keystroke-bench.XXXXXX"

  /// Lends a folder whose path is always as long, and removes it afterwards.
  ///
  /// - Throws: ``RunError`` where it cannot be made; what `body` throws.
  static func withFolder<Result>(_ body: (String) async throws -> Result) async throws -> Result {
    var name = template.utf8CString.map { $0 }
    guard mkdtemp(&name) != nil else {
      throw RunError(
        "no folder could be made in /tmp, where copies of workers are: \(String(cString: strerror(errno))); make /tmp writable, or leave instructions out with --instructions none"
      )
    }
    let path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try await body(path)
  }

  /// Copies an executable without its debug information, and links what it looks for in its own folder.
  ///
  /// - Throws: ``RunError`` where it is not there, or strip(1) is not.
  static func make(of executable: String, named name: String, in folder: String) async throws {
    let file = URL(fileURLWithPath: executable).resolvingSymlinksInPath()
    guard FileManager.default.isExecutableFile(atPath: file.path) else {
      throw RunError("\(executable) is not there or cannot be run: build it first")
    }
    let strip = try? await Subprocess.run(
      .name("strip"), arguments: ["--strip-debug", "-o", "\(folder)/\(name)", file.path],
      output: .discarded, error: .discarded)
    guard let strip else {
      throw RunError(
        "\(executable) could not be copied without its debug information: there is no strip; scripts/bootstrap installs binutils"
      )
    }
    if !strip.terminationStatus.isSuccess {
      // What strip does not know, such as a script, has no debug information.
      try FileManager.default.copyItem(atPath: file.path, toPath: "\(folder)/\(name)")
    }
    try link(companionsOf: file, into: folder)
  }

  private static func link(companionsOf executable: URL, into folder: String) throws {
    let manager = FileManager.default
    let original = executable.deletingLastPathComponent().path
    for name in try manager.contentsOfDirectory(atPath: original)
    where name.hasSuffix(".resources") || name.hasSuffix(".so") {
      try manager.createSymbolicLink(
        atPath: "\(folder)/\(name)", withDestinationPath: "\(original)/\(name)")
    }
  }
}
