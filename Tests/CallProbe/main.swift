import BenchmarkWorker
import CombineSuites
import FieldHost
import Foundation
import Instruments
import KeystrokeSuites
import KeystrokeWorkload
import ReformatCore

// Makes edits in fresh fields of the published strategies, and has callgrind dump what each called. The tests run it under
// valgrind and count.
//
//     CallProbe STRATEGY VALUE TEXT EDIT    types TEXT key by key, then dumps the one edit; EDIT `return` is Return

let strategies: [StrategyEntry] = [
  .formatOnCommit, .delegateFilter, .onChangeReformat, .onChangeReformatDemo, .publisherTransform,
  .partialString,
]
let arguments = CommandLine.arguments.dropFirst()
guard arguments.count == 4,
  let strategy = strategies.first(where: { $0.name == arguments[1] }),
  let value = ValueKind(rawValue: arguments[2])
else {
  FileHandle.standardError.write(Data("usage: CallProbe STRATEGY VALUE TEXT EDIT\n".utf8))
  exit(64)
}
if let problem = Valgrind.problem {
  FileHandle.standardError.write(Data("\(problem)\n".utf8))
  exit(2)
}

/// Types the text, and then makes the edit.
func play(_ measure: (() -> Void) -> Void) {
  let field = strategy.makeField(
    FieldConfiguration(locale: "en_US", value: value), PhaseMarker())
  field.selection = 0..<field.text.utf16.count
  for key in arguments[3] { field.type(String(key)) }
  measure {
    if arguments[4] == "return" { field.endEditing() } else { field.type(arguments[4]) }
  }
}

// What is made once, in caches of Foundation and lazily in a field, is there by then.
for _ in 0..<3 { play { $0() } }
Callgrind.start()
play { edit in
  Callgrind.zero()
  Callgrind.toggle()
  edit()
  Callgrind.toggle()
  Callgrind.dump("edit")
}
