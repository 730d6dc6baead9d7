import Foundation
import ReformatCore

/// Reads the file of a trace, and refuses a bad one with file and line.
public enum TraceFormat {
  /// Reads a trace from its text; `file` is named in errors.
  ///
  /// - Parameters:
  ///   - text: the contents of the file.
  ///   - file: its name.
  ///   - accept: checks the first line before the others are read.
  /// - Returns: the trace.
  /// - Throws: ``TraceError`` naming the line and what was expected; the errors of `accept`.
  public static func parse(
    _ text: String, file: String, accept: (TraceFile) throws(TraceError) -> Void = { _ in }
  ) throws(TraceError) -> TraceFile {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    guard let first = lines.first else {
      throw TraceError(
        file: file, line: nil, problem: "is empty; a first line with \"trace\" was expected")
    }
    var trace = try trace(decode(Header.self, from: first, file: file, line: 1), file: file)
    try accept(trace)
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
    guard trace.hasEdit else {
      throw TraceError(
        file: file, line: 1,
        problem: "is followed by no edit; give each a line, with \"range\" and \"replacement\"")
    }
    try checkOrder(trace, file: file)
    return trace
  }

  /// Refuses a step that cannot follow those before it.
  private static func checkOrder(_ trace: TraceFile, file: String) throws(TraceError) {
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
    var allowsNegative: Bool?
    var range: [Double]?
    var strategies: [String]?
    var text: String?
    var dropped: Int?
  }

  private struct Line: Decodable {
    var event: String?
    var range: [Int]?
    var replacement: String?
    var selection: [Int]?
    var time: Double
  }

  private static func trace(_ header: Header, file: String) throws(TraceError) -> TraceFile {
    func bad(_ problem: String) -> TraceError { TraceError(file: file, line: 1, problem: problem) }
    guard header.trace.wholeMatch(of: /[A-Za-z0-9._-]+/) != nil else {
      throw bad(
        "\"trace\" must be a name of letters, digits, dots and dashes, not \"\(header.trace)\"")
    }
    guard (header.maximumLength ?? 1) > 0 else { throw bad("\"maximumLength\" must be above 0") }
    guard header.strategies?.isEmpty != true else {
      throw bad("\"strategies\" must name at least one, or be left out")
    }
    guard (header.dropped ?? 0) >= 0 else { throw bad("\"dropped\" must not be below 0") }
    var range: ClosedRange<Double>?
    if let bounds = header.range {
      guard bounds.count == 2, bounds[0] <= bounds[1] else {
        throw bad("\"range\" must be two numbers, ascending, not \(bounds)")
      }
      range = bounds[0]...bounds[1]
    }
    return TraceFile(
      name: header.trace, locale: header.locale, value: header.value, meant: header.meant,
      maximumLength: header.maximumLength, allowsNegative: header.allowsNegative ?? true,
      range: range, strategies: header.strategies, text: header.text ?? "",
      dropped: header.dropped ?? 0, steps: [])
  }

  private static func step(_ line: Line, file: String, line number: Int) throws(TraceError)
    -> TraceFile.TimedStep
  {
    func bad(_ problem: String) -> TraceError {
      TraceError(file: file, line: number, problem: problem)
    }
    let step: TraceFile.Step
    var selection: Range<Int>?
    if let name = line.event {
      guard let event = SessionEvent(rawValue: name) else {
        let known = SessionEvent.allCases.map(\.rawValue).joined(separator: ", ")
        throw bad("\"event\" must be one of \(known), not \"\(name)\"")
      }
      guard line.range == nil, line.replacement == nil, line.selection == nil else {
        throw bad("has an \"event\" and an edit; a line is one of them")
      }
      step = .event(event)
    } else {
      guard let range = line.range else { throw bad("\"range\" is missing") }
      guard let replacement = line.replacement else { throw bad("\"replacement\" is missing") }
      func bounds(_ list: [Int], _ key: String) throws(TraceError) -> Range<Int> {
        guard list.count == 2, 0 <= list[0], list[0] <= list[1] else {
          throw bad("\"\(key)\" must be two numbers, from 0 up and ascending, not \(list)")
        }
        return list[0]..<list[1]
      }
      if let list = line.selection { selection = try bounds(list, "selection") }
      step = .edit(TextEdit(range: try bounds(range, "range"), replacement: replacement))
    }
    guard line.time.isFinite, line.time >= 0 else {
      throw bad("\"time\" must be seconds, from 0 up")
    }
    return TraceFile.TimedStep(step: step, selection: selection, time: line.time)
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

extension TraceFile {
  /// True if anything was typed.
  fileprivate var hasEdit: Bool {
    steps.contains { if case .edit = $0.step { true } else { false } }
  }
}
