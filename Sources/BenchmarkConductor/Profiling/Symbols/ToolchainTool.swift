import Foundation

/// Finds a tool of the Swift toolchain: beside the real `swift` of the path, or on the path.
enum ToolchainTool {
  /// The path of a tool.
  ///
  /// The toolchain's own comes first: that of the system may be too old for the debug information of this compiler.
  ///
  /// - Throws: ``RunError`` with the hint where there is none.
  static func find(_ name: String) throws -> String {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let folders = path.split(separator: ":").map { URL(filePath: String($0)) }
    let swift = folders.lazy.map { $0.appending(path: "swift") }.first(where: isExecutable)
    let beside = swift.map { $0.resolvingSymlinksInPath().deletingLastPathComponent() }
    for folder in [beside].compactMap(\.self) + folders {
      let tool = folder.appending(path: name)
      if isExecutable(tool) { return tool.path }
    }
    throw RunError(
      "there is no \(name) beside swift or on PATH: put the bin folder of a Swift toolchain on PATH, which holds it"
    )
  }

  private static func isExecutable(_ file: URL) -> Bool {
    FileManager.default.isExecutableFile(atPath: file.path)
  }
}
