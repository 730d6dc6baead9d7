/// A metric that a package defines for its own strategies, such as the regex matches of a keystroke.
///
/// A `StrategyEntry` declares it, and its strategy reports it by name with `PhaseMarker.count` or
/// `PhaseMarker.time`. Strategies that do not declare it have no figure of it.
public struct OwnMetric: Hashable, Codable, Sendable {
  /// The unit of a metric's figures.
  public struct Unit: Hashable, Codable, Sendable, ExpressibleByStringLiteral {
    /// The unit as in the `unit` column.
    public let name: String

    /// A plain count.
    public static let count: Unit = "1"
    /// Nanoseconds; a metric in them is a time.
    public static let nanoseconds: Unit = "ns"
    /// Bytes.
    public static let bytes: Unit = "B"

    /// Makes a unit of its name: letters and digits.
    public init(stringLiteral name: String) { self.name = name }

    /// Reads the name.
    public init(from decoder: any Decoder) throws {
      name = try decoder.singleValueContainer().decode(String.self)
    }

    /// Writes the name.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(name)
    }
  }

  /// The name in the `metric` column: small letters, digits and underscores.
  public var name: String
  /// The unit of its figures.
  public var unit: Unit
  /// True if it repeats exactly, so that any change is a verdict; otherwise statistics decide.
  public var exact: Bool
  /// True if a higher figure is worse.
  public var lowerIsBetter: Bool

  /// Declares a metric.
  ///
  /// - Parameters:
  ///   - name: small letters, digits and underscores, such as `regex_matches`; no metric of the harness has it.
  ///   - unit: the unit of its figures; a metric in nanoseconds is a time, which is never exact.
  ///   - exact: true if it repeats exactly, so that any change is a verdict.
  ///   - lowerIsBetter: true if a higher figure is worse.
  public init(_ name: String, unit: Unit = .count, exact: Bool, lowerIsBetter: Bool = true) {
    self.name = name
    self.unit = unit
    self.exact = exact
    self.lowerIsBetter = lowerIsBetter
  }

  /// The maximum number of bytes of a name and of a unit: both head columns of tables.
  private static let longest = (name: 60, unit: 12)
  /// The maximum number of metrics of one suite.
  private static let most = 100

  /// True if a metric may have this name.
  package static func isName(_ name: String) -> Bool {
    name.utf8.count <= longest.name && name.first?.isLowercase == true
      && name.utf8.allSatisfy { isDigit($0) || isSmall($0) || $0 == UInt8(ascii: "_") }
      && Metric(rawValue: name) == nil && !name.hasPrefix("over_")
  }

  /// The problem with declaring these metrics together, with what to do; nil if there is none.
  package static func problem(in metrics: some Sequence<OwnMetric>) -> String? {
    var known: [String: OwnMetric] = [:]
    for metric in metrics {
      if let problem = metric.problem { return problem }
      guard let other = known.updateValue(metric, forKey: metric.name), other != metric else {
        continue
      }
      return
        "the metric \(metric.name) is declared twice, as \(other.words) and as \(metric.words); declare it once and use that for each entry"
    }
    return known.count <= most ? nil : "\(known.count) own metrics; at most \(most) can be declared"
  }

  /// The problem with the metric by itself.
  private var problem: String? {
    let shown = String(name.prefix(Self.longest.name)).debugDescription
    if Metric(rawValue: name) != nil || name.hasPrefix("over_") {
      return "the metric \(shown) has the name of a metric of keystroke-bench; name it otherwise"
    }
    guard Self.isName(name) else {
      return
        "the metric \(shown) cannot be declared: a name has small letters a to z, digits and underscores, begins with a letter, and has at most \(Self.longest.name) of them; an example is regex_matches"
    }
    let bytes = unit.name.utf8
    guard !bytes.isEmpty, bytes.count <= Self.longest.unit,
      bytes.allSatisfy({ Self.isDigit($0) || Self.isSmall($0 | 0x20) })
    else {
      return
        "the unit of the metric \(name) cannot be declared: it has letters and digits, at most \(Self.longest.unit); an example is pages"
    }
    return exact && unit == .nanoseconds
      ? "the metric \(name) is a time, which is never exact; declare it with exact: false" : nil
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  private static func isSmall(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }

  /// The properties in words: `exact, in pages`.
  private var words: String {
    "\(exact ? "exact" : "advisory")\(unit == .count ? "" : ", in \(unit.name)")\(lowerIsBetter ? "" : ", more is better")"
  }
}
