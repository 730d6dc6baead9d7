import BenchmarkConductor
import BenchmarkResults
import Foundation
import Glibc

/// The place of a run that was not given one: a folder named by the second, which no other process takes.
struct FreshRun {
  /// The path, to which suffixes are added.
  let path: String
  /// The moment that names it.
  let start: Date
  /// Its number in that second, from 1.
  let number: Int

  /// Lends a fresh folder under the results, or several that differ in their suffixes; what stays empty is removed.
  ///
  /// - Throws: ``Problem`` if none can be made; what `body` throws.
  static func with<Result>(
    in results: String, suffixes: [String] = [""], _ body: (FreshRun) async throws -> Result
  ) async throws -> Result {
    let start = Date()
    let parent = "\(results)/runs"
    let made = [parent, results].filter { !FileManager.default.fileExists(atPath: $0) }
    try FileAccess.makeFolder(parent)
    // What could not be begun leaves nothing; a folder that holds something stays.
    defer { for folder in made { rmdir(folder) } }
    for number in 1... {
      let path = "\(parent)/\(RunPlan.folderName(start, number))"
      let folders = suffixes.map { path + $0 }
      // To make a folder is to claim it: of two processes only one can.
      let claimed = folders.prefix { mkdir($0, 0o777) == 0 }
      let reason = errno
      defer { for folder in claimed { rmdir(folder) } }
      if claimed.count == folders.count {
        return try await body(FreshRun(path: path, start: start, number: number))
      }
      guard reason == EEXIST else {
        throw Problem(
          "\(path) could not be made: \(String(cString: strerror(reason)))",
          hint: "name another folder with --out")
      }
    }
    throw Problem("\(parent) has no room for a run")
  }
}
