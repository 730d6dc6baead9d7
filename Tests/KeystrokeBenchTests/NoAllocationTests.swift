import Foundation
import RunFixtures
import Testing

/// What the incremental engine promises of memory, counted by the shim in the real worker.
@Suite(.needsLiveShim)
struct NoAllocationTests {
  /// Digits and separators of one to four bytes, groups of two and three, marks around the minus, affixes.
  private static let locales = [
    "en_US", "fr_FR", "de_CH", "en_IN", "ar_EG", "my_MM", "ff_Adlm_GN", "ks_IN", "he_IL",
  ]

  @Test(
    "After the first keystroke of a field nothing is allocated, up to 18 digits, in every script")
  func incremental() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await BuiltProgram.keystrokeBench.run(
      [
        "run", "--no-time", "--strategy", "incremental-*", "--value",
        "int,double,double-2,decimal,currency,percent", "--length", "9,18", "--script", "all",
        "--locale", Self.locales.joined(separator: ","), "--out", "a",
      ], in: folder.path)
    #expect(outcome.status == 0, "\(outcome.error)")
    let rows = try RunOnDisk(folder.path("a")).rows.filter {
      $0["metric"] == "allocations" && $0["phase"] != "first"
    }
    #expect(Set(rows.map(\.cell)).count == 2 * 6 * Self.locales.count * 2 * 6)
    for row in rows { #expect(try row.figure("max") == 0, "\(row.cell) \(row["phase"])") }
  }
}
