import BenchmarkWorker
import ReformatCore

/// The sessions of scripts, generated once, and shared by strategies and by locales with the same decimal separator.
final class ScriptedSessions {
  private struct Key: Hashable {
    var script: EditScript
    var value: ValueKind
    var decimalSeparator: String
    /// The locale, if what is written from outside or selected depends on it.
    var locale: String?
    var length: Int
    var seed: UInt64
  }

  private var known: [Key: [ScriptedSession]] = [:]
  /// Those of the last locale: no other will ask for them.
  private var ofLocale: (locale: String, known: [Key: [ScriptedSession]]) = ("", [:])

  /// The sessions of a cell.
  func sessions(
    _ script: EditScript, value: ValueKind, symbols: LocaleSymbols, length: Int, seed: UInt64
  ) -> [ScriptedSession] {
    let key = Key(
      script: script, value: value, decimalSeparator: symbols.decimalSeparator,
      locale: value.own != nil || script.dependsOnLocale ? symbols.locale : nil, length: length,
      seed: seed)
    if let locale = key.locale, locale != ofLocale.locale { ofLocale = (locale, [:]) }
    if let sessions = key.locale == nil ? known[key] : ofLocale.known[key] { return sessions }
    let sessions = (0..<EditScript.variants).map {
      script.session(value: value, symbols: symbols, length: length, seed: seed, variant: $0)
    }
    if key.locale == nil { known[key] = sessions } else { ofLocale.known[key] = sessions }
    return sessions
  }
}
