/// Something to be done once, when a screen appears for the first time.
public final class Preparation {
  /// Whether it was done.
  public private(set) var isDone = false
  private let action: () -> Void

  /// Does `action` at the first appearance.
  public init(_ action: @escaping () -> Void) { self.action = action }

  /// The screen appears.
  public func appear() {
    guard !isDone else { return }
    isDone = true
    action()
  }
}
