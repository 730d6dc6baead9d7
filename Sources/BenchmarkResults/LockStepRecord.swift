/// What a run of a lock-step comparison says of it, so that its rounds can be paired again and judged as they were.
public struct LockStepRecord: Codable, Equatable, Sendable {
  /// Which side a run was.
  public enum Role: String, Codable, Sendable {
    /// The side compared against.
    case baseline
    /// The side in question.
    case candidate
  }

  /// A moment at which the comparison was judged.
  public struct Look: Codable, Equatable, Sendable {
    /// After how many rounds.
    public var rounds: Int
    /// The share of the budget that was spent by then, up to 1.
    public var spent: Double
    /// How long the rounds had taken by then, in seconds.
    public var seconds: Double

    /// A look.
    public init(rounds: Int, spent: Double, seconds: Double) {
      self.rounds = rounds
      self.spent = spent
      self.seconds = seconds
    }
  }

  /// Which side this run was.
  public var role: Role
  /// The identifier of the run of the other side.
  public var partner: String
  /// How long the rounds were allowed to take in all, in seconds.
  public var budget: Double
  /// When it was judged, in order; the last look is the verdict.
  public var looks: [Look] = []

  /// A record without looks.
  public init(role: Role, partner: String, budget: Double) {
    self.role = role
    self.partner = partner
    self.budget = budget
  }
}
