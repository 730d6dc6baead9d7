import OpenCombine

/// One of two linked limits, and the text of the field that edits it.
final class Limit: ObservableObject {
  /// What stands in the field, as typed or as written by code.
  @Published var text: String
  /// What the field last wrote, or what the other limit made of it.
  @Published var value: Int

  init(text: String, value: Int) {
    self.text = text
    self.value = value
  }
}
