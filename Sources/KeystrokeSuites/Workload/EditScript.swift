import BenchmarkModel
import ReformatCore

/// A named, seeded generator of edits.
public enum EditScript: String, CaseIterable, Sendable {
  /// Every digit in order, then Return.
  case type
  /// Types all, then Backspace until nothing is left.
  case backspace
  /// Types all, then inserts and deletes digits in the middle of the integer part.
  case editMiddle = "edit-middle"
  /// Pastes a number, pastes another over it, and types over a part of that.
  case paste
  /// Types with slips: about one key in ten is a letter or a doubled digit and is then corrected.
  case mistype
  /// All of the above in one session, with a minus in front.
  case mixed
  /// Pastes a number, then types letters at its end, one for each digit: strategies that filter refuse them all.
  case refused
  /// Types all; then, three times, another part of the app writes another number with the same count of digits, whose
  /// last digit is deleted and typed again.
  case outside
}

/// The steps of one session of a script, and the number that it should leave behind.
public struct ScriptedSession: Hashable, Sendable {
  /// The steps in order, each with its goal; the last one is Return.
  var steps: [MeantStep]
  /// The number that should be in the field at the end.
  public var meant: MeantNumber
}

/// A step with its goal.
struct MeantStep: Hashable, Sendable {
  var step: ScriptStep
  var goal: Goal
}

extension EditScript {
  /// The number of sessions with different digits in a cell.
  package static let variants = 4

  /// Makes one session: the same for the same arguments, on every machine.
  ///
  /// Strategies and locales do not change which digits are typed, so that they can be compared.
  ///
  /// - Parameters:
  ///   - value: the kind of value; one with a fraction gets a decimal separator and up to two digits after it; colours
  ///     get no minus.
  ///   - symbols: the symbols with the decimal separator.
  ///   - length: the number of digits typed at first; at least 1.
  ///   - seed: the seed of the run.
  ///   - variant: the number of the session among several of the same kind.
  /// - Returns: the steps, and the number that they mean.
  public func session(
    value: ValueKind, symbols: LocaleSymbols, length: Int, seed: UInt64, variant: Int
  ) -> ScriptedSession {
    var builder = SessionBuilder(
      symbols: symbols, value: value,
      random: SplitMix64(seed: seed, rawValue, value.rawValue, String(length), String(variant)))
    let number = builder.number(length: length, allowsFraction: value.allowsFraction)
    switch self {
    case .type: builder.type(number)
    case .backspace:
      builder.type(number)
      builder.deleteAll()
    case .editMiddle:
      builder.type(number)
      for _ in 0..<(length + 1) / 2 {
        builder.insertAndDeleteInMiddle()
      }
    case .paste:
      builder.paste(number)
      builder.paste(builder.number(length: length, allowsFraction: value.allowsFraction))
      builder.typeOverMiddle()
    case .mistype: builder.type(number, slips: true)
    case .mixed:
      var negative = number
      negative.isNegative = value.allowsNegative
      builder.type(negative, slips: true)
      builder.insertAndDeleteInMiddle()
      builder.typeOverMiddle()
      builder.deleteLast()
      builder.appendDigit()
    case .refused:
      builder.paste(number)
      builder.typeRefused(count: length)
    case .outside:
      builder.type(number)
      for _ in 0..<Self.writesFromOutside {
        builder.writeOutside(builder.number(length: length, allowsFraction: value.allowsFraction))
        builder.deleteLast()
        builder.appendDigit()
      }
    }
    return builder.finished()
  }

  private static let writesFromOutside = 3
}
