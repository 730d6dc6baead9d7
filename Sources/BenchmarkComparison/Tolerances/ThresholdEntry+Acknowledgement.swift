import BenchmarkModel
import BenchmarkResults
import TOMLKit

extension ThresholdEntry {
  /// Reads the entry as an acknowledgement.
  func acknowledgement() throws(Problem) -> Acknowledgement {
    let own = ["cells", "reason", "expires"]
    let ofMetric = ["metric", "phase", "change", "by", "to"]
    let ofFinding = ["finding", "what"]
    try checkKeys(own + ofMetric + ofFinding)
    guard let cells = try text("cells") else {
      throw failure("the acknowledgement names no cells", expected: "the id of a cell, or a glob")
    }
    let change: Acknowledgement.Change
    if table["finding"] != nil {
      if let key = ofMetric.first(where: { table[$0] != nil }) {
        throw failure(
          at: key, "\(key) does not go with finding", expected: "either a metric or a finding")
      }
      change = try plainChange(cells)
    } else {
      if table["what"] != nil {
        throw failure(
          at: "what", "what does not go with a metric", expected: "either a metric or a finding")
      }
      change = try metricChange()
    }
    guard table["reason"]?.string?.contains(where: { !$0.isWhitespace }) == true else {
      throw failure(
        at: "reason", "the acknowledgement gives no reason", expected: "reason = \"...\"")
    }
    guard let expires = try day("expires") else {
      throw failure(
        "the acknowledgement does not say when it ends", expected: "expires = 2027-01-31")
    }
    return Acknowledgement(
      cells: cells, change: change, reason: try text("reason") ?? "", expires: expires,
      file: reader.file, line: start.map { $0 + 1 })
  }

  /// The accepted change of a metric.
  private func metricChange() throws(Problem) -> Acknowledgement.Change {
    guard let metric = try metric() else {
      throw failure(
        "the acknowledgement names no metric",
        expected: "metric, or finding if the change is not of a metric")
    }
    guard metric.isExact else {
      throw failure(
        at: "metric", "metric is \(metric.rawValue)",
        expected: "an exact one; how large an effect on a time must be is a [[minimum_effect]]")
    }
    let phase = try word("phase", as: RowPhase.self)
    let changes: [Acknowledgement.Change] = [
      try percent(
        "change",
        metric.own == nil
          ? /\+([0-9]+(?:\.[0-9]+)?) ?%/ : /[+-]([0-9]+(?:\.[0-9]+)?) ?%/,
        expected: "a rise like \"+3.2 %\"; what fell needs none"
      ).map { .rise(metric, phase, share: $0) },
      try amount("by").map { .amount(metric, phase, by: $0) },
      try amount("to").map { .level(metric, phase, to: $0) },
    ].compactMap(\.self)
    guard let change = changes.first else {
      throw failure(
        "the acknowledgement accepts nothing",
        expected: "change = \"+3.2 %\", by = 1, or, from 0, to = 3")
    }
    guard changes.count == 1 else {
      throw failure("the acknowledgement has several sizes", expected: "one of change, by and to")
    }
    return change
  }

  /// The accepted finding that is about no figure.
  private func plainChange(_ cells: String) throws(Problem) -> Acknowledgement.Change {
    let known = Acknowledgement.plainFindings
    guard let name = try text("finding"), let finding = known.first(where: { $0.rawValue == name })
    else {
      throw failure(
        at: "finding", "this finding cannot be acknowledged so",
        expected: "one of \(known.map(\.rawValue).joined(separator: ", "))")
    }
    if finding == .vanished && !Glob(cells).isLiteral {
      throw failure(
        at: "cells", "a glob for what vanished", expected: "the id of one cell, named in full")
    }
    guard let what = try text("what") else {
      throw failure(
        "the acknowledgement does not say what it accepts",
        expected: "what = \"...\", as check --accept prints it")
    }
    return .finding(finding, what: what)
  }

  /// A day; nil if the key is missing.
  func day(_ key: String) throws(Problem) -> Day? {
    guard let value = table[key] else { return nil }
    guard let date = value.date else {
      throw failure(
        at: key, "\(key) is not a date", expected: "\(key) = 2027-01-31, without quotes or time")
    }
    return Day(year: date.year, month: date.month, day: date.day)
  }
}
