import BenchmarkModel
import BenchmarkResults

extension Comparison {
  /// The verdict on the whole comparison.
  package enum Verdict: Equatable, Sendable {
    /// Something that gates got worse, or a required certainty is missing.
    case fail
    /// Nothing that gates got worse, and everything that has to gate could.
    case pass
    /// Nothing that gates got worse, but for these reasons not everything could have been found.
    case undecided([Reason])

    /// The word that files and programs store.
    package var code: String { self == .fail ? "fail" : self == .pass ? "pass" : "undecided" }

    /// The reasons of an undecided comparison; empty for the other verdicts.
    package var reasons: [Reason] { if case .undecided(let reasons) = self { reasons } else { [] } }
  }

  /// A reason why a comparison that found nothing worse does not pass.
  package struct Reason: Equatable, Sendable {
    /// Codes that files and programs store.
    package enum Code: String, Codable, Sendable {
      case notFinished = "not_finished"
      case otherToolchain = "other_toolchain"
      case otherAllocator = "other_allocator"
      /// Another valgrind, C library or instruction set.
      case otherSystem = "other_system"
      case otherSeed = "other_seed"
      /// Cells have no exact metric that could gate.
      case noExactMetrics = "no_exact_metrics"
      /// Cells have no times of both sides, in a paired comparison that took times.
      case noTimes = "no_times"
      case tooFewRounds = "too_few_rounds"
      /// The times of some strategies have no bound, because some launches differ from the others.
      case unevenLaunches = "uneven_launches"
    }

    /// The reason as a code.
    package let code: Code
    /// The cells that may have got worse unseen.
    package let cells: Set<SeriesKey.Subject>
    /// The number of rounds that are too few, and the seconds that enough of them may take.
    package var rounds = 0
    package var budget: Double?
  }

  /// The verdict; a missing decision never hides a failure.
  package var verdict: Verdict {
    fails ? .fail : reasons.isEmpty ? .pass : .undecided(reasons)
  }

  /// The reasons why cells may have got worse unseen, also if others failed; none if both sides are the same program.
  package var reasons: [Reason] { isSameProgram ? [] : gaps + undecidedTimes }

  /// The reasons why the times of some strategies have no bound although every cell has some; empty unless the comparison is
  /// paired.
  package var undecidedTimes: [Reason] {
    let open = (pairedTest?.bounds ?? []).filter { !$0.share.isFinite }
    return [(Reason.Code.tooFewRounds, false), (.unevenLaunches, true)].compactMap {
      code, isUneven in
      let own = open.filter { $0.isUneven == isUneven }
      guard let rounds = own.map(\.rounds).min() else { return nil }
      let cells = Set(own.flatMap(\.cells))
      return Reason(
        code: code, cells: Set(entries.map(\.subject).filter { cells.contains($0.cell) }),
        rounds: rounds, budget: undecided?.budget)
    }
  }

  /// The reasons why something that has to gate in common cells could not.
  static func gaps(
    _ runs: [Run], _ scope: ComparisonScope, _ pairedTest: PairedTest?,
    cells: [(subject: SeriesKey.Subject, entries: [ComparisonEntry])]
  ) -> [Reason] {
    let reasons = scope.lines.filter { $0.what != .times }.map(\.reason)
    func gap(
      _ code: Reason.Code, where isOpen: (SeriesKey.Subject, [ComparisonEntry]) -> Bool
    ) -> Reason? {
      let open = Set(cells.lazy.filter(isOpen).map(\.subject))
      return open.isEmpty ? nil : Reason(code: code, cells: open)
    }
    return [
      gap(.notFinished) { _, _ in runs.contains { $0.metadata.status != .finished } },
      gap(.otherToolchain) { _, _ in reasons.contains(.toolchain) },
      gap(.otherAllocator) { _, _ in reasons.contains(.allocator) },
      gap(.otherSystem) { _, _ in reasons.contains(.system) },
      gap(.otherSeed) { subject, _ in reasons.contains(.seed) && !subject.cell.isTraced },
      gap(.noExactMetrics) { _, entries in !entries.contains(where: \.isDecidedExactly) },
      gap(.noTimes) { subject, _ in
        let whole = TimedSubject(scope: .cell(subject.cell), phase: .total)
        return pairedTest.map { $0.verdicts[whole] == nil } ?? false
      },
    ].compactMap(\.self)
  }
}

extension ComparisonEntry {
  /// True if the entry is about an exact metric that could have shown a change.
  fileprivate var isDecidedExactly: Bool {
    finding != .inconclusive && metric?.canGate == true && metric?.isExact == true
  }
}
