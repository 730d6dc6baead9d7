import BenchmarkModel
import ReformatCore

/// A named, seeded generator of edits.
public enum EditScript: String, CaseIterable, Sendable {
  /// Every digit in order, then Return.
  case type
  /// Types all, then deletes digit by digit until nothing is left.
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
  /// Edits with the caret behind a suffix, in front of a prefix, inside a group and behind a separator.
  case caret
  /// Double taps on a group and types over it, deletes a group, selects all and types, selects all and deletes.
  case select
  /// Types a negative number, presses Backspace until the text is empty, and types another number.
  case clear
  /// Pastes numbers in other notations over all that is there.
  case pasteForeign = "paste-foreign"
  /// Drops digits into the number, types on behind them, and drags a group to another place.
  case drop
  /// Code writes while the field is edited: a maximum that was exceeded, a button, a second field. Typing goes on at
  /// the caret that the write left.
  case clamp
  /// Composes digits as an input method does: into the empty field, into a group, over all; one composition is cancelled.
  case compose
  /// Types, pastes and deletes, and takes each back and makes it again, as far as the toolkit's history knows it.
  case undo
  /// Leaves the field and comes back, when all is selected: types over it, deletes it, changes nothing.
  case focus
  /// Types a number, changes the locale, and goes on typing.
  case locale
  /// Types a number as the locale writes it, separators included; Tab, and another number over it.
  case typeSeparators = "type-separators"
  /// Edits that two texts do not tell: in equal digits, the same digit over all, Backspace and Delete at separators, prefix
  /// and suffix; a signed number behind a digit, a second decimal separator.
  case editAnywhere = "edit-anywhere"
}

/// The steps of one session of a script, and the number that it should leave behind.
public struct ScriptedSession: Hashable, Sendable {
  /// The steps in order, each with its goal; the last one is Return.
  var steps: [MeantStep]
  /// The number that should be in the field at the end.
  public var meant: MeantNumber
  /// The locale that the app changed to; nil if it stayed.
  var lastLocale: String?
}

/// An action with its goal.
struct MeantStep: Hashable, Sendable {
  /// The selection that is made first, as by a tap; nil to keep the one that the strategy left.
  var selection: TextPlace?
  var action: UserAction
  var goal: Goal
  /// True for a key that is pressed again and again until the text is empty.
  var isUntilEmpty = false
  /// The character that it deletes; if another one is before the caret, nothing is done.
  var slip: Character?

  /// True if Backspace is pressed, whatever it deletes.
  var isBackspace: Bool { slip == nil && action == .backspace }
}

extension EditScript {
  /// The number of sessions with different digits in a cell.
  package static let variants = 4

  /// True if its edits depend on more of a locale than the decimal separator.
  var dependsOnLocale: Bool {
    [.select, .pasteForeign, .drop, .locale, .typeSeparators, .editAnywhere].contains(self)
  }

  /// True if another part of the app writes the value, which a field without a way to do so does not show.
  public var writes: Bool { [.outside, .clamp, .locale].contains(self) }

  /// True if it can be played in a field of this kind: what some scripts do is known for numbers only.
  func isPlayed(with value: ValueKind) -> Bool {
    switch self {
    case .type, .backspace, .editMiddle, .paste, .mistype, .mixed, .refused, .outside: true
    case .clear: value != .hex
    case .editAnywhere: value.own == nil && value != .hex && !value.fillsFromRight
    default: value.own == nil && value != .hex
    }
  }

  /// One session: the same for the same arguments, on every machine.
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
      symbols: symbols, value: value, length: length,
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
    case .caret: builder.editAtCarets(number)
    case .select: builder.selectAndType(number)
    case .clear: builder.clear(number)
    case .pasteForeign: builder.pasteForeign(number)
    case .drop: builder.drop(number)
    case .clamp: builder.clamp(number)
    case .compose: builder.compose(number)
    case .undo: builder.undoAndRedo(number)
    case .focus: builder.enterAndLeave(number)
    case .locale: builder.changeLocale(number, variant: variant)
    case .typeSeparators:
      builder.typeSeparated(number)
      builder.typeOverAll()
    case .editAnywhere: builder.editAnywhere(number)
    }
    return builder.finished()
  }

  private static let writesFromOutside = 3
}
