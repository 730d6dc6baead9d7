import BenchmarkModel
import BenchmarkWorker
import CombineSuites
import FieldHost
import Foundation
import KeystrokeBenchmarks
import KeystrokeSuites
import ReformatCombine
import ReformatCore
import Testing

/// Tests that every branch of every published strategy is taken by a cell of the default suite.
///
/// So each run shows its cost and its text. The tests replay the sessions to see which branches they take.
@Suite struct PublishedBranchesTests {
  /// Returns the sessions of a cell of the default suite, with the seed of its runs.
  private static func sessions(_ id: String) throws -> [FieldSession] {
    let cell = try #require(Cell(id: id), "\(id) is no cell")
    let suite = try Keystrokes.suite()
    #expect(suite.cells(matching: CellFilter()).contains(cell), "\(id) is not in the default suite")
    return try suite.sessions(of: cell, seed: DefaultSeed.value).map {
      try #require($0 as? FieldSession)
    }
  }

  /// Plays the sessions of a cell on fields of its strategy, and collects the branches seen at each keystroke.
  private static func played<Branch: Hashable>(
    _ id: String,
    _ look: (FieldConfiguration, any HostedField, Keystroke, () -> Void) -> [Branch]
  ) throws -> Set<Branch> {
    var seen: Set<Branch> = []
    for session in try sessions(id) {
      let field = session.makeField()
      for keystroke in session.keystrokes {
        let branches = look(session.configuration, field, keystroke) { field.press(keystroke) }
        seen.formUnion(branches)
      }
    }
    return seen
  }

  // MARK: - delegate-filter

  enum Delegate: Hashable, CaseIterable, Sendable {
    case character, secondSeparator, twoMinuses, minusNotInFront, tooLong
    case notParsable, notNew, written, outOfRange
  }

  static let delegate: [(Delegate, String)] = [
    (.character, "delegate-filter/int/en_US/9/refused"),
    (.secondSeparator, "delegate-filter/double-2/en_US/7/trace-settings-delegate-double"),
    (.twoMinuses, "delegate-filter/double-2/en_US/7/trace-settings-delegate-double"),
    (.minusNotInFront, "delegate-filter/double-2/en_US/7/trace-settings-delegate-double"),
    (.tooLong, "delegate-filter/int/en_US/5/trace-settings-delegate-int"),
    (.notParsable, "delegate-filter/double-2/en_US/7/trace-settings-delegate-double"),
    (.notNew, "delegate-filter/double/en_US/9/type"),
    (.written, "delegate-filter/int/en_US/9/type"),
    (.outOfRange, "delegate-filter/int/en_US/5/trace-settings-delegate-int"),
  ]

  @Test(arguments: delegate) func aDelegatesBranchIsTaken(_ branch: Delegate, _ cell: String) throws
  {
    #expect(try Self.played(cell, Self.delegateBranches).contains(branch))
  }

  private static func delegateBranches(
    _ configuration: FieldConfiguration, _ field: any HostedField, _ keystroke: Keystroke,
    _ press: () -> Void
  ) -> [Delegate] {
    let (before, value) = (field.text, field.valueDescription)
    press()
    guard case .edit(let edit) = keystroke else { return [] }
    let filter = DelegateFilter(
      style: configuration.doubleStyle, rules: configuration.publishedRules)
    if let refusal = filter.refusal(of: edit.replacement, after: before) {
      guard field.text == before, field.valueDescription == value else { return [] }
      switch refusal {
      case .character: return [.character]
      case .secondSeparator: return [.secondSeparator]
      case .twoMinuses: return [.twoMinuses]
      case .minusNotInFront: return [.minusNotInFront]
      case .tooLong: return [.tooLong]
      case .notParsable: return []
      }
    }
    var typed = before
    typed.replace(utf16: edit.range, with: edit.replacement)
    if field.showsError { return [.written, .outOfRange] }
    if field.valueDescription != value { return [.written] }
    guard field.text == typed else { return [] }
    return [
      (try? configuration.doubleStyle.parseStrategy.parse(typed)) == nil ? .notParsable : .notNew
    ]
  }

