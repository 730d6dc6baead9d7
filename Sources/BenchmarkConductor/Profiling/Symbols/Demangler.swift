import Glibc

/// Makes names of Swift and C++ readable; those of Swift by swift-demangle of the toolchain.
package enum Demangler {
  /// The readable form of each mangled name; for Swift without types and without `specialized`, which depends on the
  /// optimiser.
  package static func readable(
    _ names: some Sequence<String>
  ) async throws -> [String: String] {
    let names = Set(names)
    let others = names.compactMap { name in CPlusPlusName.readable(name).map { (name, $0) } }
    return try await ofSwiftReadable(names).merging(others) { swift, _ in swift }
  }

  private static func ofSwiftReadable(_ names: Set<String>) async throws -> [String: String] {
    let mangled = ofSwift(names)
    guard !mangled.isEmpty else { return [:] }
    let lines = try await SystemTool.answers(
      of: "swift-demangle", ["--simplified"], to: mangled.map { "\($0)\n" }.joined(),
      count: mangled.count)
    let readable = lines.map { line in
      String(decoding: line, as: UTF8.self).replacing("generic specialized ", with: "")
        .replacing("specialized ", with: "")
    }
    return Dictionary(uniqueKeysWithValues: zip(mangled, readable))
  }

  /// The module of a package that each Swift name is declared in; for a member of an extension, that of the extension.
  static func modules(of names: some Sequence<String>) async throws -> [String: String] {
    let mangled = ofSwift(names)
    guard !mangled.isEmpty else { return [:] }
    let lines = try await SystemTool.lines(
      of: "swift-demangle", ["--tree-only"], to: mangled.map { "\($0)\n" }.joined())
    // Not in the loop: without optimisation a literal is parsed each time.
    let (start, module) = (/Demangling for (.+)/, /kind=Module, text="([^"]+)"/)
    var modules: [String: String] = [:]
    var name: String?
    var skipped: Int?
    for line in lines.map({ Substring(decoding: $0, as: UTF8.self) }) {
      if let begin = line.wholeMatch(of: start) {
        name = String(begin.1)
        skipped = nil
        continue
      }
      let depth = line.prefix { $0 == " " }.count
      if let outer = skipped, depth > outer { continue }
      // The types that a function was specialised for do not show in which module it is declared.
      skipped = line.contains("Specialization") ? depth : nil
      if skipped == nil, let known = name,
        let declaring = line.firstMatch(of: module)
      {
        modules[known] = String(declaring.1)
        name = nil
      }
    }
    return modules.filter { !isOfToolchain($0.value) }
  }

  private static func ofSwift(_ names: some Sequence<String>) -> [String] {
    Set(names).filter { name in
      ["$s", "$S", "$e", "_T0"].contains { name.hasPrefix($0) }
        && !name.contains(where: \.isNewline)
    }.sorted()
  }

  /// True if a module comes with Swift; its generic code is compiled into the executables that use it.
  private static func isOfToolchain(_ module: String) -> Bool {
    module.hasPrefix("_")
      || [
        "Dispatch", "Distributed", "Foundation", "FoundationEssentials",
        "FoundationInternationalization", "FoundationNetworking", "FoundationXML", "Glibc",
        "Observation", "Swift", "SwiftGlibc", "SwiftShims", "Synchronization",
      ].contains(module)
  }
}

/// Names of C++ functions.
enum CPlusPlusName {
  private typealias Demangle =
    @convention(c) (
      UnsafePointer<CChar>, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<Int>?,
      UnsafeMutablePointer<CInt>?
    ) -> UnsafeMutablePointer<CChar>?

  /// The readable form of a mangled name; nil for any other.
  ///
  /// The C++ library does it (Itanium C++ ABI, "Demangler API"); it is loaded because Swift's own library needs it.
  static func readable(_ name: String) -> String? {
    guard name.hasPrefix("_Z"), let symbol = dlsym(nil, "__cxa_demangle") else { return nil }
    let demangle = unsafeBitCast(symbol, to: Demangle.self)
    guard let text = demangle(name, nil, nil, nil) else { return nil }
    defer { free(text) }
    return String(cString: text)
  }
}
