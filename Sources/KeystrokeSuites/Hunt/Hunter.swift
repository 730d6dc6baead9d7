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
      if keystrokes == before { keystrokes += 1 }
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
      value: value, oracle: workload.oracle, grouping: configuration.symbols.groupingSeparator,
      isJudgedAlways: isJudgedAlways, without: known)
  }
}

// MARK: - Play

extension Hunter {
  /// A session as played, up to the first wrong keystroke.
  private struct Played {
    var editCase: EditCase
    var states: [FieldState]
    /// The moves that were made; moves without one clearly right result are left out.
    var moves: [HuntMove] = []
    /// The number in the field after each of them.
    var numbers: [MeantNumber] = []
    /// The kind of the last move, if its result is wrong.
    var wrong: Hunted.Kind?
  }

  private enum Verdict { case right, refused, wrong }

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
      if strategy.caret != .follows, meant.isAmbiguous(move.action, selection) { continue }
      guard let expected = next.make(move, selection: selection) else { continue }
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
      switch perform(move, on: field, expected, meant, selection, &played) {
      case .right:
        meant = next
        if isJudgedAlways { meant.show(field.text) }
      case .refused: break
      case .wrong:
        played.wrong = kind
        return played
      }
      played.numbers.append(meant.number)
      isCaretKnown = expected.caret != nil
      if move.action == .endEditing { break }
    }
    return played
  }

  private mutating func perform(
    _ move: HuntMove, on field: any HostedField, _ expected: MeantField.Expected,
    _ meant: MeantField, _ selection: Range<Int>, _ played: inout Played
  ) -> Verdict {
    let actions = move.actions
    let promised = expected.forgiving(move.action, selection, of: meant, strategy.caret)
    for (index, action) in actions.enumerated() {
      let isMoved =
        index == 0 && field.selection != played.states[played.states.count - 1].selection
      played.editCase.steps.append(.init(action, selection: isMoved ? field.selection : nil))
      keystrokes += 1
      if let keystroke = action.keystroke(
        in: field.text, selection: field.selection, workload)
      {
        field.press(keystroke)
      }
      let state = field.state
      played.states.append(state)
      let isLast = index == actions.count - 1
      guard isJudgedAlways || action == .endEditing else { continue }
      if !isLast {
        // The composition must not be changed.
        let shown = meant.text(replacing: selection, by: action.composed)
        played.editCase.steps[played.editCase.steps.count - 1].after = shown
        guard state.text.unicodeScalars.elementsEqual(shown.unicodeScalars) else { return .wrong }
      } else if action == HuntMove.minus.action, state.text == "-",
        expected.value.matches(state.value)
      {
        // The key's own minus may stay until there is a digit.
        played.editCase.steps[played.editCase.steps.count - 1].after = state.text
      } else if !promised.isMet(by: state) {
        if expected.mayRefuse, meant.unchanged(selection).isMet(by: state) {
          played.editCase.steps[played.editCase.steps.count - 1].after = meant.text
          return .refused
        }
        played.editCase.steps[played.editCase.steps.count - 1].expect(expected, state)
        return .wrong
      } else {
        played.editCase.steps[played.editCase.steps.count - 1].after = expected.text
      }
    }
    return .right
  }
}

extension MeantField.Expected {
  /// The same without a caret, if the strategy does not promise it for this edit.
  fileprivate func forgiving(
    _ action: UserAction, _ selection: Range<Int>, of meant: MeantField,
    _ promise: CaretPromise
  ) -> MeantField.Expected {
    let isJudged =
      switch promise {
      case .follows: true
      case .followsAtEnd: selection.isEmpty && selection.lowerBound == meant.end
      case .followsTexts: meant.isTold(action, selection)
      }
    // A text that need not be rewritten is not changed, and neither is the caret.
    let isLeftAlone = promise == .followsTexts && meant.text(after: action, selection) == text
    guard !isJudged || isLeftAlone else { return self }
    var expected = self
    expected.caret = expected.caret.map { _ in 0...Int.max }
    return expected
  }

  fileprivate func isMet(by state: FieldState) -> Bool {
    state.text.unicodeScalars.elementsEqual(text.unicodeScalars) && value.matches(state.value)
      && isCaretMet(by: state)
  }

  fileprivate func isCaretMet(by state: FieldState) -> Bool {
    guard let caret else { return true }
    return state.selection.isEmpty && caret.contains(state.selection.lowerBound)
  }
}

extension EditCase.Step {
  /// Sets the expectation that a wrong state does not meet; if several carets are right, the first is used.
  fileprivate mutating func expect(_ expected: MeantField.Expected, _ state: FieldState) {
    after = expected.text
    valueAfter = expected.value.plain ?? ""
    if let caret = expected.caret, !expected.isCaretMet(by: state) {
      selectionAfter = caret.lowerBound..<caret.lowerBound
    }
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
