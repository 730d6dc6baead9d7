import BenchmarkResults
import Foundation

/// The samples that `perf script -F event,period,ip,dso` writes.
///
/// A sample is a line with period and event, a line for each frame with the place in the file and the file, innermost
/// first, and an empty line.
package struct ProfilerScript {
  /// One frame, by its number in ``ProfilerScript/places``.
  package typealias Place = Int

  /// The sampled event.
  package private(set) var event = ""
  /// Each place in a file at which a frame is; a bare address if it is in no file.
  package private(set) var places: [CodeAddress] = []
  /// The samples, grouped by equal stacks, innermost frame first.
  package private(set) var stacks: [[Place]: Total] = [:]

  /// The sum of the samples with the same stack.
  package struct Total: Sendable {
    /// The number of samples.
    package var count = 0
    /// Their periods: nanoseconds, or cycles.
    package var period = 0.0
  }

  private var numbers: [CodeAddress: Place] = [:]

  /// Reads all samples.
  ///
  /// - Throws: `Problem` with the line that is malformed.
  package init(_ text: some Sequence<UInt8>) throws {
    var period: Double?
    var stack: [Place] = []
    var number = 0
    func failure(_ line: String, expected: String) -> Problem {
      Problem(
        "perf script, line \(number): \(line.debugDescription), \(expected) was expected: use perf 5.10 or newer"
      )
    }
    func finish(_ script: inout ProfilerScript) {
      guard let weight = period else { return }
      script.stacks[stack, default: Total()].count += 1
      script.stacks[stack, default: Total()].period += weight
      period = nil
      stack.removeAll(keepingCapacity: true)
    }
    for bytes in Array(text).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    {
      number += 1
      let line = String(decoding: bytes, as: UTF8.self)
      let words = Substring(line).trimmed
      if words.isEmpty {
        finish(&self)
      } else if period == nil {
        guard let header = Self.header(words) else {
          throw failure(line, expected: "a period and an event")
        }
        guard event.isEmpty || event == header.event else {
          throw failure(line, expected: "the event \(event)")
        }
        event = header.event
        period = header.period
      } else {
        guard let place = Self.frame(words) else {
          throw failure(line, expected: "an address and its file in brackets")
        }
        stack.append(self.number(of: place))
      }
    }
    finish(&self)
  }

  private mutating func number(of place: CodeAddress) -> Place {
    if let known = numbers[place] { return known }
    numbers[place] = places.count
    places.append(place)
    return places.count - 1
  }

  /// Splits `500250 cpu-clock:u:`.
  private static func header(_ words: Substring) -> (period: Double, event: String)? {
    let parts = words.split(separator: " ")
    guard parts.count == 2, let period = UInt64(parts[0]), parts[1].last == ":",
      parts[1].count > 1
    else { return nil }
    return (Double(period), String(parts[1].dropLast()))
  }

  /// Splits `47e934 (/usr/lib/libx.so)`.
  private static func frame(_ words: Substring) -> CodeAddress? {
    guard let space = words.firstIndex(of: " "), words.last == ")",
      let address = UInt64(words[..<space], radix: 16)
    else { return nil }
    let file = words[words.index(after: space)...]
    guard file.first == "(" else { return nil }
    return CodeAddress(object: String(file.dropFirst().dropLast()), address: address)
  }
}

extension Substring {
  /// The text without white space around it.
  fileprivate var trimmed: Substring {
    var text = drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
