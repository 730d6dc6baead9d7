/// What a run of a paired comparison says of it, so that its rounds can be paired again and decided as they were.
public struct PairedRecord: Codable, Equatable, Sendable {
  /// Which side a run was.
  public enum Role: String, Codable, Sendable {
    /// The side compared against.
    case baseline
    /// The side in question.
    case candidate
  }

  /// A moment at which decisions were made.
  public struct Look: Codable, Equatable, Sendable {
    /// After how many rounds.
    public var rounds: Int
    /// The share of the budget that was spent by then, up to 1.
    public var spent: Double
    /// How long the rounds had taken by then, in seconds.
    public var seconds: Double
    /// Whether it is one of the second stage, in which what was large and undecided is measured again; nil for no.
    public var confirms: Bool?

    /// A look.
    public init(rounds: Int, spent: Double, seconds: Double, confirms: Bool = false) {
      self.rounds = rounds
      self.spent = spent
      self.seconds = seconds
      self.confirms = confirms ? true : nil
    }
  }

  /// What the processes of a side were started from.
  public enum Links: String, Codable, Sendable {
    /// Every round from a link of its own, each with the functions in another order.
    case fresh
    /// All from the one link of the build, so that a change of times may be one of the layout.
    case one
  }

  /// Which side this run was.
  public var role: Role
  /// The identifier of the run of the other side.
  public var partner: String
  /// How long the rounds were allowed to take in all, in seconds.
  public var budget: Double
  /// What all orders, layouts, links and permutations were drawn with; nil in records of old, which used the run's.
  public var seed: UInt64?
  /// What the processes were started from; nil in records of old, for the one link of the build.
  public var links: Links?
  /// Why there is one link, where fresh ones were wanted.
  public var linksProblem: String?
  /// Whether what is large and undecided is measured again, with a share of the level; nil in records of old, for no.
  public var confirms: Bool?
  /// The folders of the harness itself that differ between both commits; nil or empty for none that is known of.
  public var harnessChanges: [String]?
  /// The looks, in order; the last one is the verdict.
  public var looks: [Look] = []

  /// A record without looks.
  public init(role: Role, partner: String, budget: Double) {
    self.role = role
    self.partner = partner
    self.budget = budget
  }
}
