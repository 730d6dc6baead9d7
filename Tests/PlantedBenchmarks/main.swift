import BenchmarkModel
import BenchmarkWorker
import FieldHost
import KeystrokeSuites
import ReformatCore

// Two strategies that do the same, except that one does a little more in its format phase, as a file beside the
// executable says. Copies of this program represent builds of two commits.

func entry(_ name: String, plant: Plant) -> StrategyEntry {
  StrategyEntry(name, values: [.int], promise: .asTyped) { _, phases in
    HeadlessField(strategy: PlantedStrategy(plant: plant), phases: phases)
  }
}

/// Returns an entry of the engine with a fault that the end of a session may not show.
func faulty(_ fault: Fault) -> StrategyEntry {
  StrategyEntry(fault.rawValue, values: [.int]) { configuration, phases in
    HeadlessField(
      strategy: FaultyStrategy(fault, format: configuration.incrementalFormat), phases: phases)
  }
}

BenchmarkMain.run(
  KeystrokeSuite(
    name: "Planted",
    strategies: [
      entry("steady", plant: .nothing), entry("planted", plant: .ofThisExecutable),
      StrategyEntry(
        "own-metrics", values: [.int], promise: .asTyped, metrics: OwnMetricsStrategy.metrics
      ) { _, phases in
        HeadlessField(strategy: OwnMetricsStrategy(plant: .ofThisExecutable), phases: phases)
      },
      StrategyEntry("undeclared", values: [.int], promise: .asTyped) { _, phases in
        HeadlessField(strategy: OwnMetricsStrategy(plant: .nothing), phases: phases)
      },
    ] + Fault.allCases.map(faulty),
    matrix: [
      .init(
        strategies: ["steady", "planted"], values: ["int"], locales: ["en_US"], lengths: [5],
        scripts: ["type"])
    ]))
