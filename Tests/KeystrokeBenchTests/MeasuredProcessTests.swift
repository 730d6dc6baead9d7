import Foundation
import Subprocess
import Testing

/// What a benchmark executable links: the more it holds, the more of it is in what is measured.
struct MeasuredProcessTests {
  /// The symbols of a program that was built beside the tests, as nm(1) tells them.
  private func symbols(of program: String) async throws -> String {
    let result = try await Subprocess.run(
      .name("nm"), arguments: [BuiltProgram(program).path],
      output: .string(limit: 1 << 28), error: .string(limit: 1 << 16))
    try #require(result.terminationStatus.isSuccess, "\(result.standardError)")
    return result.standardOutput
  }

  /// Parts of mangled names: a module is written with its length in front.
  private static let outside = [
    "18BenchmarkConductor", "16BenchmarkResults", "10Subprocess", "13GitRepository",
  ]

  @Test(
    "A benchmark executable holds nothing of what launches it",
    arguments: ["KeystrokeBenchmarks", "FormatterBenchmarks", "FieldEventBenchmarks"])
  func holdsNoConductor(program: String) async throws {
    let symbols = try await symbols(of: program)
    #expect(symbols.contains("15BenchmarkWorker"))
    for name in Self.outside { #expect(!symbols.contains(name), "\(program) holds \(name)") }
  }

  @Test("The names that are looked for are those of the command line, which holds them")
  func namesAreRight() async throws {
    let symbols = try await symbols(of: "keystroke-bench")
    for name in Self.outside { #expect(symbols.contains(name), "keystroke-bench holds no \(name)") }
  }
}
