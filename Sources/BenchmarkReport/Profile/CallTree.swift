import BenchmarkModel
import BenchmarkResults

/// A tree of stacks: each function below its caller, with the total cost of itself and its callees.
struct CallTree {
  /// The subject of a node.
  enum Subject: Hashable {
    /// The whole keystroke.
    case all
    /// A phase of it.
    case phase(RowPhase)
    /// A function; calls from different lines are one node.
    case function(String, file: String?)
  }

  /// A cost, or a pair of costs in a comparison.
  struct Weight: Hashable {
    /// The cost; in a comparison, that of the candidate.
    var value: Double
    /// The cost in the baseline, in a comparison.
    var baseline: Double?

    /// The larger of both.
    var extent: Double { max(value, baseline ?? 0) }
    /// Candidate minus baseline.
    var growth: Double { value - (baseline ?? value) }

    static func += (sum: inout Weight, part: Weight) {
      sum.value += part.value
      if let more = part.baseline { sum.baseline = (sum.baseline ?? 0) + more }
    }
  }

  /// One stack to add.
  struct Stack {
    var phase: RowPhase?
    var frames: [StackFrame]
    var weight: Weight
  }

  let subject: Subject
  /// The phase of the node, if the tree is divided into phases.
  let phase: RowPhase?
  /// The cost, including callees.
  private(set) var weight: Weight
  /// The width of the node in a picture: the sum of the extents of its stacks, so that no child is wider.
  private(set) var extent: Double
  /// The cost of each known line.
  private(set) var lines: [Int: Double] = [:]
  /// The callees: phases in their order, functions by name.
  private(set) var children: [CallTree]

  /// Builds the tree of the given stacks.
  init(_ stacks: [Stack]) {
    let byPhase = Dictionary(grouping: stacks, by: \.phase)
    self.init(subject: .all, phase: nil, stacks: stacks.map(\.itself), children: [])
    for (phase, stacks) in byPhase.sorted(by: { Self.order($0.key) < Self.order($1.key) }) {
      let rests = stacks.map { Rest(frames: $0.frames[...], weight: $0.weight) }
      let below = Self.grouped(rests, phase: phase)
      guard let phase else {
        children += below
        continue
      }
      children.append(
        CallTree(
          subject: .phase(phase), phase: phase, stacks: stacks.map(\.itself), children: below))
    }
  }

  private init(
    subject: Subject, phase: RowPhase?, stacks: [Rest], children: [CallTree]
  ) {
    self.subject = subject
    self.phase = phase
    self.children = children
    weight = Weight(value: 0)
    extent = 0
    for stack in stacks {
      weight += stack.weight
      extent += stack.weight.extent
    }
  }

  fileprivate struct Rest {
    var frames: ArraySlice<StackFrame>
    var weight: Weight
  }

  private static func grouped(_ stacks: [Rest], phase: RowPhase?) -> [CallTree] {
    var groups: [Subject: [Rest]] = [:]
    for stack in stacks {
      guard let frame = stack.frames.first else { continue }
      groups[.function(frame.function, file: frame.file), default: []].append(stack)
    }
    return groups.map { subject, stacks in
      let inner = stacks.map { Rest(frames: $0.frames.dropFirst(), weight: $0.weight) }
      var tree = CallTree(
        subject: subject, phase: phase, stacks: stacks, children: grouped(inner, phase: phase))
      for stack in stacks {
        if let line = stack.frames.first?.line {
          tree.lines[line, default: 0] += stack.weight.extent
        }
      }
      return tree
    }
    .sorted { $0.subject.sortKey < $1.subject.sortKey }
  }

  private static func order(_ phase: RowPhase?) -> Int {
    phase.flatMap { RowPhase.allCases.firstIndex(of: $0) } ?? -1
  }
}

extension CallTree.Stack {
  fileprivate var itself: CallTree.Rest { CallTree.Rest(frames: frames[...], weight: weight) }
}

extension CallTree.Subject {
  /// The name in a picture.
  var name: String {
    switch self {
    case .all: "all"
    case .phase(let phase): phase.rawValue
    case .function(let name, _): name
    }
  }

  fileprivate var sortKey: (String, String) {
    if case .function(let name, let file) = self { return (name, file ?? "") }
    return (name, "")
  }
}

extension Profile {
  /// The stacks as a tree.
  var tree: CallTree {
    CallTree(
      stacks.map {
        .init(phase: $0.phase, frames: $0.frames, weight: .init(value: $0.weight))
      })
  }
}
