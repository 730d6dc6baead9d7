import AmountField
import BenchmarkModel
import BenchmarkWorker
import Foundation
import KeystrokeSuites
import ReformatCore

struct AmountStrategy: ReformatStrategy {
  let formatter: AmountFormatter
  let hosting = Hosting.onChange

  mutating func textDidChange(_ text: String, value: Int?, phases: PhaseMarker) -> Reaction<Int> {
    let value = phases.measure(.parse) { formatter.value(of: text) }
    let written = phases.measure(.format) { value.map(formatter.text(for:)) ?? "" }
    return Reaction(
      text: written == text ? nil : written, value: value.map(ValueUpdate.set) ?? .clear)
  }
}

// Not Sendable, and shared by all fields as in the app: a worker presses one key at a time.
nonisolated(unsafe) let formatter = AmountFormatter(locale: Locale(identifier: "en_US"))

BenchmarkMain.run(
  KeystrokeSuite(
    name: "AmountField",
    strategies: [
      StrategyEntry("amount", values: [.int], caret: .followsAtEnd) {
        AmountStrategy(formatter: formatter)
      },
      .incrementalDelegate, .unformatted,
    ],
    matrix: [
      .init(
        strategies: ["amount", "incremental-delegate", "unformatted"], values: ["int"],
        locales: ["en_US"], lengths: [3, 9], scripts: ["type", "backspace", "mistype", "paste"])
    ]))
