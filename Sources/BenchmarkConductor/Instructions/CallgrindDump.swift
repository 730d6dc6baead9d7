/// What callgrind collected between two requests, function by function.
package struct CallgrindDump: Equatable, Sendable {
  /// The name it was asked for under; nil where the end of the process was the reason.
  package var name: String?
  /// The sums of the events that it was asked for, as callgrind has them.
  package var sums: [Event: Int] = [:]
  /// Where they were executed; together, a few may be booked more.
  package var functions: [Function] = []

  /// What callgrind counts, by the name that it has there.
  package enum Event: String, Sendable {
    case instructions = "Ir"
    /// Instructions that lock the bus.
    case lockedOperations = "Ge"
    /// System calls since the dump before, also of what was not collected.
    case systemCalls = "sysCount"
  }

  /// The sum of an event; nil where callgrind was not asked for it.
  package subscript(event: Event) -> Int? { sums[event] }

  /// Instructions executed.
  package var instructions: Int { sums[.instructions] ?? 0 }

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

    /// Whether it is the runtime's, and probes a hash table of metadata or compares its keys.
    ///
    /// The keys are addresses, of types, tuples and conformances, so how many probes it takes differs between builds that do
    /// the same work: some 50 instructions each. What calls these does the same work always.
    package var isMetadataLookup: Bool {
      let symbol = symbol.utf8
      // Nearly all other functions are none of C++'s, and need no search.
      guard symbol.starts(with: "_Z".utf8) else { return false }
      return symbol.contains("5swift25ConcurrentReadableHashMap".utf8)
        && symbol.contains("4findI".utf8)
        || symbol.starts(with: "_ZNK5swift16MetadataCacheKeyeq".utf8)
        || symbol.starts(with: "_ZN5swift16MetadataCacheKey21areWitnessTablesEqual".utf8)
    }
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
