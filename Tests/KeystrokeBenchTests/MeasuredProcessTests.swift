import Foundation
import Subprocess
import Testing

/// Tests of the modules linked into a benchmark executable, since all of them are in the measured process.
struct MeasuredProcessTests {
  /// Returns the symbols of a program that was built beside the tests, as nm(1) prints them.
  private func symbols(of program: String) async throws -> String {
    let result = try await Subprocess.run(
      .name("nm"), arguments: [BuiltProgram(program).path],
      output: .string(limit: 1 << 28), error: .string(limit: 1 << 16))
    try #require(result.terminationStatus.isSuccess, "\(result.standardError)")
    return result.standardOutput
  }

  /// Parts of mangled names, in which a module's name follows its length.
  private static let outside = [
    "18BenchmarkConductor", "16BenchmarkResults", "10Subprocess", "13GitRepository",
  ]

  @Test(
    "A benchmark executable contains nothing of the program that launches it",
    arguments: ["KeystrokeBenchmarks", "FormatterBenchmarks", "FieldEventBenchmarks"])
  func holdsNoConductor(program: String) async throws {
    let symbols = try await symbols(of: program)
    #expect(symbols.contains("15BenchmarkWorker"))
    for name in Self.outside { #expect(!symbols.contains(name), "\(program) holds \(name)") }
  }

  @Test("The command-line program contains the names that the other test searches for")
  func namesAreRight() async throws {
    let symbols = try await symbols(of: "keystroke-bench")
    for name in Self.outside { #expect(symbols.contains(name), "keystroke-bench holds no \(name)") }
  }
}
