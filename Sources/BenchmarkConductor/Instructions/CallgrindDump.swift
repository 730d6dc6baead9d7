/// What callgrind collected between two requests, function by function.
package struct CallgrindDump: Equatable, Sendable {
  /// The name it was asked for under; nil where the end of the process was the reason.
  package var name: String?
  /// Instructions executed, as callgrind has summed them up.
  package var instructions = 0
  /// Where they were executed; together, a few may be booked more.
  package var functions: [Function] = []

  /// The symbol in a name: of `f'2`, which is `f` called by itself, and of `f'caller'outermost`, it is `f`.
  package static func symbol(of name: String) -> String {
    name.utf8.firstIndex(of: UInt8(ascii: "'")).map { String(name[..<$0]) } ?? name
  }

  /// What one function did itself, without those that it called.
  package struct Function: Equatable, Sendable {
    /// The mapped file that holds it.
    package var object: String
    /// Its symbol, mangled, and after an apostrophe its callers where those are kept apart.
    package var name: String
    /// Its symbol alone.
    package var symbol: String { CallgrindDump.symbol(of: name) }
    /// Instructions executed.
    package var instructions = 0
    /// How often it was entered: how often its first instruction was executed.
    package var entries = 0
    /// How often it called those functions whose callers were asked for.
    package var calls: [Call] = []
  }

  /// What one instruction called.
  package struct Call: Hashable, Sendable {
    /// The address of the call, as in the object file.
    package var address: UInt64
    /// The symbol that was called.
    package var callee: String
    /// How often.
    package var count: Int
  }
}

/// A dump that is not as callgrind writes it.
package struct CallgrindError: Error, Equatable, CustomStringConvertible {
  /// The file.
  package var file: String
  /// The line, from 1; nil where the whole file is meant.
  package var line: Int?
  /// What is wrong.
  package var problem: String

  /// File, line and problem.
  package var description: String {
    "\(file)\(line.map { ":\($0)" } ?? ""): \(problem); is this the output of another version of valgrind? 3.15 or newer was expected"
  }
}
