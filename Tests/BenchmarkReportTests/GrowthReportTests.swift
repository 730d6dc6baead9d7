import BenchmarkComparison
import BenchmarkModel
import BenchmarkReport
import BenchmarkResults
import RunFixtures
import Testing

/// Growth with the length: what a run says of it, and which changes of it fail.
struct GrowthReportTests {
  private static let lengths = [1, 3, 6, 9, 12, 15, 18]

  /// A run of one strategy: each keystroke costs 20,000 instructions and 400 for each digit there, Return 700.
  private static func run(
    lengths: [Int] = lengths, digit: Double = 400,
    change: (Int, Double) -> Double = { $1 }
  ) -> Run {
    var fixture = RunFixture()
    fixture.metadata.valgrindVersion = "3.19"
    fixture.rows = lengths.flatMap { length -> [Row] in
      let cell = Cell(
        strategy: "delegate-filter", value: "int", locale: "en_US", length: length, script: "type")
      let keys = stride(from: 2.0, through: Double(length), by: 1)
      let session = keys.reduce(700) { $0 + 20_000 + digit * $1 }
      let mean = change(length, session / Double(length))
      func row(_ phase: RowPhase, _ metric: Metric, _ instrument: Instrument, _ summary: Summary)
        -> Row
      {
        Row(
          run: "r1", commit: "0123456789", round: 0, suite: "keystrokes", cell: cell, phase: phase,
          metric: metric, instrument: instrument, count: 4 * length, summary: summary, text: .ok)
      }
      // As the file has them: six digits after the point.
      let rounded = (mean * 1e6).rounded() / 1e6
      return [
        row(.total, .instructions, .valgrind, Summary(mean: rounded)),
        row(.total, .retains, .valgrind, Summary(mean: 12)),
        row(.total, .allocations, .shim, .constant(0)),
      ]
    }
    return fixture.run(name: "a run")
  }

  private static let tolerance = Thresholds(tolerances: [
    Tolerance(SeriesScope(.instructions), absolute: 10, relative: 0.03, reason: "builds differ")
  ])

  private func compare(_ baseline: Run, _ candidate: Run) throws -> Comparison {
    try Comparison(baseline: baseline, candidate: candidate, thresholds: Self.tolerance)
  }

  @Test("Eight instructions more a digit fail, though every length is within its tolerance")
  func planted() throws {
    let comparison = try compare(Self.run(), Self.run(digit: 408))
    let failure = try #require(comparison.failures.first)
    #expect(comparison.failures.count == 1)
    #expect(failure.finding == .growth)
    #expect(failure.phase == .total && failure.metric == .instructions)
    #expect(failure.cell.length == 18)
    // Over a session the text is half as long on the mean.
    #expect(
      failure.note
        == "total instructions +204 a digit, was +200; in delegate-filter/int/en_US/*/type, "
        + "lengths 3, 6, 9, 12, 15, 18")
    #expect(comparison.entries.contains { $0.finding == .tolerated })
    #expect(!comparison.entries.contains { $0.finding == .regressed })
    let text = try comparison.rendered(as: .text)
    #expect(text.hasPrefix("FAIL: 1 growth; "))
  }

  @Test("Less growth is told and does not fail")
  func less() throws {
    let comparison = try compare(Self.run(), Self.run(digit: 392))
    #expect(!comparison.fails)
    #expect(comparison.entries.count { $0.finding == .growth } == 1)
  }

  @Test("Equal runs, and a change that every keystroke pays alike, have no other growth")
  func none() throws {
    for run in [
      Self.run(), Self.run { length, mean in mean + 300 * Double(length - 1) / Double(length) },
    ] {
      let comparison = try compare(Self.run(), run)
      #expect(!comparison.entries.contains { $0.finding == .growth })
      #expect(!comparison.fails)
    }
  }

  @Test("Changes within the tolerance that follow no trend give no alarm", arguments: 1...200)
  func scatter(_ seed: UInt64) throws {
    var state = seed &* 0x9E37_79B9_7F4A_7C15
    func random() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 40) / Double(1 << 24)
    }
    let scattered = Self.run { _, mean in mean * (1 + 0.02 * (random() - 0.5)) }
    // As a hash table does that takes a few probes more.
    let stepped = Self.run { length, mean in
      mean + (length > 1 ? 53 * (random() * 4).rounded(.down) : 0)
    }
    for run in [scattered, stepped] {
      let comparison = try compare(Self.run(), run)
      #expect(comparison.failures.map(\.note) == [])
      #expect(comparison.entries.filter { $0.finding == .growth }.map(\.note) == [])
    }
  }

  @Test("Three lengths are too few where builds move figures by accident")
  func few() throws {
    let lengths = [3, 9, 15]
    let comparison = try compare(
      Self.run(lengths: lengths), Self.run(lengths: lengths, digit: 408))
    #expect(!comparison.entries.contains { $0.finding == .growth })
    let table = RunTable(Self.run(lengths: lengths))
    #expect(table.growth.map(\.slopeError) == [nil, nil, nil])
  }

  @Test("A run says how each cost grows, and says nothing of two lengths")
  func table() throws {
    let table = RunTable(Self.run())
    let fit = try #require(table.growth.first { $0.metric == .instructions })
    #expect(fit.order == .linear && abs(fit.slope - 200) < 1e-3)
    #expect(table.growth.first { $0.metric == .retains }?.order == .constant)
    let text = try table.rendered(as: .text)
    #expect(text.contains("Growth with length"))
    // With one digit Return is all that is measured, so that is no point of it.
    #expect(text.contains("3-18 (6)"))
    #expect(text.contains("+200"))
    #expect(try table.rendered(as: .json).contains("\"slope\" :"))
    #expect(RunTable(Self.run(lengths: [3, 9])).growth.isEmpty)
    #expect(RunTable(Self.run(lengths: [1, 3, 9])).growth.isEmpty)
  }
}
