import ReformatCore

/// Books what a keystroke spends to the phase that spends it.
///
/// One reading is taken at the start, at each change of phase and at the end, so that the phases and the rest
/// add up to the whole: nothing is counted twice, nothing is lost. The readings' own cost falls into the
/// intervals between them; ``intervals`` tells how often, so that it can be taken off.
public final class PhaseLedger<Probe: PhaseProbe>: PhaseObserver {
  /// One account for each phase, and one for the rest.
  public static var accounts: Int { 5 }
  /// The account of what no phase claims: the host, and the harness.
  public static var rest: Int { 4 }

  /// What each account spent in the last keystroke.
  public private(set) var spent: InlineArray<5, Probe.Reading>
  /// How many intervals each account was booked.
  public private(set) var intervals: InlineArray<5, Int>

  private let probe: Probe
  private var account: Int
  private var last: Probe.Reading

  /// An empty ledger that reads `probe`.
  public init(probe: Probe) {
    self.probe = probe
    spent = InlineArray(repeating: .zero)
    intervals = InlineArray(repeating: 0)
    account = Self.rest
    last = .zero
  }

  /// Starts a keystroke.
  @inlinable
  public func begin() { start() }

  /// Ends it: the accounts are final.
  @inlinable
  public func end() { book() }

  /// Books what was spent since the last reading, and opens another account.
  public func switchPhase(to phase: Phase?) -> Phase? {
    book()
    let outer = Self.phase(of: account)
    account = if let phase { Self.account(of: phase) } else { Self.rest }
    return outer
  }

  /// The account of a phase.
  public static func account(of phase: Phase) -> Int {
    switch phase {
    case .filter: 0
    case .parse: 1
    case .format: 2
    case .refresh: 3
    }
  }

  private static func phase(of account: Int) -> Phase? {
    switch account {
    case 0: .filter
    case 1: .parse
    case 2: .format
    case 3: .refresh
    default: nil
    }
  }

  @usableFromInline func start() {
    for account in 0..<Self.accounts {
      spent[account] = .zero
      intervals[account] = 0
    }
    account = Self.rest
    last = probe.read()
  }

  @usableFromInline func book() {
    let now = probe.read()
    spent[account] += now - last
    intervals[account] += 1
    last = now
  }
}

/// Something that grows while a keystroke runs, and can be read cheaply: time, or a count.
public protocol PhaseProbe {
  /// What is read; the difference of two readings is what was spent between them.
  associatedtype Reading: AdditiveArithmetic
  /// Reads it.
  func read() -> Reading
}

/// Reads the clock, in nanoseconds.
public struct ClockProbe: PhaseProbe {
  /// The clock is the same for all.
  public init() {}

  /// Nanoseconds since some moment in the past.
  public func read() -> UInt64 { MonotonicClock.now() }
}
