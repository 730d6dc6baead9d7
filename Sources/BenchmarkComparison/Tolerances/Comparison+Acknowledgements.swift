import BenchmarkModel
import BenchmarkResults

extension Comparison {
  /// Marks acknowledged entries so that they do not fail, and returns the acknowledgements that are at fault.
  ///
  /// - Parameters:
  ///   - entries: the entries; acknowledged ones are marked.
  ///   - acknowledgements: those of the file, in its order.
  ///   - compared: returns true if this comparison could have found what an acknowledgement is about.
  ///   - filtered: true if cells were left out on purpose, so that nothing is known about them.
  ///   - day: the present day.
  /// - Returns: The acknowledgements that fail the gate.
  static func acknowledge(
    _ entries: inout [ComparisonEntry], by acknowledgements: [Acknowledgement],
    compared: (Acknowledgement) -> Bool, filtered: Bool, on day: Day
  ) -> [AcknowledgementFault] {
    guard !acknowledgements.isEmpty else { return [] }
    var used = [Bool](repeating: false, count: acknowledgements.count)
    for place in entries.indices where entries[place].finding != .unchanged {
      let entry = entries[place]
      let about = acknowledgements.indices.filter { acknowledgements[$0].covers(entry) }
      for index in about { used[index] = true }
      guard entry.fails, !about.isEmpty else { continue }
      let valid = about.map { acknowledgements[$0] }.filter { day <= $0.expires }
      if let accepting = valid.first(where: { $0.accepts(entry) }) {
        entries[place].acknowledge(by: accepting)
      } else if let short = valid.first {
        entries[place].remarks.append(.exceeds(short))
      }
    }
    return zip(acknowledgements, used).compactMap { acknowledgement, used in
      let compared = compared(acknowledgement)
      if acknowledgement.expires < day {
        return compared || !filtered
          ? AcknowledgementFault(kind: .expired, acknowledgement: acknowledgement) : nil
      }
      return compared && !used
        ? AcknowledgementFault(kind: .unused, acknowledgement: acknowledgement) : nil
    }
  }

  /// True if two sides could have shown the subject of an acknowledgement, in a way that gates.
  static func compares(
    _ before: RunIndex, _ after: RunIndex, _ toolchain: Toolchain,
    _ acknowledgement: Acknowledgement
  ) -> Bool {
    if case .finding = acknowledgement.change {
      return [before, after].contains {
        $0.cells.keys.contains { acknowledgement.covers($0.cell) }
      }
    }
    return before.cells.keys.contains { cell in
      commonKeys(cell, before, after).map { before.series[$0.0] }.contains {
        $0.metric.isExact && acknowledgement.covers($0) && toolchain.gates($0)
      }
    }
  }
}

extension ComparisonEntry {
  /// Marks the entry as accepted.
  mutating func acknowledge(by acknowledgement: Acknowledgement) {
    remarks.append(.acknowledged(finding, acknowledgement))
    finding = .acknowledged
  }
}
