import BenchmarkModel

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
  /// The selection before the action; nil for the one that the field left.
  var place: TextPlace?
  /// The action; a text that an input method composes is committed at once.
  var action: UserAction
  /// The piece that is inserted or composed; nil for a key, and for everything else.
  var piece: Piece?
}

extension HuntMove {
  /// The move that replaces the whole text by a piece.
  init(_ piece: Piece) { self.init(place: .all, action: .insert(piece.text), piece: piece) }

  /// True if it is not done at the caret.
  var isOfNoPlace: Bool {
    switch action {
    case .write, .endEditing: true
    default: false
    }
  }

  /// The actions that it takes.
  var actions: [UserAction] {
    if case .compose = action { [action, .commit] } else { [action] }
  }
}

extension UserAction {
  /// The composition so far; empty if there is none.
  var composed: String { if case .compose(let text) = self { text } else { "" } }
}
