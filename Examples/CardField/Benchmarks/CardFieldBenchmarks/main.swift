import BenchmarkModel
import BenchmarkWorker
import CardField
import Foundation
import KeystrokeSuites

// How often a keystroke reads a text from its start.
let scans = OwnMetric("text_scans", exact: true)
let strategies = [
  StrategyEntry("card-delegate", of: .card, metrics: [scans]) { CardDelegate() },
  StrategyEntry("card-onchange", of: .card, caret: .followsAtEnd, metrics: [scans]) {
    CardOnChange()
  },
]
let names = strategies.map(\.name)
let traces = Bundle.module.bundleURL.appending(path: "Traces")

BenchmarkMain.run(
  KeystrokeSuite(
    name: "CardField", strategies: strategies,
    matrix: [
      .init(
        strategies: names, values: ["card"], locales: ["en_US"], lengths: [4, 9, 16],
        scripts: EditScript.allCases.map(\.rawValue))
    ],
    traces: try TraceReader.readAll(in: traces, own: [.card]), traced: names))
