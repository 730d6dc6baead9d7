import BenchmarkModel
import BenchmarkResults

/// The difference of two profiles of one cell and quantity: the places that grew and those that shrank.
package struct ProfileDifference: Sendable {
  /// The profile compared against.
  package var baseline: Profile
  /// The profile in question.
  package var candidate: Profile
  /// The names of both, as in `main..today`.
  package var names: String

  /// Makes the difference of two profiles.
  package init(baseline: Profile, candidate: Profile, names: String) {
    self.baseline = baseline
    self.candidate = candidate
    self.names = names
  }

  /// The cost of a place, before and after.
  package struct Change: Hashable, Sendable {
    /// The part of the keystroke, if it was measured.
    package var phase: RowPhase?
    /// The function, with its most expensive line of those that changed.
    package var frame: StackFrame
    /// The cost in the baseline.
    package var before: Double
    /// The cost in the candidate.
    package var after: Double

    /// The cost after minus the cost before.
    package var growth: Double { after - before }
  }

  /// The changes by the innermost function of a package, the largest first.
  ///
  /// Lines are not compared, since an edit above may have moved them all.
  package var changes: [Change] { changes { $0.source } }

  /// The changes by the innermost function, whose own cost it is.
  package var ownChanges: [Change] { changes { $0.leaf } }

  private func changes(_ site: (Profile.Stack) -> ProfileSite?) -> [Change] {
    var sums: [ProfileSite: (before: Double, after: Double, lines: [Int: Double])] = [:]
    func add(_ stacks: [Profile.Stack], isAfter: Bool) {
      for stack in stacks {
        guard var place = site(stack) else { continue }
        let line = place.line
        place.line = nil
        sums[place, default: (0, 0, [:])].before += isAfter ? 0 : stack.weight
        sums[place, default: (0, 0, [:])].after += isAfter ? stack.weight : 0
        if let line {
          sums[place, default: (0, 0, [:])].lines[line, default: 0] +=
            isAfter ? stack.weight : -stack.weight
        }
      }
    }
    add(baseline.stacks, isAfter: false)
    add(candidate.stacks, isAfter: true)
    return sums.compactMap { place, sum in
      // Means of the same counts may differ in their last digit.
      guard abs(sum.after - sum.before) > 1e-9 * max(sum.after, sum.before) else { return nil }
      let sign: Double = sum.after > sum.before ? 1 : -1
      let line = sum.lines.max { (sign * $0.value, $1.key) < (sign * $1.value, $0.key) }?.key
      return Change(
        phase: place.phase,
        frame: StackFrame(function: place.function, file: place.file, line: line),
        before: sum.before, after: sum.after)
    }
    .sorted { ($0.rank) < ($1.rank) }
  }

  /// The stacks of both; stacks that differ only in their lines are merged.
  var stacks: [CallTree.Stack] {
    var stacks: [Profile.Stack: CallTree.Stack] = [:]
    for (profile, isAfter) in [(baseline, false), (candidate, true)] {
      for stack in profile.stacks {
        var key = stack
        key.weight = 0
        for index in key.frames.indices {
          key.frames[index].line = nil
          key.frames[index].library = nil
        }
        let weight = CallTree.Weight(
          value: isAfter ? stack.weight : 0, baseline: isAfter ? 0 : stack.weight)
        // The lines shown are those of the candidate, if it has the stack.
        stacks[key, default: .init(phase: stack.phase, frames: [], weight: .init(value: 0))]
          .frames =
          stack.frames
        stacks[key]?.weight += weight
      }
    }
    return Array(stacks.values)
  }
}

extension ProfileDifference.Change {
  /// The largest change first, equal ones by name.
  fileprivate var rank: (Double, String, String, String) {
    (-abs(growth), frame.function, frame.place ?? "", phase?.rawValue ?? "")
  }
}
