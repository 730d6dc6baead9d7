import BenchmarkResults

/// A flame graph: a picture of a call tree, each function above its caller and as wide as its cost.
///
/// The file is self-contained. Its script zooms and searches; without the script it is still a picture.
struct FlameGraph {
  /// One frame that is drawn.
  struct Bar {
    /// The node, whose children are not used.
    var node: CallTree
    /// The number of frames below it.
    var depth: Int
    /// The left edge and the width, as shares of the whole.
    var left: Double
    var width: Double
    /// The cost of the node itself, without callees.
    var own: Double
  }

  /// The title above the picture.
  let title: String
  /// The figures of the whole, and the notes of the profile.
  let subtitle: String
  let quantity: ProfileQuantity
  /// The denominator of its figures: `keystroke` or `field`.
  private(set) var event = "keystroke"
  /// True if two profiles are compared: colours then mean growth.
  let compares: Bool
  let whole: CallTree
  private(set) var bars: [Bar] = []
  /// The number of frames that were too narrow, and the share of the whole of the widest paths among them.
  private(set) var omitted: (count: Int, share: Double) = (0, 0)

  /// The minimum width of a frame, in pixels: narrower frames are left out, because nobody sees them and a browser
  /// would draw each.
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
      title: "\(profile.quantity.capitalName) of a \(profile.event): \(profile.title)",
      subtitle: (["\(total) per \(profile.event) in all"] + profile.notes).joined(separator: "; "),
      quantity: profile.quantity, compares: false, tree: profile.tree)
    event = profile.event
  }

  /// The maximum number of frames on top of each other.
  var depth: Int { (bars.map(\.depth).max() ?? 0) + 1 }

  /// The nodes of the phases.
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
    let own = node.weight.value - called
    bars.append(
      Bar(
        node: node, depth: depth, left: left, width: width,
        // What is left of a sum of many figures is no cost.
        own: own > 1e-9 * node.weight.value ? own : 0))
    var left = left
    for child in node.children {
      place(child, left: left, depth: depth + 1)
      if whole.extent > 0 { left += child.extent / whole.extent }
    }
  }
}

extension CallTree {
  /// The number of frames of the tree.
  fileprivate var count: Int { children.reduce(1) { $0 + $1.count } }
}

/// The layout of a flame graph, in pixels.
enum FlameGraphLayout {
  /// The whole picture.
  static let width = 1200.0
  /// The margin at the edges.
  static let margin = 10.0
  /// The width of the area for frames.
  static let plotWidth = width - 2 * margin
  /// A frame, with the gap to the next.
  static let rowHeight = 18.0
  /// Title, figures, legend.
  static let header = 96.0
  /// The line about the frame under the pointer.
  static let footer = 34.0
  /// The width of a letter of the monospaced font, whose advance is 0.6 em in every common one.
  static let letter = 7.2

  /// The part of a name that fits into a frame; empty if not even three letters fit.
  static func label(_ name: String, width: Double) -> String {
    guard width.isFinite, width < plotWidth * 2 else { return "" }
    let room = Int((width - 6) / letter)
    guard room >= 3 else { return "" }
    return name.count <= room ? name : name.prefix(room - 2) + ".."
  }
}
