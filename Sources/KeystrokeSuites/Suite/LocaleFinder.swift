import BenchmarkModel
import ReformatCore

/// Finds a locale that writes numbers like an edit case, for strategies that know only locales.
struct LocaleFinder {
  /// The error if there is none.
  struct NotFound: Error {
    var reason: String
  }

  /// The locales to try first, with the most common ways to write numbers.
  private static let common = ["en_US", "de_DE", "fr_FR", "en_IN", "en_US_POSIX"]

  private let locales: [String]
  private var found: [NumberStyle: String] = [:]

  /// Makes a finder that looks among these locales, or among all known ones if none are named.
  init(_ locales: [String]) {
    let all = locales.isEmpty || locales.contains("all")
    self.locales = all ? Self.common + KnownLocales.listed : locales
  }

  /// The first locale that writes numbers in this style.
  ///
  /// No locale has a prefix or suffix.
  mutating func locale(writing style: NumberStyle) throws(NotFound) -> String {
    guard style.prefix.isEmpty, style.suffix.isEmpty else {
      throw NotFound(reason: "it knows neither prefix nor suffix")
    }
    if let known = found[style] { return known }
    guard let locale = locales.first(where: { style.matches(LocaleSymbols.of($0)) }) else {
      throw NotFound(reason: "it knows only locales, and none writes numbers so")
    }
    found[style] = locale
    return locale
  }
}