  // MARK: - onchange-reformat

  enum OnChange: Hashable, CaseIterable, Sendable {
    case empty, loneMinus, loneSeparator
    case character, secondSeparator, twoMinuses, minusNotInFront, tooLong, notParsable
    case restored, leftAlone, rewritten, separatorPutBack, refusedOnItsSecondPass, outOfRange
    case separatorRemovedOnSubmit, loneSeparatorKeptOnSubmit
  }

  private static let onChangeInt = "onchange-reformat/int/en_US/9/trace-settings-onchange-int"
  private static let onChangeDouble =
    "onchange-reformat/double-3/en_US/6/trace-settings-onchange-double"

  static let onChange: [(OnChange, String)] = [
    (.empty, "onchange-reformat/int/en_US/9/backspace"),
    (.loneMinus, onChangeInt),
    (.loneSeparator, onChangeDouble),
    (.character, "onchange-reformat/int/en_US/9/refused"),
    (.secondSeparator, onChangeDouble),
    (.twoMinuses, onChangeInt),
    (.minusNotInFront, onChangeInt),
    (.tooLong, onChangeInt),
    (.notParsable, onChangeDouble),
    (.restored, "onchange-reformat/int/en_US/9/refused"),
    (.leftAlone, "onchange-reformat/int/en_US/9/type"),
    (.rewritten, "onchange-reformat/int/en_US/9/type"),
    (.separatorPutBack, onChangeDouble),
    (.refusedOnItsSecondPass, "onchange-reformat/int/en_US/4/trace-defect-second-pass"),
    (.outOfRange, onChangeDouble),
    (.separatorRemovedOnSubmit, onChangeDouble),
    (.loneSeparatorKeptOnSubmit, "onchange-reformat/double/en_US/1/trace-defect-lone-separator"),
  ]

  @Test(arguments: onChange) func anOnChangesBranchIsTaken(_ branch: OnChange, _ cell: String)
    throws
  {
    #expect(try Self.played(cell, Self.onChangeBranches).contains(branch))
  }

  private static func onChangeBranches(
    _ configuration: FieldConfiguration, _ field: any HostedField, _ keystroke: Keystroke,
    _ press: () -> Void
  ) -> [OnChange] {
    let before = field.text
    press()
    var rules = configuration.publishedRules
    let separator = rules.decimalSeparator
    if keystroke == .endEditing {
      if before == separator, field.text == separator { return [.loneSeparatorKeptOnSubmit] }
      return before.hasSuffix(separator) && !field.text.hasSuffix(separator)
        ? [.separatorRemovedOnSubmit] : []
    }
    guard case .edit(let edit) = keystroke else { return [] }
    var typed = before
    typed.replace(utf16: edit.range, with: edit.replacement)
    let store = OnChangeReformat(style: configuration.doubleStyle, rules: rules)
    if store.isUnfinished(typed) {
      return [typed.isEmpty ? .empty : typed == "-" ? .loneMinus : .loneSeparator]
    }
    if let refusal = store.refusal(of: typed) {
      let isRestored = field.text == before ? [OnChange.restored] : []
      switch refusal {
      case .character: return [.character] + isRestored
      case .secondSeparator: return [.secondSeparator] + isRestored
      case .twoMinuses: return [.twoMinuses] + isRestored
      case .minusNotInFront: return [.minusNotInFront] + isRestored
      case .tooLong: return [.tooLong] + isRestored
      case .notParsable: return []
      }
    }
    guard let parsed = try? configuration.doubleStyle.parseStrategy.parse(typed) else {
      return field.text == before ? [.notParsable, .restored] : []
    }
    var branches: [OnChange] = [field.text == typed ? .leftAlone : .rewritten]
    if !configuration.doubleStyle.format(parsed).contains(separator), field.text.contains(separator)
    {
      branches.append(.separatorPutBack)
    }
    if store.refusal(of: field.text) != nil { branches.append(.refusedOnItsSecondPass) }
    if field.showsError, field.valueDescription != nil { branches.append(.outOfRange) }
    return branches
  }

  // MARK: - publisher-transform

