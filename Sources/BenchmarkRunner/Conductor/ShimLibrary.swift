import Foundation

/// The preloaded library that counts allocations.
enum ShimLibrary {
  /// The path, if a file is there.
  ///
  /// - Throws: ``RunError`` that tells how to build it: the loader itself would only warn about a missing library.
  static func check(_ path: String) throws -> String {
    guard FileManager.default.isReadableFile(atPath: path) else {
      throw RunError(
        "\(path) is not there, and without it allocations cannot be counted: build it with `swift build -c release --product AllocatorShim` after scripts/bootstrap, or leave allocations out with --no-allocations"
      )
    }
    return URL(fileURLWithPath: path).path
  }
}
