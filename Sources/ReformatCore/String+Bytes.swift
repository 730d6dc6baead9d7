import Glibc

extension String {
  /// Whether the two are equal byte for byte; `==` also takes texts that merely look alike for equal.
  @usableFromInline
  package func isSame(as other: String) -> Bool {
    let same = utf8.withContiguousStorageIfAvailable { mine in
      other.utf8.withContiguousStorageIfAvailable { theirs in
        guard mine.count == theirs.count else { return false }
        guard let mine = mine.baseAddress, let its = theirs.baseAddress else { return true }
        return memcmp(mine, its, theirs.count) == 0
      }
    }
    return (same ?? nil) ?? utf8.elementsEqual(other.utf8)
  }
}
