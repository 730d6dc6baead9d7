/// An action to be done once, when a screen appears for the first time.
public final class Preparation {
  /// True if it was done.
  public private(set) var isDone = false
  private let action: () -> Void

  /// Makes a preparation that runs `action` at the first appearance.
  public init(_ action: @escaping () -> Void) { self.action = action }

  /// Takes note that the screen appears.
  public func appear() {
    guard !isDone else { return }
    isDone = true
    action()
  }
}
