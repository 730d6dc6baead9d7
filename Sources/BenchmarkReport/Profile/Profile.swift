import BenchmarkModel
import BenchmarkResults

/// The sources of the cost of a keystroke: stacks, each with its cost.
package struct Profile: Sendable {
  /// One stack.
  package struct Stack: Hashable, Sendable {
    /// The part of the keystroke; nil if phases were not measured.
    package var phase: RowPhase?
    /// The functions, outermost first.
    package var frames: [StackFrame]
    /// The cost of this stack, without the callees of its last function.
    package var weight: Double

    /// Makes a stack of its parts.
    package init(phase: RowPhase?, frames: [StackFrame], weight: Double) {
      self.phase = phase
      self.frames = frames
      self.weight = weight
    }
  }

  /// The subject of the measurement: the id of the cell.
  package var title: String
  /// The quantity that is counted.
  package var quantity: ProfileQuantity
  /// The denominator of its figures: `keystroke`, or `field` if it is about the making of fields.
  package var event = "keystroke"
  /// The stacks that the cost comes from.
  package var stacks: [Stack]
  /// The notes for the reader, one per line.
  package var notes: [String]

  /// Makes a profile of its parts.
  package init(
    title: String, quantity: ProfileQuantity, stacks: [Stack], notes: [String] = []
  ) {
    self.title = title
    self.quantity = quantity
    self.stacks = stacks
    self.notes = notes
  }

  /// The total cost of a keystroke or field.
  package var total: Double { stacks.reduce(0) { $0 + $1.weight } }

  /// The part of the profile that is of one phase; all of it for nil.
  package func only(_ phase: RowPhase?) -> Profile {
    guard let phase else { return self }
    var part = self
    part.stacks.removeAll { $0.phase != phase }
    part.notes.insert("only the phase \(phase.rawValue)", at: 0)
    return part
  }
}

extension Profile {
  /// The metrics that sites can make a profile of, in the order of tables.
  ///
  /// Sites of allocations that know their bytes make one of bytes too.
  package static func metrics(of sites: [CostSite]) -> [Metric] {
    var metrics = Set(sites.map(\.metric))
    if sites.contains(where: { $0.metric == .allocations && $0.bytes != nil }) {
      metrics.insert(.bytes)
    }
    return Metric.allCases.filter(metrics.contains)
  }

  /// Makes a profile of the sites of one cell and metric.
  ///
  /// The first keystroke of a fresh field is left out. So is the whole keystroke if phases were measured, because it
  /// would count twice.
  ///
  /// - Parameters:
  ///   - sites: those of the cell, and any others.
  ///   - cell: the cell.
  ///   - metric: the metric.
  ///   - isOfSetUp: true for the making of a field, per field, instead of its keystrokes.
  package init(_ sites: [CostSite], of cell: Cell, metric: Metric, isOfSetUp: Bool = false) {
    let ofCell = sites.filter { $0.cell == cell && ($0.phase == .setup) == isOfSetUp }
    let own = ofCell.filter { $0.metric == metric }
    let weighed =
      own.isEmpty && metric == .bytes
      ? ofCell.filter { $0.metric == .allocations }.map { ($0, $0.bytes) }
      : own.map { ($0, $0.count) }
    let hasPhases = weighed.contains { ![.total, .first].contains($0.0.phase) }
    self.init(
      title: cell.id, quantity: ProfileQuantity(metric),
      stacks: weighed.compactMap { site, weight in
        guard let weight, weight > 0 else { return nil }
        if site.phase == .first || (hasPhases && site.phase == .total) { return nil }
        return Stack(
          phase: hasPhases && !isOfSetUp ? site.phase : nil, frames: site.stack, weight: weight)
      })
    if isOfSetUp { event = "field" }
  }
}

/// The formats of a profile.
package enum ProfileFormat: String, CaseIterable, Sendable {
  /// Tables for people.
  case text
  /// One line per stack, for flamegraph.pl and similar tools.
  case folded
  /// JSON for https://www.speedscope.app.
  case speedscope
  /// A flame graph for a browser.
  case svg
}
