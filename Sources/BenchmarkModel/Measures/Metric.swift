import Synchronization

/// The quantity that a row measures: one of the harness's own, or a metric that a package declares.
public struct Metric: Sendable {
  /// The index in ``names``; own metrics follow.
  private let index: UInt16

  private init(_ index: UInt16) { self.index = index }

  /// Elapsed time, in nanoseconds.
  public static let time = Metric(0)
  /// Body evaluations that reached the screen, as the field model counts them.
  public static let refreshes = Metric(1)
  /// Values published by observable state.
  public static let emissions = Metric(2)
  /// Texts that code, not the user, wrote into the field.
  ///
  /// Each moves the caret to the end unless it is set again, and ends the composition of an input method.
  public static let textAssignments = Metric(3)
  /// Signals that a real widget emitted about its text and caret.
  public static let signals = Metric(4)
  /// Calls that a real toolkit made to measure and shape the text.
  public static let layoutCalls = Metric(5)
  /// Frames painted.
  public static let frames = Metric(6)
  /// Frames painted with a text that is not the one the keystroke leaves.
  public static let flickerFrames = Metric(7)
  /// Calls that allocated memory.
  public static let allocations = Metric(8)
  /// Bytes requested from the allocator.
  public static let bytes = Metric(9)
  /// The highest number of bytes that were live at once.
  public static let peakBytes = Metric(10)
  /// Bytes still live when the session had ended.
  public static let leakedBytes = Metric(11)
  /// Instructions executed, without those of ``metadataLookups``.
  public static let instructions = Metric(12)
  /// Instructions that the runtime spends on looking up metadata of types and conformances.
  ///
  /// The keys of its hash tables are addresses, so the number of probes depends on where a build puts its data.
  public static let metadataLookups = Metric(13)
  /// Instructions that lock the bus: atomic ones, including those of locks and of reference counts.
  public static let lockedOperations = Metric(14)
  /// System calls.
  public static let systemCalls = Metric(15)
  /// Retains of reference-counted objects.
  public static let retains = Metric(16)
  /// Releases of reference-counted objects.
  public static let releases = Metric(17)
  /// Keystrokes after which text or value was not what the oracle expects, of those that were judged.
  public static let wrongKeystrokes = Metric(18)
  /// Keystrokes that left the right text with the caret in the wrong place, of those that were judged.
  public static let caretErrors = Metric(19)
  /// The share of keystrokes that took longer than 1 ms; written only if one did.
  public static let over1ms = Metric(20)
  /// The share of keystrokes that took longer than a frame at 120 Hz, 8.33 ms; written only if one did.
  public static let over8ms = Metric(21)
  /// The share of keystrokes that took longer than a frame at 60 Hz, 16.67 ms; written only if one did.
  public static let over17ms = Metric(22)
  /// The typical time of a keystroke, in nanoseconds: the median over replays of each keystroke of the sessions, and the
  /// mean of these medians.
  ///
  /// A replay that other work on the machine interrupted counts for nothing, as long as most replays were not.
  public static let typicalTime = Metric(23)
  /// Keystrokes that the field took for what somebody else means by them, of those that were judged.
  public static let ambiguousKeystrokes = Metric(24)

  /// The names of the harness's own metrics, in the order of tables.
  private static let names = [
    "time", "refreshes", "emissions", "text_assignments", "signals", "layout_calls", "frames",
    "flicker_frames", "allocations", "bytes", "peak_bytes", "leaked_bytes", "instructions",
    "metadata_lookups", "locked_operations", "system_calls", "retains", "releases",
    "wrong_keystrokes", "caret_errors", "over_1ms", "over_8ms", "over_17ms",
    "typical_time", "ambiguous_keystrokes",
  ]
  private static let known = Dictionary(
    uniqueKeysWithValues: names.enumerated().map { ($1, Metric(UInt16($0))) })

  /// The own metrics that this process has met.
  private static let declared = Mutex<(all: [OwnMetric], indices: [OwnMetric: UInt16])>(([], [:]))
  /// The maximum number of them: files may declare any number.
  private static let mostDeclared = 10_000

  /// The metric that a package has declared; nil if this process has met too many.
  ///
  /// Metrics of one name that were declared otherwise are different metrics.
  public init?(_ own: OwnMetric) {
    let index = Self.declared.withLock { known -> UInt16? in
      if let index = known.indices[own] { return index }
      guard known.all.count < Self.mostDeclared else { return nil }
      let index = UInt16(Self.names.count + known.all.count)
      known.all.append(own)
      known.indices[own] = index
      return index
    }
    guard let index else { return nil }
    self.index = index
  }

  /// A metric by its name, if a file names it without declaring it: it means every own metric of that name.
  ///
  /// - Returns: nil if no metric can have the name.
  package init?(named name: String) {
    if let known = Self(rawValue: name) {
      self = known
    } else if OwnMetric.isName(name), let own = Self(OwnMetric(name, exact: true)) {
      self = own
    } else {
      return nil
    }
  }

