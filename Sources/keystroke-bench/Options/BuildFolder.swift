import Foundation

/// The folder of the build's products, which is that of this executable.
enum BuildFolder {
  /// The folder of this executable.
  private static var folder: URL {
    // The kernel's link is used, because argv[0] may be a name on the path.
    let path = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(filePath: path).deletingLastPathComponent()
  }

  /// The file of that name that is measured, or measures: of a debug build the optimised one beside it, if there is one.
  private static func file(_ name: String) -> String {
    let optimised = folder.deletingLastPathComponent().appending(path: "release/\(name)").path
    let isDebug = folder.lastPathComponent == "debug"
    return isDebug && FileManager.default.fileExists(atPath: optimised)
      ? optimised : folder.appending(path: name).path
  }

  /// The executable of that name.
  static func executable(_ name: String) -> String { file(name) }

  /// The library that counts allocations.
  static var shim: String { file("libAllocatorShim.so") }
}
