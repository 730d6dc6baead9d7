/// Where things are in a flame graph, in pixels.
enum FlameGraphLayout {
  /// The whole picture.
  static let width = 1200.0
  /// What is left free at the edges.
  static let margin = 10.0
  /// Where the frames may be.
  static let plotWidth = width - 2 * margin
  /// A frame, with the gap to the next.
  static let rowHeight = 18.0
  /// Title, figures, legend.
  static let header = 96.0
  /// The line that tells of the frame under the pointer.
  static let footer = 34.0
  /// The width of a letter of the monospaced font, whose advance is 0.6 em in every common one.
  static let letter = 7.2

  /// How much of a name fits into a frame; empty where not even three letters do.
  static func label(_ name: String, width: Double) -> String {
    guard width.isFinite, width < plotWidth * 2 else { return "" }
    let room = Int((width - 6) / letter)
    guard room >= 3 else { return "" }
    return name.count <= room ? name : name.prefix(room - 2) + ".."
  }
}
