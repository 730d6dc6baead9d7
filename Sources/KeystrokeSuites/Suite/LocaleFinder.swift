import BenchmarkModel
import BenchmarkWorker
import ReformatCore

/// Finds a locale that writes numbers as an edit case does, for strategies that know only locales.
struct LocaleFinder {
  /// There is none.
  struct NotFound: Error {
    var reason: String
  }

  /// Tried first: they write numbers in the commonest ways.
  private static let common = ["en_US", "de_DE", "fr_FR", "en_IN", "en_US_POSIX"]

  private let locales: [String]
  private var found: [NumberStyle: String] = [:]

  /// Looks among these locales, or among all that are known where none are named.
  init(_ locales: [String]) {
    let all = locales.isEmpty || locales.contains("all")
    self.locales = all ? Self.common + KnownLocales.listed : locales
  }

  /// The first locale that writes numbers so.
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
