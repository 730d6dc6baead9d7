import Foundation

/// The text and value that a session should leave.
public struct Expectation: Hashable, Sendable {
  /// The text; nil if the reference cannot tell it.
  public var text: String?
  /// The value; ``ExpectedValue/unknown`` if the reference cannot tell it.
  public var value: ExpectedValue

  /// Makes an expectation of a text and a value; what is not told is not judged.
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
  /// A value of another type; see ``of(_:)``. It is indirect, since each copy of a keystroke would pay for it here.
  indirect case other(OtherValue)
  /// The reference cannot tell: any value is right.
  case unknown

  /// A value of any type, such as a date; it is compared by its description, and can be written from outside.
  public static func of(_ value: some Hashable & Sendable) -> ExpectedValue {
    .other(OtherValue(base: value))
  }

  /// True if a field whose value has this description holds this value.
  public func matches(_ description: String?) -> Bool {
    if self == .unknown { return true }
    guard let description else { return self == .none }
    return switch self {
    case .none, .unknown: false
    case .int(let value): Int(description) == value
    case .double(let value): Double(description) == value
    case .decimal(let value):
      Decimal(string: description, locale: Locale(identifier: "en_US_POSIX")) == value
    case .text, .other: description == plain
    }
  }

  /// The value in plain notation; nil if there is none, or it cannot be told.
  public var plain: String? { any.map { String(describing: $0) } }

  /// The value itself; nil if there is none, or it cannot be told.
  var any: Any? {
    switch self {
    case .none, .unknown: nil
    case .int(let value): value
    case .double(let value): value
    case .decimal(let value): value
    case .text(let text): text
    case .other(let value): value.base
    }
  }
}

/// A value of any type that can be compared.
public struct OtherValue: Hashable, Sendable {
  let base: any Hashable & Sendable

  /// True if both have the same type and are equal.
  public static func == (a: OtherValue, b: OtherValue) -> Bool {
    AnyHashable(a.base) == AnyHashable(b.base)
  }

  /// Hashes the value.
  public func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(base)) }
}
