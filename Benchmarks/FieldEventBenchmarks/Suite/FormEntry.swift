import BenchmarkWorker
import KeystrokeSuites

/// A form as listed in a suite: a field of a strategy on a screen that makes room for the keyboard.
public struct FormEntry: Sendable {
  /// The strategy of the field; its name is that of the form.
  public var strategy: StrategyEntry
  /// The way in which the screen observes the keyboard.
  public var keyboard: KeyboardEntry
  /// True if the screen prepares itself asynchronously.
  public var isAsync: Bool

  /// Lists a form.
  public init(_ strategy: StrategyEntry, keyboard: KeyboardEntry, isAsync: Bool) {
    self.strategy = strategy
    self.keyboard = keyboard
    self.isAsync = isAsync
  }
}
