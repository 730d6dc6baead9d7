import BenchmarkModel
import Testing

/// Tests that shards are the same on every machine, of about equal size, and independent of other cells.
struct ShardTests {
  /// The cells of a matrix of typical size, with real names.
  private static let cells = ["delegate-filter", "onchange-reformat", "unformatted"].flatMap {
    strategy in
    ["en_US", "fr_FR", "ar_EG", "de_DE", "en_IN"].flatMap { locale in
      ["type", "backspace", "mixed", "paste"].flatMap { script in
        (1...18).map {
          Cell(strategy: strategy, value: "int", locale: locale, length: $0, script: script)
        }
      }
    }
  }

  private func shards(_ count: Int) -> [Shard] {
    (1...count).compactMap { Shard(index: $0, count: count) }
  }

  @Test("Every cell is in one shard", arguments: [1, 2, 3, 7, 16])
  func partition(_ count: Int) {
    for cell in Self.cells {
      #expect(shards(count).count { $0.contains(cell) } == 1)
    }
  }

  @Test("All strategies of a workload are in one shard", arguments: [2, 3, 8])
  func workloads(_ count: Int) {
    for shard in shards(count) {
      for cell in Self.cells {
        var rival = cell
        rival.strategy = "unformatted"
        #expect(shard.contains(cell) == shard.contains(rival))
      }
    }
  }

  @Test("Each shard measures its own cells and the same few of unformatted", arguments: [1, 2, 8])
  func reference(_ count: Int) {
    let reference = Shard.reference(in: Self.cells.shuffled())
    #expect(reference.count == 4 && reference.allSatisfy { $0.strategy == "unformatted" })
    for shard in shards(count) {
      let measured = shard.cells(of: Self.cells)
      #expect(Set(measured) == reference.union(Self.cells.filter(shard.contains)))
      #expect(measured == Self.cells.filter(measured.contains))
    }
    let without = Self.cells.filter { $0.strategy != "unformatted" }
    #expect(shards(count).flatMap { $0.cells(of: without) }.count == without.count)
  }

  @Test("Shards are of about equal size", arguments: [2, 3, 4, 8])
  func balance(_ count: Int) {
    let workloads = Self.cells.filter { $0.strategy == "unformatted" }
    let even = Double(workloads.count) / Double(count)
    for shard in shards(count) {
      let size = Double(workloads.count { shard.contains($0) })
      // Four standard deviations of a fair draw; ids that differ in one digit must not end up in the same shard.
      let deviation = (even * (1 - 1 / Double(count))).squareRoot()
      #expect(abs(size - even) < 4 * deviation, "\(shard): \(size) of \(even)")
    }
  }

  @Test("A cell keeps its shard: expected values come from another FNV-1a and SplitMix64")
  func stable() {
    let known = [
      "delegate-filter/int/en_US/9/type": 5, "onchange-reformat/int/fr_FR/9/type": 2,
      "unformatted/int/ar_EG/18/mixed": 3,
    ]
    for (id, index) in known {
      let cell = Cell(id: id)
      #expect(
        cell.flatMap { cell in shards(5).first { $0.contains(cell) }?.index } == index, "\(id)")
    }
    #expect(Shard.digest(of: Self.cells.prefix(3)) == "39196a705f0b8b77")
  }

  @Test("The digest depends on every cell, and not on their order")
  func digest() {
    let digest = Shard.digest(of: Self.cells)
    #expect(digest.count == 16)
    #expect(Shard.digest(of: Self.cells.reversed()) == digest)
    #expect(Shard.digest(of: Self.cells.dropLast()) != digest)
    #expect(Shard.digest(of: Self.cells.dropFirst()) != digest)
    #expect(Shard.digest(of: [Cell]()) == "0000000000000000")
  }

  @Test("An invalid shard is refused")
  func damage() {
    for text in ["", "1", "0/2", "3/2", "1/0", "-1/2", "1/2/3", "a/b", " 1/2", "1/9999999"] {
      #expect(Shard(text) == nil, "\(text)")
    }
    #expect(Shard("2/3").map { [$0.index, $0.count] } == [2, 3])
    #expect(Shard("2/3")?.description == "2/3")
  }
}
