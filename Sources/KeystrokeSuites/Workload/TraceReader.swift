import BenchmarkModel
import Foundation
import KeystrokeTrace

/// Reads traces, and refuses a bad one with file and line.
public enum TraceReader {
  /// Reads the trace in a file.
  ///
  /// - Parameters:
  ///   - file: the file.
  ///   - own: the kinds of value that it may name in addition to those of this package.
  /// - Returns: the trace.
  /// - Throws: `TraceError` naming the file, the line and what was expected.
  public static func read(_ file: URL, own: [OwnValueKind] = []) throws(TraceError) -> Trace {
    let data: [UInt8]
    do { data = try RegularFile.read(file.path) } catch {
      throw TraceError(file: file.relativePath, line: nil, problem: error.predicate)
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw TraceError(
        file: file.relativePath, line: nil, problem: "is not UTF-8; save it as UTF-8")
    }
    return try parse(text, file: file.relativePath, own: own)
  }

  /// Reads every trace, that is every `.jsonl`, in a folder, by name.
  ///
  /// - Throws: `TraceError` of the first bad one, or naming the folder if it cannot be read.
  public static func readAll(in folder: URL, own: [OwnValueKind] = []) throws(TraceError)
    -> [Trace]
  {
    let names: [String]
    do { names = try FileManager.default.contentsOfDirectory(atPath: folder.path) } catch {
      throw TraceError(
        file: folder.relativePath, line: nil,
        problem: "is not a folder to be read; name the folder of the traces")
    }
    var traces: [Trace] = []
    for name in names.sorted() where name.hasSuffix(".jsonl") {
      traces.append(try read(folder.appending(path: name), own: own))
    }
    return traces
  }

  /// Reads a trace from its text; `file` is named in errors.
  public static func parse(_ text: String, file: String, own: [OwnValueKind] = [])
    throws(TraceError) -> Trace
  {
    // A decoder crashes if brackets nest too deeply.
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      do { try JSONShape().check(Array(line.utf8)) } catch {
        throw TraceError(file: file, line: index + 1, problem: "has \(error)")
      }
    }
    let read = try TraceFormat.parse(text, file: file) { (read) throws(TraceError) in
      _ = try trace(read, file: file, own: own)
    }
    return try trace(read, file: file, own: own)
  }

  /// Looks up the kind of value, and reads the number with it.
  private static func trace(_ read: TraceFile, file: String, own: [OwnValueKind])
    throws(TraceError) -> Trace
  {
    func bad(_ problem: String) -> TraceError { TraceError(file: file, line: 1, problem: problem) }
    let kinds = ValueKind.allCases + own.map(ValueKind.own)
    let value = kinds.first { $0.rawValue == read.value } ?? ValueKind(rawValue: read.value)
    guard let value else {
      let known = kinds.map(\.rawValue).joined(separator: ", ")
      throw bad("\"value\" must be one of \(known), not \"\(read.value)\"")
    }
    guard let meant = MeantNumber(plain: read.meant, value: value) else {
      throw bad("\"meant\" must be \(expectedDigits(of: value)), not \"\(read.meant)\"")
    }
    return Trace(file: read, value: value, meant: meant)
  }

  private static func expectedDigits(of value: ValueKind) -> String {
    switch value {
    case .hex: "hexadecimal digits"
    case .own(let kind) where kind.radix > 10: "digits of base \(kind.radix)"
    case .own(let kind) where !kind.allowsFraction && !kind.allowsNegative: "digits"
    case .own(let kind) where !kind.allowsFraction: "digits, with or without a minus"
    case .own(let kind) where !kind.allowsNegative: "a plain number like 1234.50"
    default: "a plain number like -1234.50"
    }
  }
}
