/// A place in machine code, wherever the process had loaded it.
package struct CodeAddress: Hashable, Sendable {
  /// The path of the executable or library.
  package var object: String
  /// The address as the object's own symbol table counts; for a caller, one before the address that it returns to.
  package var address: UInt64

  /// An address in an object.
  package init(object: String, address: UInt64) {
    self.object = object
    self.address = address
  }
}
