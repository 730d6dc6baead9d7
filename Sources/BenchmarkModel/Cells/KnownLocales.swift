import Foundation

/// The locales that a cell may name.
package enum KnownLocales {
  /// The identifiers that Foundation lists, sorted; `all` means all of them.
  package static let listed = Locale.availableIdentifiers.sorted()
  private static let bases = Set(listed)

  /// True if an identifier is listed, or is a listed one without its script, such as `zh_TW`, or with keywords, as in
  /// `hi_IN@numbers=deva`.
  ///
  /// ICU accepts any text as a locale, and any word as a numbering system. Digits must be Unicode decimal digits,
  /// because all other code requires that.
  package static func contains(_ identifier: String) -> Bool {
    let parts = identifier.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    guard isBase(String(parts[0])) else { return false }
    guard parts.count == 2 else { return true }
    let keywords = parts[1].split(separator: ";", omittingEmptySubsequences: false)
    return keywords.allSatisfy { $0.wholeMatch(of: /[a-z]+=[A-Za-z0-9-]+/) != nil }
      && keywords.allSatisfy(isNumberingSystem) && writesDecimalDigits(identifier)
  }

  private static func isBase(_ identifier: String) -> Bool {
    if bases.contains(identifier) { return true }
    guard identifier.wholeMatch(of: /[a-z]{2,3}_[A-Z]{2}/) != nil else { return false }
    let withScript = Locale.Language(identifier: identifier).maximalIdentifier
    return bases.contains(withScript.replacing("-", with: "_"))
  }

  /// The problem with the first locale of a filter that is none, as an error of a suite; nil if all are known.
  package static func problem(with filter: CellFilter, in suite: String) -> String? {
    problem(with: filter.locale).map { "no cell of \(suite) matches the filters: \($0)" }
  }

  /// The problem with the first of these patterns that looks like a locale and is none; nil if all are known.
  package static func problem(with patterns: [String]) -> String? {
    let unknown = patterns.first { pattern in
      pattern != "all" && !pattern.contains { "*?[\\".contains($0) } && !contains(pattern)
    }
    return unknown.map { name in
      let meant = Suggestion.words(for: name.replacing("-", with: "_"), among: listed)
      let expected =
        "an identifier like fr_FR, or one that names its digits like hi_IN@numbers=deva, was expected"
      return "\(name) is not a locale that ICU knows; \(meant.isEmpty ? expected : meant); "
        + "`keystroke-bench list --locale all` shows all"
    }
  }

  /// True if a keyword is not about numbers, or names an existing numbering system.
  private static func isNumberingSystem(_ keyword: Substring) -> Bool {
    guard keyword.hasPrefix("numbers=") else { return true }
    let name = keyword.dropFirst("numbers=".count)
    return Locale.NumberingSystem.availableNumberingSystems.contains { $0.identifier == name }
  }

  private static func writesDecimalDigits(_ identifier: String) -> Bool {
    let style = IntegerFormatStyle<Int>(locale: Locale(identifier: identifier)).grouping(.never)
    return (0...9).allSatisfy { digit in
      let scalars = style.format(digit).unicodeScalars
      return scalars.count == 1
        && scalars.first?.properties.generalCategory == .decimalNumber
        && scalars.first?.properties.numericValue == Double(digit)
    }
  }
}
