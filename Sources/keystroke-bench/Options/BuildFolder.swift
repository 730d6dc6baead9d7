import Foundation

/// Where the build has put what belongs together: next to this executable.
enum BuildFolder {
  /// The folder of this executable.
  private static var folder: URL {
    // Not argv[0], which may be found on the path; the kernel knows.
    let path = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(filePath: path).deletingLastPathComponent()
  }

  /// The executable of that name.
  static func executable(_ name: String) -> String { folder.appending(path: name).path }

  /// Whether an executable is one of those that were built with this program.
  static func holds(_ path: String) -> Bool {
    URL(filePath: path).resolvingSymlinksInPath().deletingLastPathComponent().path == folder.path
  }

  /// The Python that reads stores of runs: the one that `KEYSTROKE_BENCH_PYTHON` names, that of the checkout in which this
  /// was built, or else that of the path.
  static var python: String {
    if let named = ProcessInfo.processInfo.environment["KEYSTROKE_BENCH_PYTHON"], !named.isEmpty {
      return named
    }
    if let build = folder.path.range(of: "/.build/", options: .backwards) {
      let own = folder.path[..<build.lowerBound] + "/.venv/bin/python"
      if FileManager.default.isExecutableFile(atPath: String(own)) { return String(own) }
    }
    return "python3"
  }

  /// The library that counts allocations.
  static var shim: String { folder.appending(path: "libAllocatorShim.so").path }
}
