/// One function on a stack.
package struct StackFrame: Hashable, Codable, Sendable {
  /// The name of the function, demangled; if there is none, its library in brackets.
  package var function: String
  /// The source file: its path inside the package, or its base name if it is outside.
  ///
  /// If one module has inlined code of another, the compiler keeps no lines; then it is the file of the function's
  /// declaration or, if no copy of the function is left, the module.
  package var file: String?
  /// The line in ``file``, from 1; that of the declaration for inlined code and for instructions, nil for code that the
  /// compiler generated.
  package var line: Int?
  /// The base name of the executable or library that holds the function; not stored in `sites.csv`.
  package var library: String?

  /// Makes a frame of its parts.
  package init(
    function: String, file: String? = nil, line: Int? = nil, library: String? = nil
  ) {
    self.function = function
    self.file = file
    self.line = line
    self.library = library
  }

  /// True if the function was built from source of a package, and does not belong to the toolchain or the system.
  package var isOfPackage: Bool { file.map { $0.contains("/") || !$0.contains(".") } ?? false }

  /// The file and line, as `File.swift:12`; nil if they are not known.
  package var place: String? { file.map { line == nil ? $0 : "\($0):\(line ?? 0)" } }
}
