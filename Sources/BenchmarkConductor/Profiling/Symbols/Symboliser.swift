import BenchmarkResults
import Foundation
import Subprocess
import SystemPackage

/// Finds the functions, files and lines of addresses.
///
/// All addresses go to one process of llvm-symbolizer, and all Swift names to one of swift-demangle. Call it before
/// anything is rebuilt: the objects are read in their present state.
package enum Symboliser {
  /// The functions at each address, outermost first: functions that were inlined there follow the one that contains
  /// them.
  ///
  /// If an object is not a file, such as the kernel's, or has no symbol there, the only frame is named after the object,
  /// in brackets.
  ///
  /// - Throws: `Problem` if a tool is missing, fails or answers something else.
  package static func frames(
    of addresses: some Sequence<CodeAddress>
  ) async throws -> [CodeAddress: [StackFrame]] {
    var frames: [CodeAddress: [StackFrame]] = [:]
    var asked: Set<CodeAddress> = []
    for address in Set(addresses) {
      if isFile(address.object) {
        asked.insert(address)
      } else {
        frames[address] = [unnamed(in: address.object)]
      }
    }
    guard !asked.isEmpty else { return frames }
    let answers = try await symbols(of: asked)
    let names = try await Demangler.readable(answers.values.flatMap { $0.map(\.functionName) })
    let unknown = answers.mapValues { $0.filter(\.isOfUnknownLine).map(\.functionName) }
    let modules = try await Demangler.modules(of: unknown.values.joined())
    let declared = try await Declarations.places(
      of: Set(modules.keys),
      in: Set(unknown.filter { $0.value.contains { modules[$0] != nil } }.keys.map(\.object)))
    for (address, symbols) in answers {
      let library = baseName(address.object)
      let stack = symbols.reversed().map { symbol in
        let mangled = symbol.functionName
        let name = names[mangled] ?? mangled
        if name.isEmpty { return unnamed(in: address.object) }
        if let (file, line) = symbol.place {
          return StackFrame(function: name, file: file, line: line, library: library)
        }
        return StackFrame(
          function: name, file: declared[mangled]?.file ?? modules[mangled],
          line: declared[mangled]?.line, library: library)
      }
      frames[address] = stack.isEmpty ? [unnamed(in: address.object)] : stack
    }
    return frames
  }

  /// The frame of code that has no name.
  package static func unnamed(in object: String) -> StackFrame {
    // The kernel's own names, such as [vdso], are in brackets already.
    let library = baseName(object).filter { $0 != "[" && $0 != "]" }
    let name = library.isEmpty ? "unknown" : library
    return StackFrame(function: "[\(name)]", library: name == "unknown" ? nil : name)
  }

  private static func isFile(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return path.hasPrefix("/") && !path.contains { $0 == "\"" || $0.isNewline }
      && FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
  }

  private static func baseName(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// The answers of llvm-symbolizer for each address, innermost function first.
  static func symbols(
    of addresses: Set<CodeAddress>
  ) async throws -> [CodeAddress: [SymboliserAnswer.Symbol]] {
    // The tool caches an object while it stays the same, so addresses of one object are grouped.
    let addresses = addresses.sorted { ($0.object, $0.address) < ($1.object, $1.address) }
    let questions = addresses.map { "\"\($0.object)\" 0x\(String($0.address, radix: 16))\n" }
    let lines = try await SystemTool.answers(
      of: "llvm-symbolizer", ["--output-style=JSON", "--inlines", "--demangle"],
      to: questions.joined(), count: addresses.count)
    let decoder = JSONDecoder()
    var symbols: [CodeAddress: [SymboliserAnswer.Symbol]] = [:]
    for (address, line) in zip(addresses, lines) {
      guard let answer = try? decoder.decode(SymboliserAnswer.self, from: Data(line)) else {
        let text = String(decoding: line, as: UTF8.self).debugDescription
        throw Problem("llvm-symbolizer answered \(text): use that of Swift 6.2 or newer")
      }
      guard answer.moduleName == address.object, answer.number == address.address else {
        throw Problem(
          "llvm-symbolizer answered for \(answer.moduleName) \(answer.address) where it was asked for \(address.object) 0x\(String(address.address, radix: 16))"
        )
      }
      symbols[address] = answer.symbols ?? []
    }
    return symbols
  }
}
