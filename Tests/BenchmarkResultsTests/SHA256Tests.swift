import BenchmarkResults
import Testing

/// Tests that the digest is that of FIPS 180-4, for any division of the bytes into pieces.
struct SHA256Tests {
  /// Examples from NIST (FIPS 180-4, "SHA-256" of the Cryptographic Standards and Guidelines) and from RFC 6234.
  static let vectors: [(text: String, times: Int, digest: String)] = [
    ("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      1,
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
    (
      "0123456701234567012345670123456701234567012345670123456701234567", 10,
      "594847328451bdfa85056225462cc1d867d877fb388df0ce35f25ab5562bfbb5"
    ),
    (
      "a", 1_000_000,
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    ),
  ]

  @Test("The vectors of NIST", arguments: vectors)
  func knownDigest(_ text: String, _ times: Int, _ digest: String) {
    #expect(SHA256.digest(of: Array(String(repeating: text, count: times).utf8)) == digest)
  }

  @Test("The digest is the same for pieces of any size, and reading it changes nothing")
  func pieces() {
    let message = (0..<1_000).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    let whole = SHA256.digest(of: message)
    for size in [1, 3, 55, 56, 63, 64, 65, 127, 128, 999] {
      let digest = SHA256()
      for start in stride(from: 0, to: message.count, by: size) {
        digest.update(Array(message[start..<min(start + size, message.count)]))
        _ = digest.hexadecimal
      }
      #expect(digest.hexadecimal == whole, "in pieces of \(size)")
    }
  }

  @Test("Lengths around a block are all different")
  func lengths() {
    let digests = (0...130).map { SHA256.digest(of: Array(repeating: 0, count: $0)) }
    #expect(Set(digests).count == 131)
    #expect(digests[64] == "f5a5fd42d16a20302798ef6ed309979b43003d2320d9f0e8ea9831a92759fb4b")
  }
}