  enum Publisher: Hashable, CaseIterable, Sendable {
    case written, raisesTheOther, lowersTheOther, leavesTheOther, setBack, emptied
    case writtenFromOutside
  }

  private static let limits = "publisher-transform/int/en_US/5/trace-limits-linked"

  static let publisher: [(Publisher, String)] = [
    (.written, "publisher-transform/int/en_US/9/type"),
    (.raisesTheOther, "publisher-transform/int/en_US/9/type"),
    (.lowersTheOther, limits),
    (.leavesTheOther, limits),
    (.setBack, "publisher-transform/int/en_US/3/refused"),
    (.emptied, limits),
    (.writtenFromOutside, "publisher-transform/int/en_US/1/outside"),
  ]

  @Test(arguments: publisher) func aPublishersBranchIsTaken(_ branch: Publisher, _ cell: String)
    throws
  {
    #expect(try Self.played(cell, Self.publisherBranches).contains(branch))
  }

  private static func publisherBranches(
    _ configuration: FieldConfiguration, _ field: any HostedField, _ keystroke: Keystroke,
    _ press: () -> Void
  ) -> [Publisher] {
    guard let pair = field as? PublishedField else { return [] }
    let other = pair.focus == .first ? FieldRole.second : .first
    let (before, value, beside) = (pair.text, pair.valueDescription, pair.text(of: other))
    press()
    if case .write(let written) = keystroke {
      return pair.text == written.plain ? [.writtenFromOutside] : []
    }
    guard case .edit = keystroke else { return [] }
    if pair.text.isEmpty { return pair.valueDescription == value ? [.emptied] : [] }
    if pair.text == before, pair.valueDescription == value { return [.setBack] }
    if pair.text(of: other) == beside { return [.written, .leavesTheOther] }
    return [.written, other == .second ? .raisesTheOther : .lowersTheOther]
  }

  // MARK: - Colours

  enum Colour: Hashable, CaseIterable, Sendable {
    case taken, character, tooLong, shownOnCommit, blankAndBoundOnCommit
    case refusedAfterACommit, editedAfterACommit
  }

  static let colour: [(Colour, String)] = [
    (.taken, "partial-string/hex/en_US/6/type"),
    (.character, "partial-string/hex/en_US/8/trace-color"),
    (.tooLong, "partial-string/hex/en_US/8/trace-color"),
    (.shownOnCommit, "format-on-commit/hex/en_US/6/type"),
    (.blankAndBoundOnCommit, "partial-string/hex/en_US/4/trace-defect-color-short"),
    (.refusedAfterACommit, "partial-string/hex/en_US/7/trace-defect-color-again"),
    (.editedAfterACommit, "format-on-commit/hex/en_US/7/trace-defect-color-again"),
  ]

  @Test(arguments: colour) func aColoursBranchIsTaken(_ branch: Colour, _ cell: String) throws {
    #expect(try Self.played(cell, Self.colourBranches).contains(branch))
  }

  private static func colourBranches(
    _ configuration: FieldConfiguration, _ field: any HostedField, _ keystroke: Keystroke,
    _ press: () -> Void
  ) -> [Colour] {
    let before = field.text
    press()
    switch keystroke {
    case .edit(let edit):
      let wasFinished = before.hasPrefix("#")
      if field.text != before { return [wasFinished ? .editedAfterACommit : .taken] }
      if wasFinished { return [.refusedAfterACommit] }
      return [edit.replacement.allSatisfy(\.isHexDigit) ? .tooLong : .character]
    case .endEditing:
      if field.text.hasPrefix("#") { return [.shownOnCommit] }
      return field.text.isEmpty && field.valueDescription == before ? [.blankAndBoundOnCommit] : []
    default: return []
    }
  }

  // MARK: - All

  @Test func noBranchIsLeftOut() {
    #expect(Set(Self.delegate.map(\.0)) == Set(Delegate.allCases))
    #expect(Set(Self.onChange.map(\.0)) == Set(OnChange.allCases))
    #expect(Set(Self.publisher.map(\.0)) == Set(Publisher.allCases))
    #expect(Set(Self.colour.map(\.0)) == Set(Colour.allCases))
  }
}
