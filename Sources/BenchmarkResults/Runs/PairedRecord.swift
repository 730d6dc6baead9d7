/// The record of a paired comparison in one of its runs, from which its rounds can be paired and decided again.
package struct PairedRecord: Codable, Equatable, Sendable {
  /// A side of the comparison.
  package enum Role: String, Codable, Sendable {
    /// The side compared against.
    case baseline
    /// The side in question.
    case candidate
  }

  /// A moment at which decisions were made.
  package struct Look: Codable, Equatable, Sendable {
    /// The number of rounds so far.
    package var rounds: Int
    /// The share of the budget that was spent by then, up to 1.
    package var spent: Double
    /// The time that the rounds had taken by then, in seconds.
    package var seconds: Double
    /// True for a look of the second stage, in which large undecided effects are measured again.
    package var confirms: Bool
    /// The part of the cells that the rounds before it measured; nil if they measured all.
    package var part: Part?

    /// Makes a look.
    package init(
      rounds: Int, spent: Double, seconds: Double, confirms: Bool = false, part: Part? = nil
    ) {
      self.rounds = rounds
      self.spent = spent
      self.seconds = seconds
      self.confirms = confirms
      self.part = part
    }
  }

  /// A part of the cells, if the budget does not hold enough rounds of all.
  package enum Part: String, Codable, Sendable {
    /// The cells that have probably changed, since their counts or their code did.
    case changed
    /// The other cells.
    case rest
  }

  /// The links that the processes of a side were started from.
  package enum Links: String, Codable, Sendable {
    /// Every round uses a link of its own, each with the functions in another order.
    case fresh
    /// All rounds use the one link of the build, so that a change of times may be caused by its layout.
    case one
    /// None: both sides are the same program, so no times were taken and no instructions counted.
    case same
  }

  /// A package outside of the repository that both sides were built with, in one state.
  package struct Outside: Codable, Equatable, Sendable {
    /// Its folder, relative to the repository, as in `../keystroke-bench`.
    package var path: String
    /// Its commit, abbreviated; nil if it is in no git repository.
    package var commit: String?
    /// True if it differs from its commit.
    package var isDirty: Bool

    /// Makes a record of a package.
    package init(path: String, commit: String?, isDirty: Bool) {
      self.path = path
      self.commit = commit
      self.isDirty = isDirty
    }
  }

  /// The side of this run.
  package var role: Role
  /// The identifier of the run of the other side.
  package var partner: String
  /// The time that all rounds together were allowed to take, in seconds.
  package var budget: Double
  /// The seed of all orders, layouts, links and permutations.
  package var seed: UInt64
  /// The links that the processes were started from.
  package var links = Links.one
  /// The reason why there is one link, if fresh ones were wanted.
  package var linksProblem: String?
  /// The processors of each pair of processes: two if both sides ran at the same time, one if they took turns; nil if not
  /// known.
  package var processors: [[Int]]?
  /// True if large undecided effects are measured again, with a share of the level.
  package var confirms = false
  /// The folders of the harness itself that differ between both commits.
  package var harnessChanges: [String] = []
  /// The packages outside of the repository that this side was built with; nil if there are none, or none are known.
  package var outside: [Outside]?
  /// The looks, in order; the last one is the verdict.
  package var looks: [Look] = []

  /// Makes a record without looks.
  package init(role: Role, partner: String, budget: Double, seed: UInt64) {
    self.role = role
    self.partner = partner
    self.budget = budget
    self.seed = seed
  }
}

extension RunMetadata {
  /// The records of the two sides of one paired comparison.
  ///
  /// - Returns: nil unless this run is the baseline, the other one the candidate, and both name each other.
  package func paired(
    with other: RunMetadata
  ) -> (baseline: PairedRecord, candidate: PairedRecord)? {
    guard let first = paired, let second = other.paired, first.partner == other.id,
      second.partner == id, first.role == .baseline, second.role == .candidate
    else { return nil }
    return (first, second)
  }
}
