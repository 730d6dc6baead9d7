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

  /// The library that counts allocations.
  static var shim: String { folder.appending(path: "libAllocatorShim.so").path }
}
