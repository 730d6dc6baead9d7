/// Makes Swift names readable, by swift-demangle of the toolchain.
enum Demangler {
  /// The readable form of each name that is one of Swift, without types and without `specialized`, which comes and
  /// goes with the optimiser.
  static func readable(_ names: some Sequence<String>) async throws -> [String: String] {
    let mangled = Set(names).filter { name in
      ["$s", "$S", "$e", "_T0"].contains { name.hasPrefix($0) }
        && !name.contains(where: \.isNewline)
    }.sorted()
    guard !mangled.isEmpty else { return [:] }
    let lines = try await FilterTool.answers(
      of: "swift-demangle", ["--simplified"], to: mangled.map { "\($0)\n" }.joined(),
      count: mangled.count)
    let readable = lines.map { line in
      String(decoding: line, as: UTF8.self).replacing("generic specialized ", with: "")
        .replacing("specialized ", with: "")
    }
    return Dictionary(uniqueKeysWithValues: zip(mangled, readable))
  }
}
