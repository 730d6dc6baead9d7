import BenchmarkResults
import Foundation
import Subprocess

/// Copies of workers.
package enum WorkerCopy {
  /// Copies an executable without its debug information, and links the files that it looks for in its own folder.
  ///
  /// - Throws: ``Problem`` if the executable or strip(1) is missing.
  package static func make(of executable: String, named name: String, in folder: String)
    async throws
  {
    let file = URL(fileURLWithPath: executable).resolvingSymlinksInPath()
    guard FileManager.default.isExecutableFile(atPath: file.path) else {
      throw Problem("\(executable) cannot be run: no such program", hint: "build it first")
    }
    let copy = "\(folder)/\(name)"
    do {
      let strip = try await SystemTool.run("strip", ["--strip-debug", "-o", copy, file.path])
      if !strip.isSuccess {
        // What strip does not know, such as a script, has no debug information.
        try? FileManager.default.removeItem(atPath: copy)
        try FileManager.default.copyItem(atPath: file.path, toPath: copy)
      }
    } catch let error as SubprocessError where error.code == .executableNotFound {
      throw Problem(
        "\(executable) could not be copied without its debug information: there is no strip",
        hint: "apt-get install binutils"
      )
    }
    guard FileManager.default.isExecutableFile(atPath: copy) else {
      throw Problem(
        "\(executable) was copied to \(folder), where no program can be run: it is mounted noexec",
        hint: "name another folder with TMPDIR"
      )
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
