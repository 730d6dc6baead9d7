import BenchmarkResults

/// The files and lines in which packages declare their functions.
///
/// Debug information has no lines for code that one module inlines or specialises from another. The module that
/// declares the function keeps a copy of its own, which has them.
enum Declarations {
  /// Finds the declarations of functions.
  ///
  /// - Parameters:
  ///   - names: mangled names of Swift functions.
  ///   - objects: the paths of the executables and libraries that may hold the copies.
  /// - Returns: file and line by name; a function of which no copy is left has none.
  /// - Throws: `Problem` if a tool of the toolchain is missing or fails.
  static func places(
    of names: Set<String>, in objects: Set<String>
  ) async throws -> [String: (file: String, line: Int)] {
    guard !names.isEmpty else { return [:] }
    var places: [String: (file: String, line: Int)] = [:]
    for object in objects.sorted() {
      let functions = try await functions(in: object)
      let copies = names.reduce(into: [:]) { $0[$1] = prefixes(of: $1, in: functions) }
      let asked = Set(copies.values.joined())
      let addresses = asked.reduce(into: [:]) {
        $0[$1] = functions[$1].map { CodeAddress(object: object, address: $0) }
      }
      let symbols = try await Symboliser.symbols(of: Set(addresses.values))
      let readable = try await Demangler.readable(asked.union(names))
      for (name, copies) in copies {
        // The place of a closure without a copy is that of the function around it; a shorter name may also be a type's.
        let own = readable[name] ?? name
        let same = copies.filter {
          readable[$0].map { own == $0 || own.hasSuffix(" in \($0)") } ?? false
        }
        let lines = same.lazy.compactMap {
          addresses[$0].flatMap { symbols[$0]?.last?.declaration }
        }
        if let place = lines.first { places[name] = place }
      }
    }
    return places
  }

  /// The addresses of an object's functions, by mangled name.
  private static func functions(in object: String) async throws -> [String: UInt64] {
    let lines = try await SystemTool.lines(of: "llvm-nm", ["--defined-only", object], to: "")
    return lines.reduce(into: [:]) { functions, line in
      let words = line.split(separator: UInt8(ascii: " ")).map {
        String(decoding: $0, as: UTF8.self)
      }
      guard words.count == 3, ["t", "T", "w", "W"].contains(words[1]),
        let address = UInt64(words[0], radix: 16)
      else { return }
      functions[words[2]] = address
    }
  }

  /// The functions whose names the name begins with, longest first: the compiler appends what it made of a function.
  private static func prefixes(of name: String, in functions: [String: UInt64]) -> [String] {
    (1...name.utf8.count).reversed().map { String(name.utf8.prefix($0)) ?? "" }
      .filter { functions[$0] != nil }
  }
}
