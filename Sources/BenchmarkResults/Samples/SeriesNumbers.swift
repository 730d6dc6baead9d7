import BenchmarkModel

/// The distinct keys of a table, each with its number: a hash table with open addressing over numbers.
struct SeriesNumbers: Sendable {
  /// A key: which cell, and what of it.
  struct Key: Hashable, Sendable {
    var cell: Int32
    var code: SeriesCode
  }

  /// The keys, in the order in which they first appeared.
  private(set) var keys: [Key] = []
  /// The number of the key in each slot, or -1.
  private var slots: [Int32] = []
  private var last: Int32 = -1

  /// The number of a key, which is added if it is new.
  mutating func number(of key: Key) -> Int32 {
    // The rows of a cell follow each other in each round in the same order.
    let next = Int(last) + 1
    if next < keys.count, keys[next] == key {
      last += 1
      return last
    }
    if keys.count * 2 >= slots.count { grow() }
    let place = place(of: key)
    if slots[place] < 0 {
      slots[place] = Int32(keys.count)
      keys.append(key)
    }
    last = slots[place]
    return last
  }

  /// The slot that holds a key, or in which it would be.
  private func place(of key: Key) -> Int {
    // The multiplier of Fibonacci hashing (Knuth, "Sorting and Searching", section 6.4).
    let word = UInt64(UInt32(bitPattern: key.cell)) << 16 | UInt64(key.code.number)
    var place = Int(truncatingIfNeeded: (word &* 0x9E37_79B9_7F4A_7C15) >> 32) & (slots.count - 1)
    while slots[place] >= 0, keys[Int(slots[place])] != key {
      place = (place + 1) & (slots.count - 1)
    }
    return place
  }

  private mutating func grow() {
    slots = Array(repeating: -1, count: max(256, slots.count * 2))
    for (number, key) in keys.enumerated() { slots[place(of: key)] = Int32(number) }
  }
}

/// The distinct keys of a table, put together from their numbers when they are asked for.
package struct SeriesList: RandomAccessCollection, Sendable {
  /// The distinct cells.
  let cells: [SuiteCell]
  /// The keys, of which each names a cell by its place.
  let keys: [SeriesNumbers.Key]

  /// The place of the first key.
  package var startIndex: Int { 0 }
  /// The place after the last key.
  package var endIndex: Int { keys.count }

  /// The key at a place.
  package subscript(position: Int) -> Series {
    let key = keys[position]
    let subject = cells[Int(key.cell)]
    return Series(
      suite: subject.suite, cell: subject.cell, phase: key.code.phase, metric: key.code.metric,
      instrument: key.code.instrument)
  }
}
