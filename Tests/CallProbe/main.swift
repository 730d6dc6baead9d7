import BenchmarkWorker
import CombineSuites
import FieldHost
import Foundation
import KeystrokeSuites
import ReformatCore

// Makes edits in fresh fields of the published strategies, and lets callgrind dump the calls of each edit. The tests
// run it under valgrind and count.
//
//     CallProbe STRATEGY VALUE TEXT EDIT ...
//
// Every four arguments describe one edit: TEXT is typed key by key, then EDIT, where `return` is Return. Each edit is
// made by a separate child process, as if it were the only one, and its dump is named by the edit's number, from 0.

let strategies: [StrategyEntry] = [
  .formatOnCommit, .delegateFilter, .onChangeReformat, .onChangeReformatDemo, .publisherTransform,
  .partialString,
]

func fail(_ message: String, status: Int32) -> Never {
  FileHandle.standardError.write(Data("\(message)\n".utf8))
  exit(status)
}

struct ProbedEdit {
  let strategy: StrategyEntry
  let value: ValueKind
  let text: String
  let edit: String

  init?(_ arguments: ArraySlice<String>) {
    let arguments = Array(arguments)
    guard arguments.count == 4,
      let strategy = strategies.first(where: { $0.name == arguments[0] }),
      let value = ValueKind(rawValue: arguments[1])
    else { return nil }
    self.strategy = strategy
    self.value = value
    text = arguments[2]
    edit = arguments[3]
  }

  /// Types the text, and then makes the edit.
  func play(_ measure: (() -> Void) -> Void) {
    let field = strategy.makeField(
      FieldConfiguration(locale: "en_US", value: value), PhaseMarker())
    field.selection = 0..<field.text.utf16.count
    for key in text { field.type(String(key)) }
    measure {
      if edit == "return" { field.endEditing() } else { field.type(edit) }
    }
  }

  /// Lets callgrind dump the calls of the edit.
  func dump(_ name: String) {
    // Play a few times first, to fill the caches of Foundation and the lazy parts of a field.
    for _ in 0..<3 { play { $0() } }
    Callgrind.start()
    play { edit in
      Callgrind.zero()
      Callgrind.toggle()
      edit()
      Callgrind.toggle()
      Callgrind.dump(name)
    }
  }
}

let arguments = CommandLine.arguments.dropFirst()
let edits = stride(from: arguments.startIndex, to: arguments.endIndex, by: 4).compactMap {
  ProbedEdit(arguments[$0...].prefix(4))
}
guard !edits.isEmpty, edits.count * 4 == arguments.count else {
  fail("usage: CallProbe STRATEGY VALUE TEXT EDIT ...", status: 64)
}
if let problem = Valgrind.problem { fail(problem, status: 2) }
for (number, edit) in edits.enumerated() {
  let status = ForkedChild.run {
    edit.dump("\(number)")
    return true
  }
  guard status == 0 else { fail("edit \(number) did not end well", status: 1) }
}
