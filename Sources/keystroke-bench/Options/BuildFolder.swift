import Foundation

/// The folder of the build's products, which is that of this executable.
enum BuildFolder {
  /// The folder of this executable.
  private static var folder: URL {
    // The kernel's link is used, because argv[0] may be a name on the path.
    let path = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(filePath: path).deletingLastPathComponent()
  }

  /// The folders above that of this executable, the nearest first.
  static var parents: [URL] {
    sequence(first: folder.deletingLastPathComponent()) {
      $0.path == "/" ? nil : $0.deletingLastPathComponent()
    }.map(\.self)
  }

  /// The executable of that name.
  static func executable(_ name: String) -> String { folder.appending(path: name).path }

  /// The library that counts allocations.
  static var shim: String { folder.appending(path: "libAllocatorShim.so").path }
}
