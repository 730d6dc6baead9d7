import BenchmarkResults

/// A flame graph: a picture of a call tree, each function above its caller and as wide as it costs.
///
/// The file is self-contained; its script zooms and searches, and without script it still is a picture.
struct FlameGraph {
  /// One frame that is drawn.
  struct Bar {
    /// The node, without use of its children.
    var node: CallTree
    /// How many frames are below it.
    var depth: Int
    /// Where it begins, and how wide it is, as shares of the whole.
    var left: Double
    var width: Double
    /// The cost of the node itself, without what it calls.
    var own: Double
  }

  /// What a reader sees first.
  let title: String
  /// The figures of all, and what has been left out.
  let subtitle: String
  let quantity: ProfileQuantity
  /// Whether two profiles are compared: colours then mean growth.
  let compares: Bool
  let whole: CallTree
  private(set) var bars: [Bar] = []
  /// How many frames were too narrow, and which share of the whole the widest paths among them had.
  private(set) var omitted: (count: Int, share: Double) = (0, 0)

  /// Frames narrower than this, in pixels, are left out: nobody sees them, and a browser draws each.
  static let narrowest = 0.1

  init(title: String, subtitle: String, quantity: ProfileQuantity, compares: Bool, tree: CallTree) {
    self.title = title
    self.subtitle = subtitle
    self.quantity = quantity
    self.compares = compares
    whole = tree
    place(tree, left: 0, depth: 0)
  }

  /// The picture of a profile.
  init(_ profile: Profile) {
    let total = profile.quantity.text(profile.total)
    self.init(
      title: "\(profile.quantity.capitalName) of a keystroke: \(profile.title)",
      subtitle: (["\(total) per keystroke in all"] + profile.notes).joined(separator: "; "),
      quantity: profile.quantity, compares: false, tree: profile.tree)
  }

  /// How many frames stand on top of each other at the most.
  var depth: Int { (bars.map(\.depth).max() ?? 0) + 1 }

  /// The phases that are told apart.
  var phases: [CallTree] {
    whole.children.filter { if case .phase = $0.subject { true } else { false } }
  }

  private mutating func place(_ node: CallTree, left: Double, depth: Int) {
    let width = whole.extent > 0 ? node.extent / whole.extent : depth == 0 ? 1 : 0
    guard width * FlameGraphLayout.plotWidth >= Self.narrowest else {
      omitted.count += node.count
      omitted.share += width
      return
    }
    let called = node.children.reduce(0) { $0 + $1.weight.value }
    bars.append(
      Bar(
        node: node, depth: depth, left: left, width: width, own: max(0, node.weight.value - called))
    )
    var left = left
    for child in node.children {
      place(child, left: left, depth: depth + 1)
      if whole.extent > 0 { left += child.extent / whole.extent }
    }
  }
}

extension CallTree {
  /// How many frames the tree has.
  fileprivate var count: Int { children.reduce(1) { $0 + $1.count } }
}

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
