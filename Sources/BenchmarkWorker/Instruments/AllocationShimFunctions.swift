import Glibc

/// The functions of a preloaded shim of the right version.
struct ShimFunctions {
  private typealias Version = @convention(c) () -> UInt32
  private let symbol: (String) -> UnsafeMutableRawPointer?

  /// Finds functions by `symbol`, which returns nil for an unknown name.
  ///
  /// - Throws: `ShimError`, unless a shim of the right version is loaded.
  init(symbol: @escaping (String) -> UnsafeMutableRawPointer?) throws(ShimError) {
    guard let address = symbol("keystroke_shim_abi_version") else {
      throw .absent(preload: getenv("LD_PRELOAD").map { String(cString: $0) })
    }
    let version = unsafeBitCast(address, to: Version.self)()
    if version == 0 { throw .sanitized }
    if version != AllocationCounters.abiVersion {
      throw .wrongABI(expected: AllocationCounters.abiVersion, found: version)
    }
    self.symbol = symbol
  }

  /// The function of this name.
  ///
  /// - Throws: `ShimError.incomplete` if there is none.
  func find<Function>(_ name: String) throws(ShimError) -> Function {
    guard let address = symbol(name) else { throw .incomplete(symbol: name) }
    return unsafeBitCast(address, to: Function.self)
  }
}
