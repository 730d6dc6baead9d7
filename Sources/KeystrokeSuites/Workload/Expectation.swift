import Foundation

/// The text and value that a session should leave.
public struct Expectation: Hashable, Sendable {
  /// The text; nil if the reference cannot give it.
  public var text: String?
  /// The value.
  public var value: ExpectedValue

  /// Makes an expectation of a text and a value.
  public init(text: String?, value: ExpectedValue) {
    self.text = text
    self.value = value
  }
}

/// A value as the type of a field's kind of value holds it.
public enum ExpectedValue: Hashable, Sendable {
  /// There is none: no digits, or more than the type can hold.
  case none
  /// An integer of 64 bits.
  case int(Int)
  /// The nearest double.
  case double(Double)
  /// An exact decimal.
  case decimal(Decimal)
  /// A text: the digits of a colour as typed, or any value that Swift describes by this text.
  case text(String)

  /// True if a field whose value has this description holds this value.
  public func matches(_ description: String?) -> Bool {
    guard let description else { return self == .none }
    return switch self {
    case .none: false
    case .int(let value): Int(description) == value
    case .double(let value): Double(description) == value
    case .decimal(let value):
      Decimal(string: description, locale: Locale(identifier: "en_US_POSIX")) == value
    case .text(let text): description == text
    }
  }

  /// The value in plain notation; nil if there is none.
  public var plain: String? {
    switch self {
    case .none: nil
    case .int(let value): "\(value)"
    case .double(let value): "\(value)"
    case .decimal(let value): "\(value)"
    case .text(let text): text
    }
  }

  /// The value itself; nil if there is none.
  var any: Any? {
    switch self {
    case .none: nil
    case .int(let value): value
    case .double(let value): value
    case .decimal(let value): value
    case .text(let text): text
    }
  }
}
