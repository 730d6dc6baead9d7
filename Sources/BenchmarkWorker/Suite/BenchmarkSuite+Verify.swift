import BenchmarkModel

extension BenchmarkSuite {
  /// Records the sessions of every cell of a locale and judges each keystroke of them.
  func verify(_ request: VerifyRequest) throws -> Verification {
    var verification = Verification()
    for cell in cells(matching: request.filter, in: request.locale) {
      let sessions = try sessions(of: cell, seed: request.seed)
      var tally = verification.tallies[cell.strategy] ?? Verification.Tally()
      if let mismatch = CellJudgement(sessions).mismatch {
        tally.wrong += 1
        if verification.wrongTexts.count < request.listed {
          verification.wrongTexts.append(WrongText(name, cell, mismatch))
        }
      } else if sessions.contains(where: \.isChecked) {
        tally.ok += 1
      } else {
        tally.unchecked += 1
      }
      verification.tallies[cell.strategy] = tally
    }
    return verification
  }
}
