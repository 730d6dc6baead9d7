import BenchmarkModel

extension BenchmarkSuite {
  /// Records the sessions of every cell of a locale and judges each keystroke of them.
  package func verify(_ request: VerifyRequest) throws -> Verification {
    var verification = Verification()
    let globs = (request.patterns ?? []).map(Glob.init)
    var matched = globs.map { _ in 0 }
    for cell in cells(matching: request.filter, in: request.locale) {
      let sessions = try sessions(of: cell, seed: request.seed)
      var tally = verification.tallies[cell.strategy] ?? Verification.Tally()
      let judgement = CellJudgement(sessions)
      tally.judged = (tally.judged ?? 0) + judgement.keystrokes.count
      tally.untold = (tally.untold ?? 0) + judgement.untold
      tally.ambiguous = (tally.ambiguous ?? 0) + judgement.keystrokes.count(where: \.isAmbiguous)
      for place in globs.indices where globs[place].matches(cell.id) { matched[place] += 1 }
      if let mismatch = judgement.mismatch {
        tally.wrong += 1
        if verification.wrongTexts.count < request.listed {
          verification.wrongTexts.append(CellMismatch(name, cell, mismatch))
        }
      } else if sessions.contains(where: \.isChecked), !judgement.isUntold {
        tally.ok += 1
      } else {
        tally.unchecked += 1
      }
      verification.tallies[cell.strategy] = tally
    }
    verification.matched = request.patterns == nil ? nil : matched
    return verification
  }
}
