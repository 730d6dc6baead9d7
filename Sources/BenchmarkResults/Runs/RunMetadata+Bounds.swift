import BenchmarkModel

/// How large what is read from a file may be, so that no number in it decides how long a command takes.
///
/// Each is far beyond what anybody measures, and small enough to be looped over.
package enum ResultsBounds {
  /// Rounds of a run.
  package static let rounds = 100_000
  /// Parts of a whole.
  package static let shards = 10_000
  /// Cells of a whole.
  package static let cells = 10_000_000
  /// Runs that one was merged from.
  package static let mergedRuns = 1_000
  /// Looks at a paired comparison.
  package static let looks = 1_000
  /// Suites, arguments, warnings of a run.
  package static let listed = 10_000
  /// Keystrokes between two readings of the clock.
  package static let batch = 1_024
  /// Digits typed in a session, or observers of the keyboard.
  package static let length = 1_000_000
  /// Keystrokes behind a figure.
  package static let count = 1_000_000_000_000_000
  /// Bytes of a name: of a run, a commit, a suite, a part of a cell.
  package static let nameBytes = 256
  /// Bytes of any other text of `run.json`.
  package static let textBytes = 16_384
  /// Bytes of a stack.
  package static let stackBytes = 1_000_000
  /// A figure: thirty years in nanoseconds, so that no sum and no square of figures is infinite.
  package static let figure = 1e18
}

extension RunMetadata {
  /// Refuses a number that is out of bounds, by its path in `run.json`.
  ///
  /// - Parameter error: what is thrown for a path, what stands there and what should.
  /// - Throws: what `error` makes of the first such number.
  func checkBounds(
    _ error: ([String], _ problem: String, _ expected: String) -> ResultsError
  ) throws(ResultsError) {
    func within(_ value: Int, _ range: ClosedRange<Int>, _ path: String...) throws(ResultsError) {
      guard !range.contains(value) else { return }
      throw error(path, "\(value)", "\(range.lowerBound) to \(range.upperBound)")
    }
    func atMost(_ most: Int, _ count: Int, _ path: String...) throws(ResultsError) {
      guard count > most else { return }
      throw error(path, "a list of \(count)", "at most \(most)")
    }
    func positive(_ value: Double?, _ path: String...) throws(ResultsError) {
      guard let value, !(0...ResultsBounds.figure).contains(value) else { return }
      throw error(path, "\(value)", "a number that is not negative")
    }
    func name(_ text: String, _ path: String...) throws(ResultsError) {
      guard text.isEmpty || text.utf8.count > ResultsBounds.nameBytes else { return }
      throw error(
        path, text.isEmpty ? "empty" : "a text of \(text.utf8.count) bytes",
        "1 to \(ResultsBounds.nameBytes) bytes")
    }
    try name(id, "id")
    try within(roundsPlanned, 0...ResultsBounds.rounds, "roundsPlanned")
    try within(cores, 0...ResultsBounds.listed, "cores")
    try atMost(ResultsBounds.listed, argv.count, "argv")
    try atMost(ResultsBounds.listed, suites.count, "suites")
    try atMost(ResultsBounds.listed, warnings.count, "warnings")
    try atMost(ResultsBounds.listed, promises?.count ?? 0, "promises")
    for patterns in filter?.patterns ?? [] {
      try atMost(ResultsBounds.listed, patterns.count, "filter")
    }
    try positive(clockOverheadNanoseconds, "clockOverheadNanoseconds")
    try positive(clockResolutionNanoseconds, "clockResolutionNanoseconds")
    try positive(loadAverageAtStart, "loadAverageAtStart")
    try positive(othersReadyAtStart, "othersReadyAtStart")
    try positive(loadAverageAtEnd, "loadAverageAtEnd")
    for (cell, batch) in batchedKeystrokes.sorted(by: { $0.key < $1.key }) {
      try within(batch, 1...ResultsBounds.batch, "batchedKeystrokes", cell)
    }
    for (file, record) in (files ?? [:]).sorted(by: { $0.key < $1.key }) {
      guard [SampleFile.name, SiteFile.name].contains(file) else {
        throw error(["files", file], "of no file of a run", SampleFile.name)
      }
      try within(record.rows, 0...Int(Int32.max), "files", file, "rows")
    }
    if let shard { try Self.check(shard, ["shard"], error) }
    try atMost(ResultsBounds.mergedRuns, mergedFrom?.count ?? 0, "mergedFrom")
    for (place, part) in (mergedFrom ?? []).enumerated() {
      try name(part.id, "mergedFrom", "\(place)", "id")
      try within(
        part.roundsPlanned, 0...ResultsBounds.rounds, "mergedFrom", "\(place)", "roundsPlanned")
      try atMost(ResultsBounds.listed, part.argv.count, "mergedFrom", "\(place)", "argv")
      if let shard = part.shard {
        try Self.check(shard, ["mergedFrom", "\(place)", "shard"], error)
      }
    }
    try positive(paired?.budget, "paired", "budget")
    try atMost(ResultsBounds.looks, paired?.looks.count ?? 0, "paired", "looks")
    try atMost(
      ResultsBounds.listed, paired?.harnessChanges?.count ?? 0, "paired", "harnessChanges")
    var least = 1
    for (place, look) in (paired?.looks ?? []).enumerated() {
      try within(
        look.rounds, least...ResultsBounds.rounds, "paired", "looks", "\(place)", "rounds")
      least = look.rounds
      try positive(look.spent, "paired", "looks", "\(place)", "spent")
      try positive(look.seconds, "paired", "looks", "\(place)", "seconds")
    }
  }

  private static func check(
    _ shard: ShardRecord, _ path: [String],
    _ error: ([String], _ problem: String, _ expected: String) -> ResultsError
  ) throws(ResultsError) {
    let bounds = [
      ("count", shard.count, ResultsBounds.shards), ("index", shard.index, shard.count),
      ("cells", shard.cells, ResultsBounds.cells),
    ]
    for (key, value, most) in bounds where !(1...Swift.max(most, 1)).contains(value) {
      if key == "cells" && value == 0 { continue }
      throw error(path + [key], "\(value)", "1 to \(most)")
    }
  }
}
