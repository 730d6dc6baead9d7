import BenchmarkModel

/// What a row is about beside its cell, as one number: phase, metric and instrument.
///
/// Codes are in the order of tables, so rows of one cell are sorted and looked up by numbers.
package struct SeriesCode: Hashable, Sendable {
  /// From 0 up to ``count``.
  package let number: UInt16

  private struct Words: Hashable {
    var phase: RowPhase
    var metric: Metric
    var instrument: Instrument
  }

  /// All combinations in order, whether they occur or not.
  private static let words: [Words] = RowPhase.allCases.flatMap { phase in
    Metric.allCases.flatMap { metric in
      Instrument.allCases.map { Words(phase: phase, metric: metric, instrument: $0) }
    }
  }

  private static let numbers = Dictionary(
    uniqueKeysWithValues: zip(words, UInt16.zero...))

  /// How many codes there are.
  package static var count: Int { words.count }

  /// The code of three words.
  package init(phase: RowPhase, metric: Metric, instrument: Instrument) {
    let words = Words(phase: phase, metric: metric, instrument: instrument)
    guard let number = Self.numbers[words] else {
      preconditionFailure("every combination has a number")
    }
    self.number = number
  }

  /// The part of the keystroke.
  package var phase: RowPhase { Self.words[Int(number)].phase }
  /// What was measured.
  package var metric: Metric { Self.words[Int(number)].metric }
  /// What measured it.
  package var instrument: Instrument { Self.words[Int(number)].instrument }
}

extension SeriesCode: Comparable {
  /// The order of tables.
  package static func < (a: SeriesCode, b: SeriesCode) -> Bool { a.number < b.number }
}
