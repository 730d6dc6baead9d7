/// A generator of random numbers that are the same on every machine and with every version of Swift.
///
/// SplitMix64 of Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014. The standard library's
/// own mapping to a range may change between versions, so the mapping is here too.
public struct SplitMix64: Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// Makes a generator for one purpose: the seed of a run is mixed with words that name the purpose.
  package init(seed: UInt64, _ words: String...) {
    // FNV-1a, 64 bit; Swift's own hashes differ from process to process.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for word in words {
      for byte in word.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
      hash = (hash ^ 0xff) &* 0x100_0000_01b3
    }
    self.init(seed: seed ^ hash)
  }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 up to, not including, `bound`; `bound` must be positive.
  public mutating func below(_ bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// A number of the range, which must not be empty.
  public mutating func number(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.count)
  }
}

extension SplitMix64 {
  /// The elements in random order: the shuffle of Fisher and Yates, as Durstenfeld wrote it.
  package mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
    var shuffled = elements
    for last in stride(from: elements.count - 1, to: 0, by: -1) {
      shuffled.swapAt(last, below(last + 1))
    }
    return shuffled
  }
}
