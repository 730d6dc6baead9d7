/// The selection of a field before an edit and the caret after it, in UTF-16 code units.
///
/// With the texts before and after they tell the edit.
public struct SelectionChange: Hashable, Sendable {
  /// The selection before the edit; a caret if it is empty.
  public var before: Range<Int>
  /// The caret after the edit, as the toolkit left it.
  public var caret: Int

  /// Makes a change of a selection.
  public init(before: Range<Int>, caret: Int) {
    self.before = before
    self.caret = caret
  }
}
