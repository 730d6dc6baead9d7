import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults

/// A comparison in a few sentences.
extension Comparison {
  /// The number of changes that the first line names.
  package static let named = 2

  /// The verdict in one line.
  package var headline: String { "\(lead(naming: Self.named)); \(tail)" }

  /// The numbers of figures that were compared, without those that fail.
  private var tail: String {
    func count(_ finding: Finding, timed: Bool) -> Int {
      entries(finding).count { ($0.metric?.isSampled ?? false) == timed }
    }
    var tail = "\(Words.count(count(.unchanged, timed: false), "exact metric")) unchanged"
    let inconclusive = count(.inconclusive, timed: false)
    if inconclusive > 0 { tail += ", \(inconclusive) inconclusive" }
    if pairedTest != nil {
      tail += ", \(Words.count(count(.unchanged, timed: true), "time")) unchanged"
      tail += ", \(count(.inconclusive, timed: true)) inconclusive"
    }
    return tail + ", in \(Words.count(commonCells, "common cell"))."
  }

  /// The verdict and its grounds, which name this number of failing changes: one of times and one of counts, if there are both.
  ///
  /// With 0 it names the first without its size, with less none. An undecided comparison names all of its reasons, or
  /// the first one, in the end without what to do about it.
  package func lead(naming named: Int) -> String {
    let verdict = verdict
    let accepted = entries(.accepted).count
    let grounds =
      switch verdict {
      case .fail: [failing(naming: named)]
      case .pass:
        [
          exclusion,
          accepted == 0
            ? "nothing that gates got worse"
            : "\(Words.count(accepted, "accepted change")), nothing else that gates got worse",
        ]
      case .undecided(let reasons) where named > 1:
        reasons.map(\.words) + [
          exclusion, accepted == 0 ? nil : Words.count(accepted, "accepted change"),
        ]
      case .undecided(let reasons): reasons.prefix(1).map { named < 1 ? $0.cause : $0.words }
      }
    return "\(verdict.word): \(grounds.compactMap(\.self).joined(separator: "; "))"
  }

  private func failing(naming named: Int) -> String {
    let failing = Dictionary(grouping: failures, by: \.finding)
    let kinds = Finding.allCases.compactMap { finding in
      failing[finding].map { "\($0.count) \(finding.words)" }
    }
    /// The line that explains the most, then those that do not follow from it, one for each phase.
    func leading(_ lines: [CensusLine]) -> [CensusLine] {
      var named: Set<CensusLine.Subject> = []
      let failing = lines.filter { $0.fails && named.insert($0.subject).inserted }
      return failing.prefix(1) + failing.dropFirst().filter { $0.explained > 0 }
    }
    let (timed, counted) = (leading(timed), leading(counted))
    let first = timed.prefix(counted.isEmpty ? max(1, named) : 1) + counted
    let told = named == 0 ? first.prefix(1).map(\.name) : first.prefix(max(0, named)).map(\.title)
    return (told + [uncertainty].compactMap(\.self) + kinds).joined(separator: ", ")
  }

  /// The changes in the fewest sentences, those that fail first.
  var changeSentences: [(text: String, fails: Bool)] { broken + countedSentences + better }

  /// The changes that are no costs.
  var otherSentences: [(text: String, fails: Bool)] { broken + better }

  private var broken: [(text: String, fails: Bool)] {
    [Finding.textBroke, .textChanged, .vanished, .uncovered, .workload].flatMap(sentences)
  }

  private var better: [(text: String, fails: Bool)] {
    [Finding.accepted, .textFixed, .new].flatMap(sentences)
  }

  /// Names the cell if there is only one; otherwise counts the cells by strategy.
  private func sentences(of finding: Finding) -> [(text: String, fails: Bool)] {
    let entries = entries(finding)
    guard let first = entries.first else { return [] }
    let fails = entries.contains(where: \.fails)
    guard entries.count > 1 else {
      return [("\(finding.words): \(first.cell.id): \(first.note ?? "no more is known")", fails)]
    }
    let strategies = Set(entries.map(\.cell.strategy)).sorted()
    let named = strategies.prefix(3).joined(separator: ", ")
    let rest = strategies.count - 3
    return [
      (
        "\(finding.words): \(Words.count(Set(entries.map(\.subject)), "cell")) of \(named)"
          + (rest > 0 ? " and \(rest) more" : "") + ", as \(first.cell.id)", fails
      )
    ]
  }
}

// MARK: - What a paired comparison excludes

extension Comparison {
  private var confidence: String {
    let rare = launchesPerMiss.map {
      "; slow launches rarer than 1 in \(Units.fixed($0.rounded(.down), 0)) may be missed"
    }
    return "\(Units.percent(1 - PairedTest.level)), whole family\(rare ?? "")"
  }

  /// The slowdown that is excluded for the keystrokes of all strategies; nil if none is.
  private var exclusion: String? {
    if isSameProgram { return "both sides are the same program" }
    guard let worst, worst.share.isFinite else { return nil }
    return worst.share > 0
      ? "no strategy's keystroke is more than \(Units.percent(worst.share)) slower in the mean over launches (\(confidence))"
      : "every strategy's keystroke is faster in the mean over launches (\(confidence))"
  }

  /// The required bound that is not reached; nil if it is reached.
  var uncertainty: String? {
    guard lacksCertainty, let requiredWithin else { return nil }
    let required = "and \(Units.percent(requiredWithin)) is required"
    guard let worst, worst.share.isFinite else {
      return "\(undecidedTimes.first?.words ?? "no times to compare"), \(required)"
    }
    return
      "\(worst.name) may be \(Units.percent(worst.share)) slower (\(confidence)), \(required)"
  }
}
