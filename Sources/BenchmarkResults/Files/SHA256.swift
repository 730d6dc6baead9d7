import CHostSupport

/// SHA-256 by OpenSSL, computed in pieces.
package final class SHA256 {
  private let context: OpaquePointer

  /// Makes the digest of no bytes yet.
  package init() {
    guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1
    else { fatalError("OpenSSL has no SHA-256, or there is no memory left") }
    self.context = context
  }

  deinit { EVP_MD_CTX_free(context) }

  /// The digest of some bytes, in hexadecimal digits.
  package static func digest(of bytes: [UInt8]) -> String {
    let digest = SHA256()
    digest.update(bytes)
    return digest.hexadecimal
  }

  /// Adds bytes at the end.
  package func update(_ bytes: [UInt8]) {
    Self.check(bytes.withUnsafeBytes { EVP_DigestUpdate(context, $0.baseAddress, $0.count) })
  }

  /// The digest of all bytes so far, in 64 lower-case hexadecimal digits.
  package var hexadecimal: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: value.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// The digest of all bytes so far.
  package var value: [UInt8] {
    // OpenSSL accepts no more bytes after a digest was taken, so a copy is used.
    let last = SHA256()
    Self.check(EVP_MD_CTX_copy_ex(last.context, context))
    var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var length: UInt32 = 0
    Self.check(EVP_DigestFinal_ex(last.context, &digest, &length))
    return Array(digest.prefix(Int(length)))
  }

  private static func check(_ status: CInt) {
    precondition(status == 1, "OpenSSL failed to digest")
  }
}
