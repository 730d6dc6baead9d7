import BenchmarkResults
import Foundation

/// The preloaded library that counts allocations.
package enum ShimLibrary {
  /// The path to preload, if the file exists.
  ///
  /// - Throws: ``Problem`` that says how to build it: the loader itself would only warn about a missing library.
  package static func check(_ path: String) throws -> String {
    guard FileManager.default.isReadableFile(atPath: path) else {
      throw Problem(
        "allocations cannot be counted: \(path) does not exist",
        hint:
          "scripts/install of keystroke-bench puts it beside the program, and in a clone `swift build -c release --product AllocatorShim` does; or leave allocations out with --no-allocations"
      )
    }
    let whole = URL(fileURLWithPath: path).path
    // In LD_PRELOAD, the loader takes blanks and colons as ends of paths, and a dollar as the start of a variable.
    guard whole.contains(where: { " :$".contains($0) }) else { return whole }
    let link = "\(try TemporaryPlace.fresh())/\(URL(fileURLWithPath: path).lastPathComponent)"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: whole)
    return link
  }
}
