import Foundation
import ReformatCore

/// Reads a trace, and refuses a bad one with file and line.
public enum TraceReader {
  /// Reads the trace in a file.
  ///
  /// - Throws: ``TraceError`` naming the file, the line and what was expected.
  public static func read(_ file: URL) throws(TraceError) -> Trace {
    let data: Data
    do { data = try Data(contentsOf: file) } catch {
      throw TraceError(file: file.relativePath, line: nil, problem: "cannot be read")
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw TraceError(file: file.relativePath, line: nil, problem: "is not UTF-8")
    }
    return try parse(text, file: file.relativePath)
  }

  /// Reads every trace, that is every `.jsonl`, in a folder, by name.
  ///
  /// - Throws: ``TraceError`` of the first bad one, or naming the folder where it cannot be read.
  public static func readAll(in folder: URL) throws(TraceError) -> [Trace] {
    let names: [String]
    do { names = try FileManager.default.contentsOfDirectory(atPath: folder.path) } catch {
      throw TraceError(file: folder.relativePath, line: nil, problem: "is no folder to be read")
    }
    var traces: [Trace] = []
    for name in names.sorted() where name.hasSuffix(".jsonl") {
      traces.append(try read(folder.appending(path: name)))
    }
    return traces
  }

  /// Reads a trace from its text; `file` is named in errors.
  public static func parse(_ text: String, file: String) throws(TraceError) -> Trace {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    guard let first = lines.first else {
      throw TraceError(
        file: file, line: nil, problem: "is empty; a first line with \"trace\" was expected")
    }
    var trace = try trace(decode(Header.self, from: first, file: file, line: 1), file: file)
    var latest = 0.0
    for (index, line) in lines.enumerated().dropFirst() {
      let timed = try step(
        decode(Line.self, from: line, file: file, line: index + 1), file: file, line: index + 1)
      guard timed.time >= latest else {
        throw TraceError(
          file: file, line: index + 1,
          problem: "time \(timed.time) is before \(latest) of an earlier line")
      }
      latest = timed.time
      trace.steps.append(timed)
    }
    guard !trace.edits.isEmpty else {
      throw TraceError(file: file, line: 1, problem: "is followed by no edit")
    }
    try checkOrder(trace, file: file)
    return trace
  }

  /// Refuses a step that cannot follow those before it.
  private static func checkOrder(_ trace: Trace, file: String) throws(TraceError) {
    var order = TraceOrder(trace.steps.map(\.step))
    for (index, timed) in trace.steps.enumerated() {
      guard let problem = order.problem(of: timed.step, at: index) else { continue }
      // The first line is the header, and lines count from 1.
      throw TraceError(file: file, line: index + 2, problem: problem)
    }
  }

  private struct Header: Decodable {
    var trace: String
    var locale: String
    var value: String
    var meant: String
    var maximumLength: Int?
    var strategies: [String]?
  }

  private struct Line: Decodable {
    var event: String?
    var range: [Int]?
    var replacement: String?
    var time: Double
  }

  private static func trace(_ header: Header, file: String) throws(TraceError) -> Trace {
    func bad(_ problem: String) -> TraceError { TraceError(file: file, line: 1, problem: problem) }
    guard header.trace.wholeMatch(of: /[A-Za-z0-9._-]+/) != nil else {
      throw bad(
        "\"trace\" must be a name of letters, digits, dots and dashes, not \"\(header.trace)\"")
    }
    guard let value = ValueKind(rawValue: header.value) else {
      let known = ValueKind.allCases.map(\.rawValue).joined(separator: ", ")
      throw bad("\"value\" must be one of \(known), not \"\(header.value)\"")
    }
    guard let meant = MeantNumber(plain: header.meant, value: value) else {
      let expected = value == .hex ? "hexadecimal digits" : "a plain number like -1234.50"
      throw bad("\"meant\" must be \(expected), not \"\(header.meant)\"")
    }
    guard (header.maximumLength ?? 1) > 0 else { throw bad("\"maximumLength\" must be above 0") }
    guard header.strategies?.isEmpty != true else {
      throw bad("\"strategies\" must name at least one, or be left out")
    }
    return Trace(
      name: header.trace, locale: header.locale, value: value, meant: meant,
      maximumLength: header.maximumLength, strategies: header.strategies, steps: [])
  }

  private static func step(_ line: Line, file: String, line number: Int) throws(TraceError)
    -> Trace.TimedStep
  {
    func bad(_ problem: String) -> TraceError {
      TraceError(file: file, line: number, problem: problem)
    }
    let step: Trace.Step
    if let name = line.event {
      guard let event = SessionEvent(rawValue: name) else {
        let known = SessionEvent.allCases.map(\.rawValue).joined(separator: ", ")
        throw bad("\"event\" must be one of \(known), not \"\(name)\"")
      }
      guard line.range == nil, line.replacement == nil else {
        throw bad("has an \"event\" and an edit; a line is one of them")
      }
      step = .event(event)
    } else {
      guard let range = line.range else { throw bad("\"range\" is missing") }
      guard let replacement = line.replacement else { throw bad("\"replacement\" is missing") }
      guard range.count == 2, 0 <= range[0], range[0] <= range[1] else {
        throw bad("\"range\" must be two numbers, from 0 up and ascending, not \(range)")
      }
      step = .edit(TextEdit(range: range[0]..<range[1], replacement: replacement))
    }
    guard line.time.isFinite, line.time >= 0 else {
      throw bad("\"time\" must be seconds, from 0 up")
    }
    return Trace.TimedStep(step: step, time: line.time)
  }

  private static func decode<Model: Decodable>(
    _ type: Model.Type, from line: Substring, file: String, line number: Int
  ) throws(TraceError) -> Model {
    do { return try JSONDecoder().decode(type, from: Data(line.utf8)) } catch let error {
      throw TraceError(file: file, line: number, problem: explain(error))
    }
  }

  private static func explain(_ error: any Error) -> String {
    switch error as? DecodingError {
    case .keyNotFound(let key, _): "\"\(key.stringValue)\" is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      "\"\(context.codingPath.first?.stringValue ?? "the line")\" has the wrong type"
    default: "is not one JSON object"
    }
  }
}

/// A trace that cannot be used.
public struct TraceError: Error, Hashable, CustomStringConvertible {
  /// The file, as it was named.
  public var file: String
  /// The line, counted from 1; nil where the whole file is meant.
  public var line: Int?
  /// What is wrong, and what was expected.
  public var problem: String

  /// `file:line: problem`.
  public var description: String {
    line.map { "\(file):\($0): \(problem)" } ?? "\(file): \(problem)"
  }
}
