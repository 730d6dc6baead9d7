import Synchronization
import UIKit

/// Keeps apart which strategies ask for the name of a notification, since only then fields post any.
///
/// A worker plays many strategies. Without this the counts of one would depend on those that were played before it.
package final class AskedNames: Sendable {
  private static let current = Mutex<AskedNames?>(nil)
  private let isUsed = Atomic(false)

  /// Keeps the names of one strategy, which has asked for none.
  package init() {}

  /// Has fields post notifications if fields of this strategy have asked for a name.
  package func begin() {
    Self.current.withLock { last in
      last?.isUsed.store(UITextField.isNameUsed.load(ordering: .relaxed), ordering: .relaxed)
      UITextField.isNameUsed.store(isUsed.load(ordering: .relaxed), ordering: .relaxed)
      last = self
    }
  }
}
