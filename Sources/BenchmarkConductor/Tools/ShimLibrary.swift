import Foundation

/// The preloaded library that counts allocations.
package enum ShimLibrary {
  /// The path to preload, if a file is there.
  ///
  /// - Throws: ``RunError`` that tells how to build it: the loader itself would only warn about a missing library.
  package static func check(_ path: String) throws -> String {
    guard FileManager.default.isReadableFile(atPath: path) else {
      throw RunError(
        "\(path) is not there, and without it allocations cannot be counted: build it with `swift build -c release --product AllocatorShim` after scripts/bootstrap, or leave allocations out with --no-allocations"
      )
    }
    let whole = URL(fileURLWithPath: path).path
    // The loader takes blanks and colons of LD_PRELOAD for ends of paths, and a dollar for a name of its own.
    guard whole.contains(where: { " :$".contains($0) }) else { return whole }
    let link = "\(try TemporaryPlace.fresh())/\(URL(fileURLWithPath: path).lastPathComponent)"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: whole)
    return link
  }
}
