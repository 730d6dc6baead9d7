import BenchmarkRunner
import FieldEvents
import Foundation
import KeystrokeWorkload
import ReformatCombine

// Around the keystroke: the keyboard by number of observers, appearances of a screen, and a form that is filled in.

let publisher = KeyboardEntry("keyboard-publisher") { center, frame, phases in
  KeyboardPublisherScreen(center: center, frame: frame, phases: phases)
}
let nextTurn = KeyboardEntry(
  "keyboard-next-turn",
  turn: { _ = RunLoop.current.run(mode: .default, before: .distantPast) }
) { center, frame, phases in
  KeyboardPublisherScreen(center: center, frame: frame, delivery: .nextTurn, phases: phases)
}

BenchmarkMain.run(
  FieldEventSuite(
    name: "FieldEvent", keyboards: [.delegate, publisher, nextTurn], observers: [1, 10, 100],
    // Each field with the screen of the toolkit that it comes from.
    forms: [
      FormEntry(.formatOnCommit, keyboard: .delegate, isAsync: false),
      FormEntry(.delegateFilter, keyboard: .delegate, isAsync: false),
      FormEntry(.incrementalDelegate, keyboard: .delegate, isAsync: false),
      FormEntry(.onChangeReformat, keyboard: publisher, isAsync: true),
      FormEntry(.incrementalOnChange, keyboard: publisher, isAsync: true),
    ],
    traces: try TraceReader.readAll(in: Bundle.module.bundleURL.appending(path: "Traces"))))
