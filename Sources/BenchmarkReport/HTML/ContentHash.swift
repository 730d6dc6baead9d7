import Foundation

/// What a page's policy knows a script or a style of its own by, so that no other one is obeyed.
enum ContentHash {
  /// The source expression of Content Security Policy Level 3: `'sha256-...'`.
  static func source(_ text: String) -> String {
    "'sha256-\(Data(digest(Array(text.utf8))).base64EncodedString())'"
  }

  /// SHA-256 as of FIPS 180-4, section 6.2.
  ///
  /// Foundation has none on Linux, and a package for two hashes a page would be more to build than this is to read.
  static func digest(_ message: [UInt8]) -> [UInt8] {
    var bytes = message + [0x80]
    bytes += [UInt8](repeating: 0, count: (120 - bytes.count % 64) % 64)
    bytes += bigEndian(UInt64(message.count) * 8)
    var hash = initial
    for start in stride(from: 0, to: bytes.count, by: 64) {
      hash = zip(hash, compressed(hash, bytes[start..<start + 64])).map { $0 &+ $1 }
    }
    return hash.flatMap(bigEndian)
  }

  private static func compressed(_ hash: [UInt32], _ block: ArraySlice<UInt8>) -> [UInt32] {
    var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { place in
      block[place..<place + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    for t in 16..<64 {
      let (a, b) = (words[t - 15], words[t - 2])
      let low = rotated(a, 7) ^ rotated(a, 18) ^ a >> 3
      let high = rotated(b, 17) ^ rotated(b, 19) ^ b >> 10
      words.append(high &+ words[t - 7] &+ low &+ words[t - 16])
    }
    var h = hash
    for t in 0..<64 {
      let high = rotated(h[4], 6) ^ rotated(h[4], 11) ^ rotated(h[4], 25)
      let choice = h[4] & h[5] ^ ~h[4] & h[6]
      let first = h[7] &+ high &+ choice &+ constants[t] &+ words[t]
      let low = rotated(h[0], 2) ^ rotated(h[0], 13) ^ rotated(h[0], 22)
      let majority = h[0] & h[1] ^ h[0] & h[2] ^ h[1] & h[2]
      h = [first &+ low &+ majority, h[0], h[1], h[2], h[3] &+ first, h[4], h[5], h[6]]
    }
    return h
  }

  private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  private static func bigEndian(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian) { Array($0) }
  }

  private static let primes = (2...311).filter { number in
    (2..<number).allSatisfy { number % $0 != 0 }
  }
  /// The first 32 bits of the fractional parts of the square roots of the first 8 primes (5.3.3).
  private static let initial = primes.prefix(8).map { fraction(Double($0).squareRoot()) }
  /// The same of the cube roots of the first 64 (4.2.2).
  private static let constants = primes.map { fraction(cbrt(Double($0))) }

  private static func fraction(_ root: Double) -> UInt32 {
    UInt32((root - root.rounded(.down)) * 4_294_967_296)
  }
}
