import Foundation

/// Reads and writes whole amounts; fields of an app share one.
public final class AmountFormatter {
  private let formatter = NumberFormatter()

  /// Makes a formatter that groups as a locale does.
  public init(locale: Locale) {
    formatter.locale = locale
    formatter.numberStyle = .decimal
  }

  /// Returns the amount in a text; nil if it has no digits, or too many.
  public func value(of text: String) -> Int? { Int(text.filter { $0.isNumber }) }

  /// Returns the text of an amount.
  public func text(for value: Int) -> String { formatter.string(for: value) ?? "" }

  /// Returns the text as the field shows it after a change: the amount in it, grouped, or nothing.
  public func reformatted(_ text: String) -> String { value(of: text).map(self.text(for:)) ?? "" }
}
