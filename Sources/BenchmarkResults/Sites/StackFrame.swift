/// One function on a stack.
public struct StackFrame: Hashable, Codable, Sendable {
  /// The name of the function, demangled; where there is none, its library in brackets.
  public var function: String
  /// The source file: its path inside the package, or outside of it its base name.
  ///
  /// Where one module has inlined code of another, the compiler keeps no lines; then it is the module.
  public var file: String?
  /// The line in ``file``, from 1; nil for code that the compiler made up.
  public var line: Int?
  /// The base name of the executable or library that holds the function; not stored in `sites.csv`.
  public var library: String?

  /// Makes a frame of its parts.
  public init(
    function: String, file: String? = nil, line: Int? = nil, library: String? = nil
  ) {
    self.function = function
    self.file = file
    self.line = line
    self.library = library
  }

  /// Whether the function was built from source of a package, and is not of the toolchain or the system.
  public var isOfPackage: Bool { file.map { $0.contains("/") || !$0.contains(".") } ?? false }

  /// The file and line, as `File.swift:12`, or nil where they are not known.
  public var place: String? { file.map { line == nil ? $0 : "\($0):\(line ?? 0)" } }
}
