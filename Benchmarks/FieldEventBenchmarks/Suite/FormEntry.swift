import BenchmarkWorker
import KeystrokeSuites

/// A form as a suite lists it: a field of a strategy on a screen that makes room for the keyboard.
public struct FormEntry: Sendable {
  /// How the field reformats; its name is that of the form.
  public var strategy: StrategyEntry
  /// How the screen hears of the keyboard.
  public var keyboard: KeyboardEntry
  /// Whether the screen prepares itself asynchronously.
  public var isAsync: Bool

  /// Lists a form.
  public init(_ strategy: StrategyEntry, keyboard: KeyboardEntry, isAsync: Bool) {
    self.strategy = strategy
    self.keyboard = keyboard
    self.isAsync = isAsync
  }
}
