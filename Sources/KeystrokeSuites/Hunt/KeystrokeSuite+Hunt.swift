import BenchmarkModel
import Foundation

extension KeystrokeSuite {
  /// The number of keystrokes in one locale and kind of value, before others are drawn.
  private static let keystrokesPerLocale = 500

  /// Plays random sessions, and judges each keystroke by the oracle.
  public func hunt(_ request: HuntRequest) throws -> Hunted {
    let (strategy, locales) = (try strategy(of: request), try locales(of: request))
    let values = try values(of: request, strategy)
    var random = SplitMix64(
      seed: request.seed, "hunt", request.strategy, String(request.part))
    var hunted = Hunted()
    var known = Set(request.known)
    while hunted.keystrokes < request.keystrokes {
      var hunter = Hunter(
        strategy, locale: locales[random.below(locales.count)],
        value: values[random.below(values.count)])
      let budget = min(Self.keystrokesPerLocale, request.keystrokes - hunted.keystrokes)
      let findings = hunter.hunt(keystrokes: budget, without: known, &random)
      hunted.keystrokes += hunter.keystrokes
      hunted.ambiguous += hunter.ambiguous
      hunted.unjudged += hunter.unjudged
      hunted.findings += findings
      known.formUnion(findings.map(\.kind))
    }
    return hunted
  }

  private func strategy(of request: HuntRequest) throws -> StrategyEntry {
    guard let strategy = strategies.first(where: { $0.name == request.strategy }) else {
      throw SuiteError.noStrategy(request.strategy, of: name, known: strategies.map(\.name))
    }
    guard strategy.promise != .asTyped else {
      throw SuiteError(
        "\(strategy.name) leaves what is typed, so that nothing it does is wrong; hunt in one that formats"
      )
    }
    return strategy
  }

  private func locales(of request: HuntRequest) throws -> [String] {
    if let problem = KnownLocales.problem(with: request.locales) { throw SuiteError(problem) }
    if request.drawsKnownLocales {
      let known = locales(matching: CellFilter(strategy: [request.strategy]))
      if !known.isEmpty { return known }
    }
    let isAll = request.locales.isEmpty || request.locales.contains("all")
    return isAll ? KnownLocales.listed : request.locales
  }

  private func values(of request: HuntRequest, _ strategy: StrategyEntry) throws -> [ValueKind] {
    let values = try request.values.map { name in
      guard let value = strategy.kind(named: name) else {
        throw SuiteError(
          "\(strategy.name) holds no \(name); it holds \(strategy.values.map(\.rawValue).joined(separator: ", "))"
        )
      }
      return value
    }
    return values.isEmpty ? strategy.values : values
  }
}
