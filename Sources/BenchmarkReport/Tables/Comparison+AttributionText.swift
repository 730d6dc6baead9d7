import BenchmarkComparison

extension Comparison {
  /// How many sentences are shown before the rest is only counted.
  private static let sentences = 12

  /// The sentences, each with its direction.
  var attributed: [String] {
    let statements = attribution.statements
    let shown = statements.prefix(Self.sentences)
    let rest = statements.count - shown.count
    return shown.map { "\($0.direction.rawValue): \($0.text)" }
      + (rest > 0 ? ["and \(Words.count(rest, "sentence")) more; --format json has all."] : [])
  }
}
