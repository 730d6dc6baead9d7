/// How frames of the harness are known in the stacks of a worker, wherever stacks are read.
package enum HarnessFrames {
  /// The method that gives a subject its keystroke: what is called by it is measured.
  package static let press = ".press(_:)"
  /// Its witness, which has no file of its own.
  package static let pressWitness = "protocol witness for MeasurableSubject."
  /// The folders of code that hands keystrokes on.
  package static let folders = [
    "Sources/BenchmarkWorker/", "Sources/KeystrokeSuites/", "Sources/CombineSuites/",
    "Sources/FormatterSuites/", "Sources/FieldEventSuites/", "Sources/KeystrokeWorkload/",
    // Where all that was, in the sites of runs from before.
    "Sources/BenchmarkRunner/",
  ]
  /// The request to callgrind where a phase begins and ends.
  package static let toggle = "keystroke_callgrind_toggle"
  /// The folder of the counting allocator.
  package static let shim = "Sources/CAllocatorShim/"

  /// Whether a file is of ledgers and counters; of inlined code the module stands in its place.
  package static func isOfInstruments(_ file: String) -> Bool {
    file == "Instruments" || file.hasPrefix("Sources/Instruments/")
  }
}
