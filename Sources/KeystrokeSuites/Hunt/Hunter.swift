import BenchmarkModel
import FieldHost
import Foundation
import ReformatCore

/// Plays random sessions with a strategy in one locale and one kind of value until a keystroke is wrong.
struct Hunter {
  private let strategy: StrategyEntry
  private let locale: String
  private let value: ValueKind
  private let workload: WorkloadContext
  private let configuration: FieldConfiguration
  /// The number of keystrokes so far.
  private(set) var keystrokes = 0
  /// The number of them that were taken for what somebody else means by them.
  private(set) var ambiguous = 0
  /// The number of them that no rule judges.
  private(set) var unjudged = 0

  private var isJudgedAlways: Bool { strategy.promise == .formatted }

  init(_ strategy: StrategyEntry, locale: String, value: ValueKind) {
    self.strategy = strategy
    self.locale = locale
    self.value = value
    workload = WorkloadContext(locale: locale, value: value)
    configuration = FieldConfiguration(locale: locale, value: value)
  }

  /// Plays sessions until enough keys are pressed.
  ///
  /// - Parameters:
  ///   - budget: the number of keystrokes.
  ///   - known: the kinds that are not looked for.
  ///   - random: the generator of the sessions.
  /// - Returns: at most one finding of a kind, each with the fewest moves.
  mutating func hunt(
    keystrokes budget: Int, without known: Set<Hunted.Kind>, _ random: inout SplitMix64
  ) -> [Hunted.Finding] {
    var known = known
    var findings: [Hunted.Finding] = []
    var drawer = self.drawer(without: known)
    while keystrokes < budget {
      let session = drawer.session(&random)
      let before = keystrokes
      let kind = play(session)?.wrong
      // A session of which nothing could be played also counts, so that the hunt ends.
      if keystrokes == before {
        keystrokes += 1
        unjudged += 1
      }
      guard let kind, known.insert(kind).inserted,
        let played = shrunk(session, wrongIn: kind)
      else {
        continue
      }
      findings.append(
        Hunted.Finding(kind: kind, editCase: played.editCase, states: played.states))
      drawer = self.drawer(without: known)
    }
    return findings
  }

  private func drawer(without known: Set<Hunted.Kind>) -> SessionDrawer {
    SessionDrawer(
      workload, isJudgedAlways: isJudgedAlways, isWritten: strategy.takesWrites(of: value),
      without: known)
  }
}

// MARK: - Play

extension Hunter {
  /// A session as played, up to the first wrong keystroke.
  private struct Played {
    var editCase: EditCase
    var states: [FieldSnapshot]
    /// The moves that were made; moves without one clearly right result are left out.
    var moves: [HuntMove] = []
    /// The number in the field after each of them.
    var numbers: [MeantNumber] = []
    /// The kind of the last move, if its result is wrong.
    var wrong: Hunted.Kind?
  }

  /// Plays a session on a fresh field; nil if it cannot begin.
  private mutating func play(_ session: HuntedSession) -> Played? {
    let text = session.start?.written(workload.symbols.decimalSeparator) ?? ""
    let start = session.start ?? MeantNumber()
    guard var meant = MeantField(start, workload: workload, text: text) else {
      return nil
    }
    var configuration = configuration
    configuration.text = text
    let field = strategy.makeField(configuration, PhaseMarker())
    guard field.text == text else { return nil }
    var judge = SessionJudge(workload, strategy.promise, caret: strategy.caret)
    var played = Played(
      editCase: EditCase(
        id: "hunted", locale: locale, value: value.rawValue, before: text,
        selection: field.selection, steps: []), states: [field.state])
    var isCaretKnown = true
    for move in session.moves {
      guard move.place != nil || isCaretKnown || move.isOfNoPlace else { continue }
      let selection =
        move.place?.range(in: meant.text, workload)
        ?? (isJudgedAlways ? field.selection : meant.end..<meant.end)
      var next = meant
      guard let goal = next.make(move, selection: selection) else { continue }
      played.moves.append(move)
      let isUngrouped =
        played.moves.count == 1 && !text.isEmpty && !meant.coversAll(selection)
      let kind = isUngrouped ? .ungrouped : meant.kind(of: move, selection)
      if !isJudgedAlways {
        // In a text that is not judged, the end is before any suffix of a number.
        let place = move.place ?? .numberEnd
        field.selection = place.range(in: field.text, workload) ?? field.selection
      } else if move.place != nil {
        field.selection = selection
      }
      guard let outcome = press(move, goal, in: meant, on: field, &judge, &played) else {
        played.wrong = kind
        return played
      }
      guard !isUnshown(move.action, outcome),
        let followed = meant.following(outcome, else: next)
      else { break }
      meant = followed
      played.numbers.append(meant.number)
      isCaretKnown = goal.caret != nil
      if move.action == .endEditing { break }
    }
    return played
  }

