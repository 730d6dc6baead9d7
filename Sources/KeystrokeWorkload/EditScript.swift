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
  /// Types all; then, three times, another part of the app writes another number of as many digits, whose last digit is
  /// deleted and typed anew.
  case outside
}

/// What one run of a script means to do, and the number that it means to leave behind.
public struct ScriptedSession: Hashable, Sendable {
  /// The steps in order; the last one is Return.
  var steps: [ScriptStep]
  /// What should stand in the field when all is done.
  public var meant: MeantNumber
}
