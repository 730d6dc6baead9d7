import BenchmarkResults
import KeystrokeWorkload
import WorkerProtocol

/// One sentence of an ``Attribution``, with the cells behind it.
package struct AttributedStatement: Sendable {
  /// One metric in one phase.
  package struct Part: Hashable, Encodable, Sendable {
    /// The phase.
    package var phase: RowPhase
    /// The metric.
    package var metric: Metric
  }

  /// The suite of the cells.
  package let suite: String
  /// Whether they got worse or better.
  package let direction: AttributedEffect.Direction
  /// What they share, or the id of the one cell: `all 24 cells of onchange-reformat`.
  package let subject: String
  /// The cells that changed, in order.
  package let cells: [Cell]
  /// Whether they share something, rather than being one.
  package let isGroup: Bool
  /// What changed, in the order of tables.
  package let parts: [Part]
  /// What changed as a consequence of that.
  package let consequences: [Part]
  /// The sentence, without its direction.
  package let text: String

  init(
    suite: String, direction: AttributedEffect.Direction, subject: String, cells: [Cell],
    isGroup: Bool, effects: [AttributedEffect], consequences: [AttributedEffect]
  ) {
    self.suite = suite
    self.direction = direction
    self.subject = subject
    self.cells = cells
    self.isGroup = isGroup
    parts = Self.parts(effects)
    self.consequences = Self.parts(consequences)
    let changes = parts.map { part in
      let own = effects.filter { $0.phase == part.phase && $0.metric == part.metric }
      let sizes = EffectSizes(own)
      // The same amount on more or less is no trend.
      let trend = isGroup && sizes.constant == nil ? EffectTrend(own) : nil
      return "\(Self.name(part)) \(sizes.words)" + (trend.map { " (\($0.words))" } ?? "")
    }
    var text = "\(subject): \(changes.joined(separator: "; "))"
    if !consequences.isEmpty {
      let following = self.consequences.map { part in
        let own = consequences.filter { $0.phase == part.phase && $0.metric == part.metric }
        return "\(Self.name(part)) \(EffectSizes(own).words)"
      }
      text += "; hence \(following.joined(separator: ", "))"
    }
    self.text = text
  }

  private static func name(_ part: Part) -> String {
    "\(part.phase.rawValue) \(part.metric.rawValue)"
  }

  private static func parts(_ effects: [AttributedEffect]) -> [Part] {
    let parts = Set(effects.map { Part(phase: $0.phase, metric: $0.metric) })
    return RowPhase.allCases.flatMap { phase in
      Metric.allCases.map { Part(phase: phase, metric: $0) }.filter(parts.contains)
    }
  }
}

extension AttributedStatement: Comparable {
  private var order: [Int] {
    [direction == .regressed ? 0 : 1, isGroup ? 0 : 1, -cells.count]
  }

  /// What got worse first, groups before single cells, large ones before small ones.
  package static func < (a: AttributedStatement, b: AttributedStatement) -> Bool {
    if a.order != b.order { return a.order.lexicographicallyPrecedes(b.order) }
    if let first = a.cells.first, let second = b.cells.first, first != second {
      return first < second
    }
    return a.text < b.text
  }

  /// Whether both say the same of the same cells.
  package static func == (a: AttributedStatement, b: AttributedStatement) -> Bool {
    a.direction == b.direction && a.suite == b.suite && a.cells == b.cells && a.text == b.text
  }
}

extension AttributedStatement: Encodable {
  private enum CodingKeys: String, CodingKey {
    case suite, direction, subject, text, cells, changed, hence
  }

  /// Writes the sentence with the ids of its cells.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(suite, forKey: .suite)
    try container.encode(direction, forKey: .direction)
    try container.encode(subject, forKey: .subject)
    try container.encode(text, forKey: .text)
    try container.encode(cells.map(\.id), forKey: .cells)
    try container.encode(parts, forKey: .changed)
    try container.encode(consequences, forKey: .hence)
  }
}
