import Foundation

/// The map of this process's code: the file of each mapped piece, and the position in that file.
package struct ModuleMap: Sendable {
  /// The position of a piece of code.
  package struct Place: Hashable, Sendable {
    /// The path of the mapped file; `[vdso]` and the like for the kernel's code; empty if no file is mapped there any
    /// more.
    package var module: String
    /// The address as in the file's symbols; the address in memory if there is no file.
    package var address: UInt
  }

  private struct Mapping {
    var start: UInt
    var end: UInt
    var path: String
    /// The number that the loader added to the file's addresses.
    var bias: UInt
  }

  private var mappings: [Mapping] = []

  /// Reads the present mappings of this process.
  ///
  /// - Throws: a file error if `/proc/self/maps` cannot be read.
  package init() throws {
    // String(contentsOfFile:) would stop after a page, because such files report a size of 0.
    let file = try FileHandle(forReadingFrom: URL(filePath: "/proc/self/maps"))
    let text = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
    var bases: [String: UInt] = [:]
    for line in text.split(separator: "\n") {
      guard let fields = Self.fields(line), fields.path.hasPrefix("/") || fields.path == "[vdso]"
      else { continue }
      if fields.offset == 0, fields.isReadable { bases[fields.path] = Self.bias(of: fields.start) }
      guard fields.isCode else { continue }
      mappings.append(
        Mapping(
          start: fields.start, end: fields.end, path: fields.path,
          // If the beginning of a file is not mapped, its bias is unknown.
          bias: bases[fields.path] ?? fields.start &- fields.offset))
    }
  }

  /// The position of the call that returns to an address.
  ///
  /// The address before the return address is within the call, so that a symboliser finds its line.
  package func call(returningTo address: UInt) -> Place {
    let call = address &- 1
    var low = 0
    var high = mappings.count
    while low < high {
      let middle = (low + high) / 2
      if mappings[middle].end <= call { low = middle + 1 } else { high = middle }
    }
    guard low < mappings.count, mappings[low].start <= call else {
      return Place(module: "", address: call)
    }
    return Place(module: mappings[low].path, address: call &- mappings[low].bias)
  }

  /// One line of `/proc/self/maps`: `start-end perms offset device inode path`.
  private static func fields(
    _ line: Substring
  ) -> (start: UInt, end: UInt, isReadable: Bool, isCode: Bool, offset: UInt, path: String)? {
    let parts = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
    guard parts.count == 6 else { return nil }
    let range = parts[0].split(separator: "-")
    guard range.count == 2, let start = UInt(range[0], radix: 16),
      let end = UInt(range[1], radix: 16), let offset = UInt(parts[2], radix: 16)
    else { return nil }
    var path = parts[5].trimmingCharacters(in: .whitespaces)
    if path.hasSuffix(" (deleted)") { path.removeLast(" (deleted)".count) }
    return (start, end, parts[1].contains("r"), parts[1].contains("x"), offset, path)
  }

  /// The number that was added to the addresses of the file whose first page is mapped at `start`.
  ///
  /// That page holds the ELF header and the program headers: the first segment gives the address that the file was
  /// linked for. Layouts as in System V ABI, ELF-64.
  private static func bias(of start: UInt) -> UInt? {
    guard let page = UnsafeRawPointer(bitPattern: start),
      page.loadUnaligned(as: UInt32.self) == UInt32(bigEndian: 0x7f45_4c46)
    else { return nil }
    let table = Int(page.loadUnaligned(fromByteOffset: 32, as: UInt64.self))
    let size = Int(page.loadUnaligned(fromByteOffset: 54, as: UInt16.self))
    let count = Int(page.loadUnaligned(fromByteOffset: 56, as: UInt16.self))
    // Beyond the first page the memory may not be readable.
    guard size >= 56, table + count * size <= 4096 else { return nil }
    for index in 0..<count {
      let header = page + table + index * size
      guard header.loadUnaligned(as: UInt32.self) == 1,  // PT_LOAD
        header.loadUnaligned(fromByteOffset: 8, as: UInt64.self) == 0
      else { continue }
      return start &- UInt(header.loadUnaligned(fromByteOffset: 16, as: UInt64.self))
    }
    return nil
  }
}
