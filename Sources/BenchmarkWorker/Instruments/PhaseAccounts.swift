import ReformatCore

/// Assigns the cost of a keystroke to the phases that cause it.
///
/// One reading is taken at the start, at each change of phase and at the end, so that the phases and the rest add up to
/// the whole: nothing is counted twice, nothing is lost.
public struct PhaseAccounts<Reading: AdditiveArithmetic> {
  /// The number of accounts: one for each phase, one for the rest.
  public static var count: Int { 9 }
  /// The account of everything outside phases: the host, and the harness.
  public static var rest: Int { 8 }

  /// The amount that each account spent in the last keystroke.
  public private(set) var spent: InlineArray<9, Reading> = .init(repeating: .zero)
  /// The number of intervals in which each account spent it; the cost of the readings themselves falls into them.
  public private(set) var intervals: InlineArray<9, Int> = .init(repeating: 0)

  private var current = PhaseAccounts.rest
  private var last = Reading.zero

  /// Empty accounts.
  public init() {}

  /// Starts a keystroke: all accounts are empty, the rest is current.
  package mutating func begin(at reading: Reading) {
    spent = .init(repeating: .zero)
    intervals = .init(repeating: 0)
    current = Self.rest
    last = reading
  }

  /// Adds the amount since the last reading to the current account.
  package mutating func endInterval(at reading: Reading) {
    spent[current] += reading - last
    intervals[current] += 1
    last = reading
  }

  /// Adds the amount since the last reading, and makes another account current.
  ///
  /// - Returns: the phase that was current, or nil for the rest.
  package mutating func switchPhase(to phase: Phase?, at reading: Reading) -> Phase? {
    endInterval(at: reading)
    let outer = Phase.of(account: current)
    current = if let phase { phase.account } else { Self.rest }
    return outer
  }
}

extension PhaseAccounts: Sendable where Reading: Sendable {}

extension Phase {
  /// The account of the phase.
  public var account: Int {
    switch self {
    case .filter: 0
    case .parse: 1
    case .format: 2
    case .refresh: 3
    case .dispatch: 4
    case .rewrite: 5
    case .layout: 6
    case .paint: 7
    }
  }

  /// The phase of an account, or nil for the rest.
  static func of(account: Int) -> Phase? {
    switch account {
    case 0: .filter
    case 1: .parse
    case 2: .format
    case 3: .refresh
    case 4: .dispatch
    case 5: .rewrite
    case 6: .layout
    case 7: .paint
    default: nil
    }
  }
}
