import BenchmarkModel
import ReformatCore

extension MeantField {
  /// The state that another edit should leave which leads from the same text to the same text, if the field is in it.
  ///
  /// - Parameters:
  ///   - new: the text after the edit, before anything is reformatted.
  ///   - state: the state of the field.
  ///   - isPiece: true if it was made by more than a key, so that all may have been pasted.
  /// - Returns: the state with its number; nil if no other edit explains it.
  func otherIntention(leadingTo new: String, leaving state: FieldSnapshot, isPiece: Bool)
    -> Expected?
  {
    var moves = edits(to: new, isPiece: isPiece).map { (HuntMove(action: $0), $1) }
    // Behind a digit a piece with a sign is refused.
    let (old, edit) = (text, TextEdit(from: text, to: new))
    if isPiece, !workload.signs(in: edit.replacement).isEmpty, old != new {
      let signed = MeantNumber(isNegative: true, integer: "1")
      let piece = Piece(kind: .pieceInside, text: edit.replacement, meant: signed)
      moves.append((HuntMove(piece), edit.range))
    }
    for number in isPiece ? workload.candidates(in: new) : [] {
      let piece = Piece(kind: .ownText, text: new, meant: value.shown(number))
      moves.append((HuntMove(piece), 0..<text.utf16.count))
    }
    return moves.lazy.compactMap {
      met(by: $0, at: $1, leaving: state, caret: .followsTexts)?.asAmbiguous
    }.first
  }

  /// The state that a move should leave, if a field that promises this of its caret is in it.
  func met(
    by move: HuntMove, at selection: Range<Int>, leaving state: FieldSnapshot, caret: CaretPromise
  ) -> Expected? {
    var field = self
    guard let goal = field.make(move, selection: selection) else { return nil }
    var raw = RawKeystroke(before: FieldSnapshot(text: text, selection: selection, value: nil))
    if case .edit(let edit) = move.action.keystroke(in: text, selection: selection, workload) {
      raw.edit = edit
    }
    return workload.expected(goal, promise: .formatted, caret: caret, after: raw)
      .first { $0.matches(state) }
  }

  /// The edits with keys that lead from the text to another: whatever of both texts is taken for the same.
  func edits(to text: String, isPiece: Bool) -> [(UserAction, Range<Int>)] {
    let (old, new) = (Array(self.text.utf16), Array(text.utf16))
    let start = zip(old, new).prefix { $0 == $1 }.count
    let end = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count
    var edits: [(UserAction, Range<Int>)] = []
    for lower in 0...start {
      for kept in 0...min(end, old.count - lower, new.count - lower) {
        let replaced = lower..<old.count - kept
        let put = String(decoding: new[lower..<new.count - kept], as: UTF16.self)
        if !put.isEmpty {
          edits.append((.insert(workload.typed(put)), replaced))
        } else if !replaced.isEmpty {
          edits.append((.backspace, replaced))
          edits.append((.backspace, replaced.upperBound..<replaced.upperBound))
          edits.append((.delete, lower..<lower))
        }
      }
    }
    return edits.filter { action, selection in
      if case .insert(let put) = action {
        guard isPiece || put.unicodeScalars.count == 1 else { return false }
        return put == "-" || put == separator || isDigit(put)
      }
      guard selection.isEmpty,
        case .edit(let edit) = action.keystroke(in: self.text, selection: selection, workload)
      else { return !selection.isEmpty }
      return edit.range.count == old.count - new.count
    }
  }
}
