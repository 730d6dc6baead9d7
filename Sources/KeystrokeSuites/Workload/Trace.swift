import BenchmarkModel
import ReformatCore

/// A session whose locale, kind of value and number are known, ready to be measured.
@dynamicMemberLookup
public struct Trace: Hashable, Sendable {
  /// The session as its file has it.
  public let editCase: EditCase
  /// The identifier of the locale.
  public let locale: String
  /// The kind of value of the field.
  public let value: ValueKind
  /// The number that should be left behind.
  public let meant: MeantNumber

  /// A further member of its session.
  public subscript<Said>(dynamicMember said: KeyPath<EditCase, Said>) -> Said {
    editCase[keyPath: said]
  }

  /// The script of the trace's cells: `trace-` and its name.
  public var script: String { "\(Cell.tracePrefix)\(self.id)" }

  /// The edits, in order.
  public var edits: [TextEdit] { self.steps.compactMap(\.action.edit) }

  /// The actions of a session; without a Return, it is the last one.
  public var actions: [UserAction] {
    let actions = self.steps.map(\.action)
    return actions + (actions.contains(.endEditing) ? [] : [.endEditing])
  }

  /// The selections before actions, by index, as far as they are known.
  public var selections: [Int: Range<Int>] {
    let known = self.steps.enumerated().compactMap { index, step in
      step.selection.map { (index, $0) }
    }
    return Dictionary(uniqueKeysWithValues: known)
  }

  /// The number of digits typed, including corrected ones.
  public var length: Int {
    edits.reduce(0) { sum, edit in
      sum
        + edit.replacement.unicodeScalars.count { $0.isDigit(radix: value.radix) }
    }
  }
}

extension UserAction {
  /// The edit of a range; nil for any other action.
  public var edit: TextEdit? {
    guard case .replace(let range, let text) = self else { return nil }
    return TextEdit(range: range, replacement: text)
  }
}
