import BenchmarkWorker
import CombineSuites
import Foundation
import KeystrokeSuites

// Events around the keystroke: the keyboard by number of observers, appearances of a screen, and a form that is filled
// in.

BenchmarkMain.run(
  FieldEventSuite(
    name: "FieldEvent",
    keyboards: [.delegate, .delegateMended, .publisher, .publisherMended, .publisherNextTurn],
    observers: [1, 10, 100],
    // Each field with the screen of the toolkit that it comes from.
    forms: [
      FormEntry(.formatOnCommit, keyboard: .delegateMended, isAsync: false),
      FormEntry(.delegateFilter, keyboard: .delegateMended, isAsync: false),
      FormEntry(.incrementalDelegate, keyboard: .delegateMended, isAsync: false),
      FormEntry(.onChangeReformat, keyboard: .publisherMended, isAsync: true),
      FormEntry(.observedIncremental, keyboard: .publisherMended, isAsync: true),
    ],
    traces: try TraceReader.readAll(in: Bundle.module.bundleURL.appending(path: "Traces"))))
