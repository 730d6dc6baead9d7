import BenchmarkModel

extension RowTable.Record {
  /// One record for several rounds of one key, with round 0.
  ///
  /// Counts are summed, the extremes are those of all rounds, the mean is weighted by count, and a percentile is the
  /// median over rounds, since percentiles cannot be added. The text is wrong if it was wrong in any round.
  ///
  /// - Parameter records: The rounds, at least one.
  /// - Returns: The record for all of them.
  package static func folded(_ records: [RowTable.Record]) -> RowTable.Record {
    precondition(!records.isEmpty, "there is nothing to fold")
    var folded = records[0]
    folded.round = 0
    guard records.count > 1 else { return folded }
    folded.line = 0
    folded.count = records.reduce(0) { sum, record in
      // A file may state any count; a sum that overflows is no reason to stop.
      let (sum, overflow) = sum.addingReportingOverflow(record.count)
      return overflow ? .max : sum
    }
    folded.text = text(of: records)
    for figure in Figure.allCases {
      let known = records.filter { $0.summary[figure] != nil }
      let values = known.compactMap { $0.summary[figure] }
      folded.summary[figure] =
        switch figure {
        case .min: values.min()
        case .max: values.max()
        case .mean: weightedMean(zip(values, known).map { (value: $0, weight: Double($1.count)) })
        case .p50, .p90, .p99, .p999: median(values)
        }
    }
    return folded
  }

  private static func text(of records: [RowTable.Record]) -> TextVerdict? {
    let texts = records.compactMap(\.text)
    return texts.contains(.wrong) ? .wrong : texts.first
  }
}
