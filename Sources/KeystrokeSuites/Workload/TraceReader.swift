import BenchmarkModel
import Foundation

/// Reads sessions that are measured, and refuses a bad one with file and line.
///
/// They are lines of files of edit cases. Each has a name, a locale, a kind of value and the number meant, and an edit is
/// a `range` with its `replacement`.
public enum TraceReader {
  /// Reads the sessions of every `.jsonl` in a folder, by the name of the file.
  ///
  /// - Parameters:
  ///   - folder: the folder.
  ///   - own: the kinds of value that they may name in addition to those of this package.
  /// - Returns: the sessions.
  /// - Throws: `EditCaseError` of the first bad one, or naming the folder if it cannot be read.
  public static func readAll(in folder: URL, own: [OwnValueKind] = []) throws(EditCaseError)
    -> [Trace]
  {
    let names: [String]
    do { names = try FileManager.default.contentsOfDirectory(atPath: folder.path) } catch {
      throw EditCaseError(
        file: folder.relativePath, line: nil,
        problem: "is not a folder to be read; name the folder of the traces")
    }
    var traces: [Trace] = []
    for name in names.sorted() where name.hasSuffix(".jsonl") {
      let file = folder.appending(path: name)
      let cases = try EditCaseReader.read(file.path)
      traces += try self.traces(cases, file: file.relativePath, own: own)
    }
    return traces
  }

  /// Reads sessions from the text of a file; `file` is named in errors.
  public static func parse(_ text: String, file: String, own: [OwnValueKind] = [])
    throws(EditCaseError) -> [Trace]
  {
    try traces(EditCaseReader.parse(Data(text.utf8), file: file), file: file, own: own)
  }

  private static func traces(_ cases: [EditCase], file: String, own: [OwnValueKind])
    throws(EditCaseError) -> [Trace]
  {
    var traces: [Trace] = []
    for (index, editCase) in cases.enumerated() {
      do throws(Problem) { traces.append(try Trace(editCase, own: own)) } catch {
        throw EditCaseError(file: file, line: index + 1, problem: error.description)
      }
    }
    return traces
  }
}

private struct Problem: Error {
  var description: String
}

extension Trace {
  /// Looks up the kind of value, and reads the number with it.
  fileprivate init(_ editCase: EditCase, own: [OwnValueKind]) throws(Problem) {
    guard editCase.id.wholeMatch(of: /[A-Za-z0-9._-]+/) != nil else {
      throw Problem(
        description:
          "\"id\" must be a name of letters, digits, dots and dashes, not \"\(editCase.id)\"")
    }
    let kinds = ValueKind.allCases + own.map(ValueKind.own)
    let kind = editCase.value.flatMap { name in
      kinds.first { $0.rawValue == name } ?? ValueKind(rawValue: name)
    }
    guard let kind, let locale = editCase.locale else {
      let known = kinds.map(\.rawValue).joined(separator: ", ")
      throw Problem(
        description: "\"value\" must be one of \(known), not \"\(editCase.value ?? "")\"")
    }
    guard let meant = editCase.meant.flatMap({ MeantNumber(plain: $0, value: kind) }) else {
      throw Problem(
        description: "\"meant\" must be \(kind.expectedDigits), not \"\(editCase.meant ?? "")\"")
    }
    var order = TraceOrder(editCase.steps)
    for (index, step) in editCase.steps.enumerated() {
      if let problem = order.problem(of: step, at: index) {
        throw Problem(description: "edit \(index + 1) is \(problem)")
      }
    }
    guard order.hasEdit else { throw Problem(description: "has no edit") }
    self.init(editCase: editCase, locale: locale, value: kind, meant: meant)
  }
}

extension ValueKind {
  /// The characters with which a number of the kind is written.
  fileprivate var expectedDigits: String {
    switch self {
    case .hex: "hexadecimal digits"
    case .own(let kind) where kind.radix > 10: "digits of base \(kind.radix)"
    case .own(let kind) where !kind.allowsFraction && !kind.allowsNegative: "digits"
    case .own(let kind) where !kind.allowsFraction: "digits, with or without a minus"
    case .own(let kind) where !kind.allowsNegative: "a plain number like 1234.50"
    default: "a plain number like -1234.50"
    }
  }
}