  /// Makes a move and returns the outcome of its last keystroke; nil if one is wrong.
  private mutating func press(
    _ move: HuntMove, _ goal: Goal, in meant: MeantField, on field: any HostedField,
    _ judge: inout SessionJudge, _ played: inout Played
  ) -> SessionJudge.Outcome? {
    var last: SessionJudge.Outcome?
    for action in move.actions {
      let isMoved = last == nil && field.selection != played.states.last?.selection
      let keystroke = action.keystroke(in: field.text, selection: field.selection, workload)
      let outcome = judge.press(keystroke, goal, in: meant, on: field)
      keystrokes += 1
      if outcome.isAmbiguous { ambiguous += 1 }
      let isUnshown = isUnshown(action, outcome)
      if outcome.faults == nil || isUnshown { unjudged += 1 }
      played.states.append(outcome.after)
      var step = EditCase.Step(action, selection: isMoved ? outcome.before.selection : nil)
      step.expect(outcome)
      played.editCase.steps.append(step)
      if outcome.isWrong && !isUnshown { return nil }
      last = outcome
    }
    return last
  }

  /// True if code wrote a value, and the strategy shows none: it has no text for values.
  private func isUnshown(_ action: UserAction, _ outcome: SessionJudge.Outcome) -> Bool {
    guard case .write = action, strategy.writtenType == nil else { return false }
    return outcome.after.text == outcome.before.text
  }
}

extension MeantField {
  /// The field after a keystroke: as the move left it, or as the reading that the strategy chose.
  ///
  /// - Returns: nil if its text does not show the digits of that.
  fileprivate func following(_ outcome: SessionJudge.Outcome, else next: MeantField) -> MeantField?
  {
    guard let expected = outcome.expected else { return next }
    guard !expected.isAmbiguous, expected.meant == next.number else {
      if expected.isUnchanged, !expected.isAmbiguous { return self }
      return MeantField(expected.meant, like: self, text: outcome.after.text)
    }
    var next = next
    next.show(outcome.after.text)
    return next
  }
}

extension EditCase.Step {
  /// Sets the text that was right; after a wrong keystroke, all that would have been.
  fileprivate mutating func expect(_ outcome: SessionJudge.Outcome) {
    guard let expected = outcome.expected else { return }
    after = expected.text
    guard outcome.isWrong else { return }
    valueAfter = expected.value.map { $0.plain ?? "" }
    if !expected.isCaret(outcome.after.selection) { selectionAfter = expected.shownCaret }
  }
}

// MARK: - Shrink

extension Hunter {
  /// A session with the fewest moves that is still wrong in this kind, each as simple as possible.
  private mutating func shrunk(_ session: HuntedSession, wrongIn kind: Hunted.Kind) -> Played? {
    var session = session
    var best = play(session)
    while let played = best {
      session.moves = played.moves
      guard let simpler = simpler(than: session, played.numbers, wrongIn: kind) else { break }
      (session, best) = simpler
    }
    return best
  }

  private mutating func simpler(
    than session: HuntedSession, _ numbers: [MeantNumber], wrongIn kind: Hunted.Kind
  ) -> (HuntedSession, Played)? {
    for candidate in session.simpler(numbers, separator: workload.symbols.decimalSeparator) {
      if let played = play(candidate), played.wrong == kind { return (candidate, played) }
    }
    return nil
  }
}
