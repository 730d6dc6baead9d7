import Foundation
import Subprocess
import SystemPackage

/// A tool of the toolchain that reads lines and answers them.
enum FilterTool {
  /// The answers, as many as lines were asked.
  ///
  /// - Throws: ``RunError`` where the tool is missing, fails, or answers more or fewer lines.
  static func answers(
    of name: String, _ arguments: [String], to questions: String, count: Int
  ) async throws -> [ArraySlice<UInt8>] {
    let lines = try await lines(of: name, arguments, to: questions)
    guard lines.count == count else {
      throw RunError("\(name) answered \(lines.count) lines, \(count) were expected")
    }
    return lines
  }

  /// The lines that are not empty, however many.
  ///
  /// - Throws: ``RunError`` where the tool is missing or fails.
  static func lines(
    of name: String, _ arguments: [String], to questions: String
  ) async throws -> [ArraySlice<UInt8>] {
    let tool = try ToolchainTool.find(name)
    let result = try await Subprocess.run(
      .path(FilePath(tool)), arguments: Arguments(arguments), platformOptions: .apart(),
      input: .fileDescriptor(InputFile.holding(questions), closeAfterSpawningProcess: true),
      output: .bytes(limit: .max), error: .string(limit: 1 << 20))
    try Task.checkCancellation()
    guard result.terminationStatus.isSuccess else {
      let words = result.standardError.split(whereSeparator: \.isNewline).first ?? "it said nothing"
      throw RunError("\(tool) failed: \(words)")
    }
    return result.standardOutput.split(separator: UInt8(ascii: "\n"))
  }
}
