/// A generator of the same bytes on every machine: xorshift64* (Vigna, ACM TOMS 42, 2016).
struct Xorshift {
  var state: UInt64

  mutating func next(_ limit: Int) -> Int {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return Int((state &* 0x2545_F491_4F6C_DD1D) >> 33) % limit
  }
}
