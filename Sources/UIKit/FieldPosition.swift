/// A position in the text of a field: an offset in UTF-16 code units.
final class FieldPosition: UITextPosition {
  let offset: Int

  init(_ offset: Int) {
    self.offset = offset
    super.init()
  }

  override nonisolated func isEqual(_ object: Any?) -> Bool {
    (object as? FieldPosition)?.offset == offset
  }
  override nonisolated var hash: Int { offset }
}

/// A range of the text of a field.
final class FieldRange: UITextRange {
  let offsets: Range<Int>

  init(_ offsets: Range<Int>) {
    self.offsets = offsets
    super.init()
  }

  override var start: UITextPosition { FieldPosition(offsets.lowerBound) }
  override var end: UITextPosition { FieldPosition(offsets.upperBound) }
  override var isEmpty: Bool { offsets.isEmpty }

  override nonisolated func isEqual(_ object: Any?) -> Bool {
    (object as? FieldRange)?.offsets == offsets
  }
  override nonisolated var hash: Int { offsets.hashValue }
}
