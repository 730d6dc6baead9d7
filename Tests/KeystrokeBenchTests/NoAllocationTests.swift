import Foundation
import RunFixtures
import Testing

/// Tests of the incremental engine's promise not to allocate, counted by the shim in the real worker.
@Suite(.needsLiveShim)
struct NoAllocationTests {
  /// All scripts except `outside`, which writes a value: that is formatted, not typed.
  private static let scripts = [
    "type", "backspace", "edit-middle", "paste", "mistype", "mixed", "refused",
  ]
  /// Locales with digits and separators of one to four bytes, groups of two and three, marks around the minus, affixes.
  private static let locales = [
    "en_US", "fr_FR", "de_CH", "en_IN", "ar_EG", "my_MM", "ff_Adlm_GN", "ks_IN", "he_IL",
  ]

  @Test(
    "After the first keystroke of a field the engine allocates nothing, up to 18 digits, in every script"
  )
  func incremental() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await BuiltProgram.keystrokeBench.run(
      [
        "run", "--no-time", "--strategy", "incremental-*", "--value",
        "int,double,double-2,decimal,currency,percent", "--length", "18", "--script",
        Self.scripts.joined(separator: ","),
        "--locale", Self.locales.joined(separator: ","), "--out", "a",
      ], in: folder.path)
    #expect(outcome.status == 0, "\(outcome.error)")
    let rows = try RunOnDisk(folder.path("a")).rows.filter {
      $0["metric"] == "allocations" && !["first", "setup"].contains($0["phase"])
    }
    #expect(Set(rows.map(\.cell)).count == 3 * 6 * Self.locales.count * Self.scripts.count)
    // A published text longer than a small string allocates, but not in the engine; so does the code behind it in the
    // total.
    let engine = rows.filter {
      $0["strategy"] == "incremental-delegate"
        || ["filter", "parse", "format"].contains($0["phase"])
    }
    for row in engine { #expect(try row.figure("max") == 0, "\(row.cell) \(row["phase"])") }
  }
}
