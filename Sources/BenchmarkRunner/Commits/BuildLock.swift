import Foundation

/// Keeps two comparisons from building in one place at once.
struct BuildLock {
  private let descriptor: CInt

  /// Takes the lock.
  ///
  /// - Throws: ``RunError`` where another process has it.
  init(_ path: String) throws {
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw RunError("another comparison is building here; wait for it (\(path) is locked)")
    }
  }

  func release() { close(descriptor) }
}