  /// The declaration of an own metric; nil for one of the harness.
  public var own: OwnMetric? {
    guard index >= Self.names.count else { return nil }
    return Self.declared.withLock { $0.all[Int(index) - Self.names.count] }
  }

  /// True if both are the same metric, or own metrics of one name.
  package func isNamed(like other: Metric) -> Bool {
    self == other || (own.map { $0.name == other.own?.name } ?? false)
  }

  /// The place among the metrics of the harness; own metrics come after all of them.
  package var order: Int { min(Int(index), Self.names.count) }

  /// True if the metric repeats exactly with one toolchain; times, and shares of times, do not.
  public var isExact: Bool { own?.exact ?? (!isTime && limit == nil) }

  /// True if the metric is a time, in nanoseconds.
  package var isTime: Bool { self == .time || self == .typicalTime || own?.unit == .nanoseconds }

  /// True if a paired comparison samples the metric round by round, and decides by statistics.
  package var isSampled: Bool { self == .time || own?.exact == false }

  /// True if a higher figure is worse.
  package var lowerIsBetter: Bool { own?.lowerIsBetter ?? true }

  /// True if the metric counts errors of keystrokes.
  ///
  /// The number of keystrokes of a trace that can be judged depends on the texts that a strategy leaves, so the number
  /// of keystrokes of such a row is no part of the workload.
  public var isJudgement: Bool {
    [.wrongKeystrokes, .caretErrors, .ambiguousKeystrokes].contains(self)
  }

  /// True if a change can be caused by the code under test; otherwise it is shown and gates nothing.
  public var canGate: Bool { self != .metadataLookups }

  /// The time over which a keystroke is counted, in nanoseconds; nil if the metric is no such share.
  public var limit: Double? {
    switch self {
    case .over1ms: 1e6
    case .over8ms: 1e9 / 120
    case .over17ms: 1e9 / 60
    default: nil
    }
  }

  /// The shares of keystrokes over a limit, the shortest limit first.
  public static let shares: [Metric] = [.over1ms, .over8ms, .over17ms]

  /// True if the metric counts actions of the field, and so depends on neither compiler nor allocator.
  public var isBehaviour: Bool {
    switch self {
    case .refreshes, .emissions, .textAssignments, .wrongKeystrokes, .caretErrors,
      .ambiguousKeystrokes, .signals, .layoutCalls, .frames, .flickerFrames:
      true
    default: false
    }
  }

  /// The unit of the figures: `ns`, `B`, `1` for a plain count, or that of an own metric.
  public var unit: String {
    switch self {
    case .time, .typicalTime: "ns"
    case .bytes, .peakBytes, .leakedBytes: "B"
    default: own?.unit.name ?? "1"
    }
  }
}

extension Metric: RawRepresentable, CaseIterable {
  /// The metrics of the harness, in the order of tables.
  public static let allCases = names.indices.map { Metric(UInt16($0)) }

  /// The metric of the harness with that name.
  public init?(rawValue: String) {
    guard let known = Self.known[rawValue] else { return nil }
    self = known
  }

  /// The name in the `metric` column.
  public var rawValue: String { own?.name ?? Self.names[Int(index)] }
}

extension Metric: Hashable, Comparable {
  /// True if both are declared alike.
  public static func == (a: Metric, b: Metric) -> Bool { a.index == b.index }

  /// Hashes the index.
  public func hash(into hasher: inout Hasher) { hasher.combine(index) }

  /// The order of tables and files: those of the harness, then own ones by name.
  public static func < (a: Metric, b: Metric) -> Bool {
    guard let own = a.own, let other = b.own else { return a.index < b.index }
    func key(_ own: OwnMetric) -> (String, String, Int, Int) {
      (own.name, own.unit.name, own.exact ? 0 : 1, own.lowerIsBetter ? 0 : 1)
    }
    return key(own) < key(other)
  }
}

extension Metric: Codable {
  /// Reads the name of a metric of the harness, or the declaration of an own one.
  public init(from decoder: any Decoder) throws {
    if let name = try? decoder.singleValueContainer().decode(String.self) {
      guard let known = Metric(rawValue: name) else {
        throw WrongReply("\(name.quotedName) is not a metric")
      }
      self = known
      return
    }
    let own = try OwnMetric(from: decoder)
    if let problem = OwnMetric.problem(in: [own]) { throw WrongReply(problem) }
    guard let metric = Metric(own) else { throw WrongReply("too many own metrics") }
    self = metric
  }

  /// Writes the same.
  public func encode(to encoder: any Encoder) throws {
    if let own { return try own.encode(to: encoder) }
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

/// The source of a measurement; rows of different instruments are never compared.
public enum Instrument: String, CaseIterable, Codable, Sendable {
  /// The monotonic clock.
  case clock
  /// The headless field, which counts what it does.
  case host
  /// The counting allocator.
  case shim
  /// Valgrind, which executes the program instruction by instruction.
  case valgrind
}
