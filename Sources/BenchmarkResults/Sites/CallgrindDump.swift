/// The costs that callgrind collected between two requests, by function.
package struct CallgrindDump: Equatable, Sendable {
  /// The name that was given in the request; nil if the dump was made at the end of the process.
  package var name: String?
  /// Instructions executed, as summed up by callgrind.
  package var instructions = 0
  /// The functions that executed them; their sum may be higher by a few instructions.
  package var functions: [Function] = []

  /// The symbol in a name: it is `f` for `f'2`, which is `f` called by itself, and for `f'caller'outermost`.
  package static func symbol(of name: String) -> String {
    name.utf8.firstIndex(of: UInt8(ascii: "'")).map { String(name[..<$0]) } ?? name
  }

  /// The cost of one function itself, without its callees.
  package struct Function: Equatable, Sendable {
    /// The mapped file that contains it.
    package var object: String
    /// Its symbol, mangled; then, after an apostrophe, its callers if those are kept separately.
    package var name: String
    /// Its symbol alone.
    package var symbol: String { CallgrindDump.symbol(of: name) }
    /// Instructions executed.
    package var instructions = 0
    /// The number of times it was entered: how often its first instruction was executed.
    package var entries = 0
    /// Its calls of the functions whose callers were requested.
    package var calls: [Call] = []
  }

  /// The calls from one instruction to one function.
  package struct Call: Hashable, Sendable {
    /// The address of the call, as in the object file.
    package var address: UInt64
    /// The symbol that was called.
    package var callee: String
    /// The number of calls.
    package var count: Int
  }
}
