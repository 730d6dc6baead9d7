import BenchmarkWorker
import ReformatCore
import Testing

@Suite struct PhaseAccountsTests {
  /// Returns accounts on a made-up clock: the time of each keystroke is known, so the accounts can be checked exactly.
  private func booked() -> PhaseAccounts<Int> {
    var accounts = PhaseAccounts<Int>()
    accounts.begin(at: 100)
    let outer = accounts.switchPhase(to: .refresh, at: 107)
    #expect(outer == nil)
    #expect(accounts.switchPhase(to: .format, at: 120) == .refresh)
    #expect(accounts.switchPhase(to: .refresh, at: 150) == .format)
    #expect(accounts.switchPhase(to: nil, at: 151) == .refresh)
    accounts.endInterval(at: 160)
    return accounts
  }

  @Test func eachIntervalGoesToTheInnermostPhase() {
    let accounts = booked()
    #expect(accounts.spent[Phase.refresh.account] == 13 + 1)
    #expect(accounts.spent[Phase.format.account] == 30)
    #expect(accounts.spent[Phase.filter.account] == 0)
    #expect(accounts.spent[PhaseAccounts<Int>.rest] == 7 + 9)
    #expect(accounts.intervals[Phase.refresh.account] == 2)
    #expect(accounts.intervals[Phase.filter.account] == 0)
  }

  @Test func phasesAndRestAddUpToTheWhole() {
    let accounts = booked()
    let sum = (0..<PhaseAccounts<Int>.count).reduce(0) { $0 + accounts.spent[$1] }
    #expect(sum == 160 - 100)
  }

  @Test func aKeystrokeBeginsWithEmptyAccounts() {
    var accounts = booked()
    accounts.begin(at: 1000)
    accounts.endInterval(at: 1003)
    #expect(accounts.spent[Phase.refresh.account] == 0)
    #expect(accounts.spent[PhaseAccounts<Int>.rest] == 3)
  }

  @Test func everyPhaseHasAnAccountOfItsOwn() {
    let accounts = Set(Phase.allCases.map(\.account) + [PhaseAccounts<Int>.rest])
    #expect(accounts == Set(0..<PhaseAccounts<Int>.count))
  }
}
