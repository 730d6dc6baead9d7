import Foundation

/// The segments of an ELF file, which turn places in the file into addresses.
///
/// perf names code by its place in the file, symbol tables by its address; linkers make the two differ (System V ABI,
/// "Program Header").
package struct ObjectFile {
  private struct Segment {
    var offset: UInt64
    var address: UInt64
    var size: UInt64
  }

  private var segments: [Segment] = []

  /// Reads the program headers; nil if the file is no 64-bit little-endian ELF file.
  package init?(path: String) {
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? file.close() }
    guard let header = try? file.read(upToCount: 64), header.count == 64,
      header.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1])
    else { return nil }
    let start: UInt64 = Self.number(header, 32)
    let entrySize = Int(Self.number(header, 54) as UInt16)
    let count = Int(Self.number(header, 56) as UInt16)
    guard entrySize >= 56, (try? file.seek(toOffset: start)) != nil,
      let table = try? file.read(upToCount: entrySize * count), table.count == entrySize * count
    else { return nil }
    let isLoaded: UInt32 = 1
    for entry in stride(from: 0, to: table.count, by: entrySize)
    where Self.number(table, entry) == isLoaded {
      segments.append(
        Segment(
          offset: Self.number(table, entry + 8), address: Self.number(table, entry + 16),
          size: Self.number(table, entry + 32)))
    }
  }

  /// The address of a place in the file; nil if it is not loaded.
  package func address(ofOffset offset: UInt64) -> UInt64? {
    segments.first { $0.offset <= offset && offset - $0.offset < $0.size }
      .map { offset - $0.offset + $0.address }
  }

  private static func number<Number: FixedWidthInteger>(_ data: Data, _ place: Int) -> Number {
    (0..<Number.bitWidth / 8).reduce(0) { number, byte in
      number | Number(data[data.startIndex + place + byte]) << Number(8 * byte)
    }
  }
}

/// A place in machine code, independent of the address at which a process loaded it.
package struct CodeAddress: Hashable, Sendable {
  /// The path of the executable or library.
  package var object: String
  /// The address as in the object's own symbol table; for a caller, one before the return address.
  package var address: UInt64

  /// Makes an address in an object.
  package init(object: String, address: UInt64) {
    self.object = object
    self.address = address
  }
}
