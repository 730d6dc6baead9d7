import BenchmarkResults
import Foundation

/// The programs that counting instructions needs.
package enum ValgrindTools {
  /// The other choice, at the end of a hint.
  static let alternative = "or leave instructions out with --instructions none"

  /// The options of every start: nothing is taken from VALGRIND_OPTS, or from a .valgrindrc, which the working folder
  /// may have and which may name files to write.
  package static let options = ["--command-line-only=yes"]

  /// Checks that all programs exist and are allowed to do their work.
  ///
  /// - Parameter counts: true if the counter is needed, which is built here; otherwise only the programs of valgrind
  ///   are checked.
  /// - Throws: `Problem` with the cause and the hint.
  package static func check(counts: Bool = true) async throws {
    guard await MachineFacts.valgrindVersion() != nil else {
      throw Problem(
        "instructions cannot be counted: valgrind is missing or does not answer",
        hint: "apt-get install valgrind, \(alternative)")
    }
    guard await SystemTool.output("strip", ["--version"]) != nil else {
      throw Problem(
        "instructions cannot be counted: strip of binutils is missing, and valgrind cannot read the debug information of a worker",
        hint: "apt-get install binutils, \(alternative)")
    }
    guard await ProcessLayout.canBeFixed() else {
      throw Problem(
        "instructions cannot be counted exactly: setarch --addr-no-randomize fails, and addresses stay random",
        hint:
          "a container may need --security-opt seccomp=unconfined, a system without setarch util-linux, \(alternative)"
      )
    }
    if counts { _ = try await CounterTool.folder() }
  }

  /// The files that decide what is counted: valgrind, the counter, which is built if need be, and what it preloads.
  ///
  /// - Throws: `Problem` with the cause and the hint.
  package static func files() async throws -> [String] {
    let folder = try await CounterTool.folder()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    return [SystemTool.find("valgrind")?.path].compactMap(\.self)
      + names.filter { $0.hasPrefix("\(CounterTool.name)-") || $0.hasPrefix("vgpreload_core") }
      .map { "\(folder)/\($0)" }
  }
}
