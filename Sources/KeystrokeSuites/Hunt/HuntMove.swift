import BenchmarkModel
import FieldHost

/// A text that arrives in one piece, and the number that it stands for.
struct Piece: Hashable, Sendable {
  /// The notation, as a finding is named by it.
  var kind: Hunted.Kind
  var text: String
  /// The number meant; nil for a text that is none and must be refused.
  var meant: MeantNumber?
  /// True if to refuse it is no fault either.
  var mayRefuse = false
}

/// One thing that the user of a hunted session does, or code that writes.
struct HuntMove: Hashable, Sendable {
  /// The place of the caret, or the selection, before the action.
  enum Place: Hashable, Sendable {
    /// Behind the last key.
    case end
    /// Behind so many characters, at most at the end.
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

  /// Nil to go on where the field left the caret.
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
  /// The text that is put into the field; nil if none is.
  var typed: String? {
    switch self {
    case .insert(let text), .compose(let text): text
    default: nil
    }
  }

  /// The text that is composed so far; empty if nothing is.
  var composed: String { if case .compose(let text) = self { text } else { "" } }
}
