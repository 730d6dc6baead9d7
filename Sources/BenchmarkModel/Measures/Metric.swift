/// The quantity that a row measures.
public enum Metric: String, CaseIterable, Codable, Sendable {
  /// Elapsed time, in nanoseconds.
  case time
  /// Body evaluations that reached the screen, as the field model counts them.
  case refreshes
  /// Values published by observable state.
  case emissions
  /// Texts that code, not the user, wrote into the field.
  ///
  /// Each moves the caret to the end unless it is set again, and ends the composition of an input method.
  case textAssignments = "text_assignments"
  /// Signals that a real widget emitted about its text and caret.
  case signals
  /// Calls that a real toolkit made to measure and shape the text.
  case layoutCalls = "layout_calls"
  /// Frames painted.
  case frames
  /// Frames painted with a text that is not the one the keystroke leaves.
  case flickerFrames = "flicker_frames"
  /// Calls that allocated memory.
  case allocations
  /// Bytes requested from the allocator.
  case bytes
  /// The highest number of bytes that were live at once.
  case peakBytes = "peak_bytes"
  /// Bytes still live when the session had ended.
  case leakedBytes = "leaked_bytes"
  /// Instructions executed, without those of ``metadataLookups``.
  case instructions
  /// Instructions that the runtime spends on looking up metadata of types and conformances.
  ///
  /// The keys of its hash tables are addresses, so the number of probes depends on where a build puts its data.
  case metadataLookups = "metadata_lookups"
  /// Instructions that lock the bus: atomic ones, including those of locks and of reference counts.
  case lockedOperations = "locked_operations"
  /// System calls.
  case systemCalls = "system_calls"
  /// Retains of reference-counted objects.
  case retains
  /// Releases of reference-counted objects.
  case releases
  /// Keystrokes after which text or value was not what the oracle expects, of those that were judged.
  case wrongKeystrokes = "wrong_keystrokes"
  /// Keystrokes that left the right text with the caret in the wrong place, of those that were judged.
  case caretErrors = "caret_errors"
  /// The share of keystrokes that took longer than 1 ms; written only if one did.
  case over1ms = "over_1ms"
  /// The share of keystrokes that took longer than a frame at 120 Hz, 8.33 ms; written only if one did.
  case over8ms = "over_8ms"
  /// The share of keystrokes that took longer than a frame at 60 Hz, 16.67 ms; written only if one did.
  case over17ms = "over_17ms"
  /// The typical time of a keystroke, in nanoseconds: the median over replays of each keystroke of the sessions, and the
  /// mean of these medians.
  ///
  /// A replay that other work on the machine interrupted counts for nothing, as long as most replays were not.
  case typicalTime = "typical_time"

  /// True if the metric repeats exactly with one toolchain; times, and shares of times, do not.
  public var isExact: Bool { self != .time && self != .typicalTime && limit == nil }

  /// True if the metric counts errors of keystrokes.
  ///
  /// The number of keystrokes of a trace that can be judged depends on the texts that a strategy leaves, so the number
  /// of keystrokes of such a row is no part of the workload.
  public var isJudgement: Bool { self == .wrongKeystrokes || self == .caretErrors }

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
    case .refreshes, .emissions, .textAssignments, .wrongKeystrokes, .caretErrors, .signals,
      .layoutCalls, .frames, .flickerFrames:
      true
    default: false
    }
  }

  /// The unit of the figures: `ns`, `B`, or `1` for a plain count.
  public var unit: String {
    switch self {
    case .time, .typicalTime: "ns"
    case .bytes, .peakBytes, .leakedBytes: "B"
    default: "1"
    }
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
  /// The kernel's performance events.
  case perf
}
