import Foundation

/// One line that llvm-symbolizer writes with `--output-style=JSON`.
struct SymboliserAnswer: Decodable {
  var address: String
  var moduleName: String
  /// The functions there, innermost first; nil if the object could not be read.
  var symbols: [Symbol]?

  /// The address as a number.
  var number: UInt64? { UInt64(address.dropFirst(2), radix: 16) }

  /// A function.
  struct Symbol: Decodable {
    /// Its name, demangled if it is a C++ name; empty if there is none.
    var functionName: String
    var fileName: String
    var line: Int
    var startLine: Int

    private enum CodingKeys: String, CodingKey {
      case functionName = "FunctionName"
      case fileName = "FileName"
      case line = "Line"
      case startLine = "StartLine"
    }

    /// True if it is code built from source here for which debug information has no line: all code that one module
    /// inlines or specialises from another.
    ///
    /// The symbol table then names an object file, which need not be the right one.
    var isOfUnknownLine: Bool {
      place == nil && (fileName.hasSuffix("<compiler-generated>") || fileName.hasSuffix(".swift.o"))
    }

    /// The source file and line; nil if debug information has none.
    var place: (file: String, line: Int?)? {
      // Without debug information the file comes from the symbol table, which may name any of the files linked
      // together.
      guard line > 0 || startLine > 0, !fileName.isEmpty,
        !fileName.hasSuffix("<compiler-generated>")
      else { return nil }
      return (SourcePath.short(fileName), line > 0 ? line : nil)
    }

    /// The file and line on which the function begins; nil if debug information has none.
    var declaration: (file: String, line: Int)? {
      startLine > 0 ? place.map { ($0.file, startLine) } : nil
    }
  }

  private enum CodingKeys: String, CodingKey {
    case address = "Address"
    case moduleName = "ModuleName"
    case symbols = "Symbol"
  }
}

/// Names source files so that the name is the same wherever they were built.
package enum SourcePath {
  /// The path inside the package, for a dependency the path after `checkouts`; otherwise the base name.
  package static func short(_ path: String) -> String {
    let parts = path.split(separator: "/")
    if let checkouts = parts.lastIndex(of: "checkouts"), checkouts > 0,
      parts[checkouts - 1] == ".build", checkouts + 1 < parts.count
    {
      return parts[(checkouts + 1)...].joined(separator: "/")
    }
    for folder in ["Sources", "Benchmarks", "Tests"] {
      if let root = parts.dropLast().lastIndex(where: { $0 == folder }) {
        return parts[root...].joined(separator: "/")
      }
    }
    return parts.last.map(String.init) ?? path
  }
}
