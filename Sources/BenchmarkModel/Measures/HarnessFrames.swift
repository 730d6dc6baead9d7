/// The harness's own sources, and the names of its frames in the stacks of a worker.
package enum HarnessFrames {
  /// The folders of the code that runs around the strategy in the measured process.
  ///
  /// If they differ between two commits, times may differ for that reason alone. A profile starts below the last
  /// ``press`` or ``make`` in one of them.
  package static let folders = [
    "Sources/BenchmarkModel/", "Sources/BenchmarkWorker/", "Sources/CInstruments/",
    "Sources/FieldHost/", "Sources/KeystrokeSuites/", "Sources/UIKit/", "Sources/UIKitSuites/",
    "Benchmarks/CombineSuites/", "Benchmarks/FieldEventBenchmarks/Suite/",
    "Benchmarks/FormatterBenchmarks/", "Benchmarks/HarnessNoise/",
  ]
  /// The method that gives a subject its keystroke.
  ///
  /// Everything that it calls is measured.
  package static let press = ".press(_:)"
  /// The method that makes a fresh field.
  package static let make = ".makeBare()"
  /// The protocol witnesses of ``press`` and ``make``, which have no file of their own.
  package static let witnesses = [
    "protocol witness for MeasurableSubject.", "protocol witness for MeasurableSession.",
  ]
  /// The request to callgrind at the beginning and the end of a phase.
  package static let toggle = "keystroke_callgrind_toggle"
  /// The folder of the counting allocator.
  package static let shim = "Sources/CAllocatorShim/"

  /// Returns true if a file belongs to the ledgers and counters.
  ///
  /// - Parameter file: A path in the package. Inlined code has the name of its module instead.
  /// - Returns: True for the folder of the instruments and for their module.
  package static func isOfInstruments(_ file: String) -> Bool {
    file == "BenchmarkWorker" || file.hasPrefix("Sources/BenchmarkWorker/Instruments/")
  }
}
