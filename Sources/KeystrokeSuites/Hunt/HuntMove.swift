import BenchmarkModel
import FieldHost

/// A text that is inserted in one piece, with the number that it means.
struct Piece: Hashable, Sendable {
  /// The notation, which names a finding.
  var kind: Hunted.Kind
  var text: String
  /// The number meant; nil for a text that is not a number and must be refused.
  var meant: MeantNumber?
  /// True if refusing it is right, too.
  var mayRefuse = false
}

/// One action of the user in a hunted session, or of code that writes.
struct HuntMove: Hashable, Sendable {
  /// The place of the caret, or the selection, before the action.
  enum Place: Hashable, Sendable {
    /// Behind the last key.
    case end
    /// After this many characters, at most at the end.
    case behind(Int)
    /// The characters between two places.
    case between(Int, Int)
    /// The whole text.
    case all
  }

  enum Action: Hashable, Sendable {
    case digit(String)
    /// The decimal separator, typed by a key that writes this.
    case separator(String)
    case minus
    case backspace
    case delete
    case piece(Piece)
    /// A piece that an input method commits.
    case composed(Piece)
    case write(MeantNumber)
    case endEditing
  }

  /// The place before the action; nil for the place where the field left the caret.
  var place: Place?
  var action: Action
}

extension HuntMove.Place {
  /// The selection in a text whose last key ends at `end`; offsets count UTF-16 code units.
  func selection(in text: String, end: Int) -> Range<Int> {
    switch self {
    case .end: return end..<end
    case .all: return 0..<text.utf16.count
    case .behind(let count):
      let offset = Self.offset(behind: count, in: text)
      return offset..<offset
    case .between(let a, let b):
      let offsets = [a, b].map { Self.offset(behind: $0, in: text) }.sorted()
      return offsets[0]..<offsets[1]
    }
  }

  private static func offset(behind count: Int, in text: String) -> Int {
    text.prefix(count).utf16.count
  }
}

extension HuntMove.Action {
  /// True if it is not done at the caret.
  var isOfNoPlace: Bool {
    switch self {
    case .write, .endEditing: true
    default: false
    }
  }

  /// The steps of an edit case that do this.
  var steps: [EditCase.Action] {
    switch self {
    case .digit(let digit): [.insert(digit)]
    case .separator(let key): [.insert(key)]
    case .minus: [.insert("-")]
    case .backspace: [.backspace]
    case .delete: [.delete]
    case .piece(let piece): [.insert(piece.text)]
    case .composed(let piece): [.compose(piece.text), .commit]
    case .write(let number): [.write(number.written("."))]
    case .endEditing: [.endEditing]
    }
  }
}

extension EditCase.Action {
  /// The text that is inserted into the field; nil if there is none.
  var typed: String? {
    switch self {
    case .insert(let text), .compose(let text): text
    default: nil
    }
  }

  /// The composition so far; empty if there is none.
  var composed: String { if case .compose(let text) = self { text } else { "" } }
}
