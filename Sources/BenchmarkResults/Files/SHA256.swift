/// SHA-256 as of FIPS 180-4, fed in pieces.
///
/// Our own, since the one use is to tell that a file is as it was written, and swift-crypto would have everybody who
/// links the runner build BoringSSL. The tests hold it against the vectors of NIST.
package struct SHA256: Sendable {
  private var state: InlineArray<8, UInt32> = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19,
  ]
  /// What is left over of the pieces so far, less than a block.
  private var rest: [UInt8] = []
  private var length: UInt64 = 0

  private static let block = 64

  /// The digest of nothing yet.
  package init() {}

  /// The digest of some bytes, in hexadecimal digits.
  package static func digest(of bytes: [UInt8]) -> String {
    var digest = SHA256()
    digest.update(bytes)
    return digest.hexadecimal
  }

  /// Adds bytes at the end.
  package mutating func update(_ bytes: [UInt8]) {
    length += UInt64(bytes.count)
    var start = 0
    if !rest.isEmpty {
      start = Swift.min(Self.block - rest.count, bytes.count)
      rest += bytes[..<start]
      guard rest.count == Self.block else { return }
      let whole = rest
      rest.removeAll(keepingCapacity: true)
      whole.withUnsafeBytes { compress($0) }
    }
    bytes.withUnsafeBytes { buffer in
      while start + Self.block <= buffer.count {
        compress(UnsafeRawBufferPointer(rebasing: buffer[start..<start + Self.block]))
        start += Self.block
      }
    }
    rest += bytes[start...]
  }

  /// The digest of all bytes so far, in 64 lower-case hexadecimal digits.
  package var hexadecimal: String {
    var last = self
    let bits = length << 3
    var padding: [UInt8] = [0x80]
    while (rest.count + padding.count) % Self.block != 56 { padding.append(0) }
    padding += stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: bits >> $0) }
    last.update(padding)
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for place in last.state.indices {
      for shift in stride(from: 28, through: 0, by: -4) {
        text.append(digits[Int(last.state[place] >> UInt32(shift) & 15)])
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func compress(_ block: UnsafeRawBufferPointer) {
    // The schedule of 64 words needs only the last 16 of them at a time.
    var words = InlineArray<16, UInt32>(repeating: 0)
    for place in 0..<16 {
      words[place] = UInt32(
        bigEndian: block.loadUnaligned(fromByteOffset: 4 &* place, as: UInt32.self))
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    let constants = Self.constants
    // Places are masked, so a check of bounds, a third of the time, could find nothing.
    for round in 0..<64 {
      let place = round & 15
      if round >= 16 {
        let old = words[unchecked: (round &+ 1) & 15]
        let recent = words[unchecked: (round &+ 14) & 15]
        let small = Self.turn(old, 7) ^ Self.turn(old, 18) ^ (old &>> 3)
        let large = Self.turn(recent, 17) ^ Self.turn(recent, 19) ^ (recent &>> 10)
        words[unchecked: place] &+= small &+ words[unchecked: (round &+ 9) & 15] &+ large
      }
      let first =
        h &+ (Self.turn(e, 6) ^ Self.turn(e, 11) ^ Self.turn(e, 25)) &+ ((e & f) ^ (~e & g))
        &+ constants[unchecked: round] &+ words[unchecked: place]
      let second =
        (Self.turn(a, 2) ^ Self.turn(a, 13) ^ Self.turn(a, 22)) &+ ((a & b) ^ (a & c) ^ (b & c))
      (h, g, f, e) = (g, f, e, d &+ first)
      (d, c, b, a) = (c, b, a, first &+ second)
    }
    state[0] &+= a
    state[1] &+= b
    state[2] &+= c
    state[3] &+= d
    state[4] &+= e
    state[5] &+= f
    state[6] &+= g
    state[7] &+= h
  }

  private static func turn(_ word: UInt32, _ bits: UInt32) -> UInt32 {
    word &>> bits | word &<< (32 &- bits)
  }

  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
  private static let constants: InlineArray<64, UInt32> = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]
}
