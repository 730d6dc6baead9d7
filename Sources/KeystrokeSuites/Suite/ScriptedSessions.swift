import ReformatCore
import Synchronization

/// The sessions of scripts, generated once, and shared by strategies and by locales with the same decimal separator.
final class ScriptedSessions: Sendable {
  private struct Key: Hashable {
    var script: EditScript
    var value: ValueKind
    var decimalSeparator: String
    /// The locale, if what is written from outside or selected depends on it.
    var locale: String?
    var length: Int
    var seed: UInt64
  }

  private struct Known {
    var sessions: [Key: [ScriptedSession]] = [:]
    /// Those of the last locale: no other will ask for them.
    var ofLocale: (locale: String, sessions: [Key: [ScriptedSession]]) = ("", [:])
  }

  private let known = Mutex(Known())

  /// The sessions of a cell.
  func sessions(
    _ script: EditScript, value: ValueKind, symbols: LocaleSymbols, length: Int, seed: UInt64
  ) -> [ScriptedSession] {
    let key = Key(
      script: script, value: value, decimalSeparator: symbols.decimalSeparator,
      locale: value.own != nil || script.dependsOnLocale ? symbols.locale : nil, length: length,
      seed: seed)
    let ready = known.withLock { known in
      if let locale = key.locale, locale != known.ofLocale.locale { known.ofLocale = (locale, [:]) }
      return key.locale == nil ? known.sessions[key] : known.ofLocale.sessions[key]
    }
    if let ready { return ready }
    let sessions = (0..<EditScript.variants).map {
      script.session(value: value, symbols: symbols, length: length, seed: seed, variant: $0)
    }
    known.withLock { known in
      if key.locale == nil {
        known.sessions[key] = sessions
      } else if key.locale == known.ofLocale.locale {
        known.ofLocale.sessions[key] = sessions
      }
    }
    return sessions
  }
}
