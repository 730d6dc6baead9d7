/// The unit of measurement: a strategy, on a kind of value, in a locale, at a length, under a script.
///
/// Its ``id`` is those five joined by `/`, in that order, for example `delegate-filter/int/fr_FR/9/type`.
public struct Cell: Hashable, Sendable, Codable {
  /// The name of the strategy, for example `onchange-reformat`.
  public var strategy: String
  /// The kind of value, for example `int`, `double` or `double-2`.
  public var value: String
  /// The identifier of the locale, for example `ar_EG`.
  public var locale: String
  /// The number of digits that a session types.
  public var length: Int
  /// The edit script, or `trace-` and the name of a trace.
  public var script: String

  /// Makes a cell of its five parts, none of which may contain a `/`.
  public init(strategy: String, value: String, locale: String, length: Int, script: String) {
    self.strategy = strategy
    self.value = value
    self.locale = locale
    self.length = length
    self.script = script
  }

  /// Reads an ``id``; nil unless it has five parts, the fourth being a number that is not negative.
  public init?(id: String) {
    let parts = id.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 5, parts.allSatisfy({ !$0.isEmpty }), let length = Int(parts[3]),
      length >= 0
    else { return nil }
    self.init(
      strategy: parts[0], value: parts[1], locale: parts[2], length: length, script: parts[4])
  }

  /// The five parts joined by `/`.
  public var id: String { "\(strategy)/\(value)/\(locale)/\(length)/\(script)" }
}

extension Cell {
  /// A part of an ``Cell/id``, in its order.
  public enum Part: String, CaseIterable, Sendable {
    case strategy, value, locale, length, script
  }

  /// The text of a part of the id.
  public subscript(part: Part) -> String {
    switch part {
    case .strategy: strategy
    case .value: value
    case .locale: locale
    case .length: String(length)
    case .script: script
    }
  }

  /// The parts of the id, as in the columns of a table.
  public var parts: [String] { Part.allCases.map { self[$0] } }
}

extension Cell {
  /// The prefix of a script that replays a trace.
  public static let tracePrefix = "trace-"

  /// True if a trace is replayed, so that the seed does not change what is typed.
  public var isTraced: Bool { script.hasPrefix(Self.tracePrefix) }

  /// True for the plainest script, with which the making of a field is measured: it is the same with any other.
  package var measuresSetUp: Bool { script == "type" }
}

extension Cell: Comparable {
  /// The order of tables and files: by part, lengths as numbers.
  public static func < (a: Cell, b: Cell) -> Bool {
    (a.strategy, a.value, a.locale, a.length, a.script)
      < (b.strategy, b.value, b.locale, b.length, b.script)
  }
}

extension Cell: CustomStringConvertible {
  /// The ``id``.
  public var description: String { id }
}
