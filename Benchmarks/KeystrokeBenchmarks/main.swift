import BenchmarkWorker
import KeystrokeSuites

// A keystroke, by strategy, kind of value, locale, length and script: see Keystrokes.

BenchmarkMain.run(try Keystrokes.suite())
