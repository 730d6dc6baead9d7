import BenchmarkModel
import BenchmarkResults

/// Stacks put together: each function below its caller, with all that it and what it calls cost.
struct CallTree {
  /// What a node stands for.
  enum Subject: Hashable {
    /// The whole keystroke.
    case all
    /// A phase of it.
    case phase(RowPhase)
    /// A function; calls from different lines are one.
    case function(String, file: String?)
  }

  /// A cost, or one before and after.
  struct Weight: Hashable {
    /// The cost; of a comparison, that of the candidate.
    var value: Double
    /// That of the baseline, in a comparison.
    var baseline: Double?

    /// The larger of both.
    var extent: Double { max(value, baseline ?? 0) }
    /// How much more it became.
    var growth: Double { value - (baseline ?? value) }

    static func += (sum: inout Weight, part: Weight) {
      sum.value += part.value
      if let more = part.baseline { sum.baseline = (sum.baseline ?? 0) + more }
    }
  }

  /// One stack to be put in.
  struct Stack {
    var phase: RowPhase?
    var frames: [StackFrame]
    var weight: Weight
  }

  let subject: Subject
  /// The phase that the node is in, if phases are told apart.
  let phase: RowPhase?
  /// The cost, with what is called.
  private(set) var weight: Weight
  /// How wide the node is in a picture: the sum of the extents of its stacks, so that no child sticks out.
  private(set) var extent: Double
  /// The cost of each line that is named.
  private(set) var lines: [Int: Double] = [:]
  /// What is called, phases in their order, functions by name.
  private(set) var children: [CallTree]

  /// Puts stacks together.
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
  /// What it is called in a picture.
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
