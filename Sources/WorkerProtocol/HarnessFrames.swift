/// How frames of the harness are known in the stacks of a worker, wherever stacks are read.
package enum HarnessFrames {
  /// The method that gives a subject its keystroke: what is called by it is measured.
  package static let press = ".press(_:)"
  /// Its witness, which has no file of its own.
  package static let pressWitness = "protocol witness for MeasurableSubject."
  /// The folders of code that hands keystrokes on.
  package static let folders = [
    "Sources/BenchmarkWorker/", "Sources/KeystrokeSuites/", "Sources/CombineSuites/",
    "Sources/KeystrokeWorkload/",
    // Where all that was, in the sites of runs from before.
    "Sources/BenchmarkRunner/",
  ]
  /// The folder of the counting allocator.
  package static let shim = "Sources/CAllocatorShim/"
  /// The folder of ledgers and counters.
  package static let instruments = "Sources/Instruments/"
}
