/// The kind of value of a field, as the code of a suite spells it.
struct FieldKind {
  /// The kinds that `init` spells, in words.
  static let names =
    "int, double, double-2, double-3, decimal, percent, currency or, for Swiss francs, currency-CHF"

  /// The name in cells.
  let name: String
  /// The expression in Swift.
  let spelling: String
  /// The type of the value.
  let type: String
  /// The expression that reads a value from `text`; nil if there is none.
  let reading: String
  /// The number of digits that a field holds; nil if there is no limit.
  let limit: Int?
  /// The declaration of a kind of its own, or nothing.
  let declaration: String

  /// A kind of keystroke-bench's; nil if it is none of ``names``.
  init?(_ name: String) {
    let style: String
    switch name {
    case "int": (spelling, type, style) = (".int", "Int", "integerStyle")
    case "double": (spelling, type, style) = (".double", "Double", "doubleStyle")
    case "double-2": (spelling, type, style) = (".double2", "Double", "doubleStyle")
    case "double-3": (spelling, type, style) = (".double3", "Double", "doubleStyle")
    case "decimal": (spelling, type, style) = (".decimal", "Decimal", "decimalStyle")
    case "percent": (spelling, type, style) = (".percent", "Decimal", "percentStyle")
    case "currency": (spelling, type, style) = (".currency", "Decimal", "currencyStyle")
    default:
      guard name.wholeMatch(of: /currency-[A-Z]{3}/) != nil else { return nil }
      (spelling, type, style) = ("ValueKind(rawValue: \"\(name)\")!", "Decimal", "currencyStyle")
    }
    self.name = name
    reading = "try? configuration.\(style).parseStrategy.parse(text)"
    limit = nil
    declaration = ""
  }

  /// The kind of a field with a mask, in which `#` is a digit.
  init(mask: String) {
    let places = mask.count { $0 == "#" }
    name = "mask"
    spelling = ".own(.mask)"
    type = "String"
    reading = "text.filter(\\.isWholeNumber)"
    limit = places
    declaration = """

      extension OwnValueKind {
        /// Digits in a mask; what is between two of them is written with the second one.
        static let mask = OwnValueKind("mask", digitLimit: \(places)) { meant, _ in
          var digits = meant.integer[...]
          var text = ""
          for place in \(mask.debugDescription) where !digits.isEmpty {
            text.append(place == "#" ? digits.removeFirst() : place)
          }
          return Expectation(text: text, value: .text(meant.integer))
        }
      }

      """
  }
}
