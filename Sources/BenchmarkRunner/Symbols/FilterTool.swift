import Foundation
import Subprocess
import SystemPackage

/// A tool of the toolchain that answers each line of its input with one of its output.
enum FilterTool {
  /// The answers, as many as lines were asked.
  ///
  /// - Throws: ``RunError`` where the tool is missing, fails, or answers more or fewer lines.
  static func answers(
    of name: String, _ arguments: [String], to questions: String, count: Int
  ) async throws -> [ArraySlice<UInt8>] {
    let tool = try ToolchainTool.find(name)
    let result = try await Subprocess.run(
      .path(FilePath(tool)), arguments: Arguments(arguments), input: .string(questions),
      output: .bytes(limit: .max), error: .string(limit: 1 << 20))
    try Task.checkCancellation()
    guard result.terminationStatus.isSuccess else {
      let words = result.standardError.split(whereSeparator: \.isNewline).first ?? "it said nothing"
      throw RunError("\(tool) failed: \(words)")
    }
    // Some versions leave a blank line after each answer.
    let lines = result.standardOutput.split(separator: UInt8(ascii: "\n"))
    guard lines.count == count else {
      throw RunError("\(tool) answered \(lines.count) lines, \(count) were expected")
    }
    return lines
  }
}
