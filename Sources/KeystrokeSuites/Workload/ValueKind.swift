/// The kind of value of a field.
public enum ValueKind: Hashable, Sendable {
  /// An `Int`.
  case int
  /// A `Double` with a fraction of any length.
  case double
  /// A `Double` whose text shows 0 to 2 digits of fraction, the limit as published.
  case double2
  /// A `Double` whose text shows 0 to 3 digits of fraction, rounded toward zero, the other limit as published.
  case double3
  /// A `Decimal` with a fraction of any length.
  case decimal
  /// An amount of money in ``Oracle/currencyCode``: a `Decimal` with at most two digits of fraction.
  case currency
  /// A share in percent: a `Decimal`, a hundredth of the number shown.
  case percent
  /// A colour of six hexadecimal digits, independent of the locale.
  case hex
  /// A `Decimal` with settings: of fraction, limits, zeros, currency or symbols.
  case number(NumberSettings)
  /// A kind with a rule of its own, as a field of another package has.
  case own(OwnValueKind)

  /// True if a decimal separator may be typed.
  public var allowsFraction: Bool {
    switch self {
    case .int, .hex: false
    case .number(let settings):
      settings.maximumFractionDigits != 0 && !settings.fillsFromRight
    case .own(let kind): kind.allowsFraction
    default: true
    }
  }

  /// True if a minus may be typed.
  public var allowsNegative: Bool {
    switch self {
    case .hex: false
    case .own(let kind): kind.allowsNegative
    default: true
    }
  }

  /// The base of the digits that are typed.
  public var radix: Int {
    switch self {
    case .hex: 16
    case .own(let kind): kind.radix
    default: 10
    }
  }

  /// The maximum number of digits in a field; nil if there is no limit.
  public var digitLimit: Int? {
    switch self {
    case .hex: 6
    case .number(let settings):
      settings.maximumIntegerDigits.map { $0 + (settings.maximumFractionDigits ?? 0) }
    case .own(let kind): kind.digitLimit
    default: nil
    }
  }

  /// The kind with a rule of its own; nil for one of this package's.
  public var own: OwnValueKind? {
    if case .own(let kind) = self { kind } else { nil }
  }
}

extension ValueKind: CaseIterable {
  /// The kinds that this package knows: all but those with a rule of their own, and of the currencies a few.
  public static let allCases: [ValueKind] =
    [
      .int, .double, .double2, .double3, .decimal, .currency, .percent, .hex,
    ] + withSettings

  /// The numbers with settings that have a name of their own.
  public static let withSettings = NumberSettings.named.map(ValueKind.number)
}

extension ValueKind: RawRepresentable {
  /// The kind of this package with that name, or nil.
  public init?(rawValue: String) {
    let named = Self.allCases.first { $0.rawValue == rawValue }
    guard let kind = named ?? NumberSettings.named(rawValue).map(ValueKind.number) else {
      return nil
    }
    self = kind
  }

  /// The name in the `value` column and in filters.
  public var rawValue: String {
    switch self {
    case .int: "int"
    case .double: "double"
    case .double2: "double-2"
    case .double3: "double-3"
    case .decimal: "decimal"
    case .currency: "currency"
    case .percent: "percent"
    case .hex: "hex"
    case .number(let settings): settings.name
    case .own(let kind): kind.name
    }
  }
}
