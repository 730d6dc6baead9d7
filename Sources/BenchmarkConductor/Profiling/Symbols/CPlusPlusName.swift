import Glibc

/// Names of C++ functions.
enum CPlusPlusName {
  private typealias Demangle =
    @convention(c) (
      UnsafePointer<CChar>, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<Int>?,
      UnsafeMutablePointer<CInt>?
    ) -> UnsafeMutablePointer<CChar>?

  /// The readable form of a mangled name; nil for any other.
  ///
  /// By the C++ library itself (Itanium C++ ABI, "Demangler API"), which Swift's own library needs and so is loaded.
  static func readable(_ name: String) -> String? {
    guard name.hasPrefix("_Z"), let symbol = dlsym(nil, "__cxa_demangle") else { return nil }
    let demangle = unsafeBitCast(symbol, to: Demangle.self)
    guard let text = demangle(name, nil, nil, nil) else { return nil }
    defer { free(text) }
    return String(cString: text)
  }
}
