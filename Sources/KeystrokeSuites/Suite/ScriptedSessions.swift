import BenchmarkWorker
import ReformatCore

/// The sessions of scripts, generated once, and shared by strategies and by locales with the same decimal separator.
final class ScriptedSessions {
  private struct Key: Hashable {
    var script: EditScript
    var value: ValueKind
    var decimalSeparator: String
    /// The locale, if the values written from outside depend on it.
    var locale: String?
    var length: Int
    var seed: UInt64
  }

  private var known: [Key: [ScriptedSession]] = [:]

  /// The sessions of a cell.
  func sessions(
    _ script: EditScript, value: ValueKind, symbols: LocaleSymbols, length: Int, seed: UInt64
  ) -> [ScriptedSession] {
    let key = Key(
      script: script, value: value, decimalSeparator: symbols.decimalSeparator,
      locale: value.own == nil ? nil : symbols.locale, length: length, seed: seed)
    if let sessions = known[key] { return sessions }
    let sessions = (0..<EditScript.variants).map {
      script.session(value: value, symbols: symbols, length: length, seed: seed, variant: $0)
    }
    known[key] = sessions
    return sessions
  }
}
