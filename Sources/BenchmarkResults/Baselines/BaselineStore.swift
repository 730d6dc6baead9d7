import BenchmarkModel
import Foundation
import Glibc

/// The baselines under `results/baselines/`, each a folder laid out like that of a run.
package struct BaselineStore: Sendable {
  /// The folder that holds one folder per baseline.
  package let folder: String

  /// Makes the store inside a folder of results.
  package init(resultsFolder: String) {
    folder = "\(RunFolder(resultsFolder).path)/baselines"
  }

  /// The names of the baselines, in order.
  package func names() throws(Problem) -> [String] {
    guard FileAccess.exists(folder) else { return [] }
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder)
        .filter { Self.isName($0) && FileAccess.isFolder(path(of: $0)) }
        .sorted()
    } catch {
      throw Problem(
        file: folder, problem: "the folder could not be read: \(SystemProblem.words(error))")
    }
  }

  /// True if there is a baseline of that name.
  package func contains(_ name: String) -> Bool {
    Self.isName(name) && FileAccess.isFolder(path(of: name))
  }

  /// Reads a baseline.
  package func load(_ name: String) throws(Problem) -> Run {
    try check(name)
    guard contains(name) else { throw missing(name) }
    let run = try RunReader.read(path(of: name))
    guard run.metadata.status == .finished else {
      throw Problem(
        file: RunFolder(path(of: name)).metadata,
        problem: "the baseline is \(run.metadata.status.rawValue)", expected: "a finished one",
        hint: "save it again")
    }
    return run.named(name)
  }

  /// Reads the argument of a command: the name of a baseline, otherwise the folder of a run.
  package func resolve(_ argument: String) throws(Problem) -> Run {
    if contains(argument) { return try load(argument) }
    guard FileAccess.exists(argument) || argument.contains("/") else {
      let meant = Suggestion.words(for: argument, among: (try? names()) ?? [])
      throw Problem(
        file: argument,
        problem:
          "there is no such folder, and no such baseline under \(URL(filePath: folder).path)",
        expected: "the folder of a run, or the name of a stored baseline",
        hint: meant.isEmpty ? nil : meant)
    }
    return try RunReader.read(argument)
  }

  /// The sites of such a run; nil if it has not stored any.
  package func sites(_ argument: String) throws(Problem) -> [CostSite]? {
    let folder = contains(argument) ? path(of: argument) : argument
    return SiteFile.exists(inRun: folder) ? try SiteFile.read(fromRun: folder) : nil
  }

  /// Removes a baseline.
  package func remove(_ name: String) throws(Problem) {
    try check(name)
    guard contains(name) else { throw missing(name) }
    try refuseOthers(in: name)
    try removeFolder(path(of: name))
  }

  /// Refuses a baseline whose folder holds what this tool has not put there, before the folder is removed or replaced.
  func refuseOthers(in name: String) throws(Problem) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path(of: name))) ?? []
    let own: Set = ["run.json", SampleFile.name, SiteFile.name, "pictures"]
    guard let other = names.sorted().first(where: { !own.contains($0) }) else { return }
    throw Problem(
      file: "\(path(of: name))/\(other)",
      problem: "it is not a file of a baseline, so it is left alone",
      hint: "move it away")
  }

  /// The folder of a baseline.
  package func path(of name: String) -> String { "\(folder)/\(name)" }

  /// True if a name can be the name of a folder on any system and an argument: no slash, no leading dot or dash.
  static func isName(_ name: String) -> Bool {
    name.wholeMatch(of: /[A-Za-z0-9][A-Za-z0-9._-]{0,63}/) != nil
  }

  func check(_ name: String) throws(Problem) {
    guard !Self.isName(name) else { return }
    throw Problem(
      file: folder, problem: "\(name.debugDescription) is not a name for a baseline",
      expected: "up to 64 letters, digits, dots, dashes or underscores, first a letter or digit")
  }

  private func missing(_ name: String) -> Problem {
    let names = (try? names()) ?? []
    return Problem(
      file: path(of: name), problem: "there is no such baseline",
      expected: names.isEmpty ? nil : "one of \(names.joined(separator: ", "))",
      hint: names.isEmpty ? "save one with: keystroke-bench baseline save RUN NAME" : nil)
  }

  func removeFolder(_ path: String) throws(Problem) {
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      throw Problem(
        file: path, problem: "the folder could not be removed: \(SystemProblem.words(error))")
    }
  }
}
