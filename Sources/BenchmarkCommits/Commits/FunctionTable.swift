import BenchmarkConductor
import Foundation

/// The functions in the objects of a build, by symbol: how large each is, and what it does.
///
/// It reads archives of 64-bit little-endian ELF objects in which each function has a section of its own (System V ABI,
/// "Sections" and "Relocation"; ar(5)).
package struct FunctionTable: Sendable {
  /// The size and the content of a function; two functions that do the same are equal in both.
  package struct Function: Equatable, Sendable {
    /// The sizes in bytes of the sections with this symbol, in ascending order: of the copies of which the linker takes
    /// one, or of functions of several objects that have one name.
    package var sizes: [Int] = []
    /// A digest of code and of everything that it refers to by name, or by content if that has no name; it does not
    /// depend on the place of anything.
    package var digest: UInt64 = 0
  }

  /// The functions by symbol.
  package private(set) var functions: [String: Function] = [:]

  /// Reads an archive.
  ///
  /// - Throws: `RunError` if it is missing or malformed.
  package init(archive path: String) throws(RunError) {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw RunError("\(path) cannot be read")
    }
    do {
      try data.withUnsafeBytes { bytes in
        try Self.members(of: ObjectBytes(bytes[...])).forEach { try add($0) }
      }
    } catch {
      throw RunError("\(path) is no archive of 64-bit objects; remove .build/ab to build it anew")
    }
  }

  /// The symbols of functions that differ from those of another table, or that one of both lacks.
  package func changed(from other: FunctionTable) -> Set<String> {
    Set(functions.keys).union(other.functions.keys)
      .filter { functions[$0] != other.functions[$0] }
  }

  /// The objects of an archive.
  private static func members(of archive: ObjectBytes) throws -> [ObjectBytes] {
    let magic = "!<arch>\n"
    guard try archive.part(at: 0, size: magic.utf8.count).all().elementsEqual(magic.utf8) else {
      throw ObjectBytes.Missing()
    }
    var members: [ObjectBytes] = []
    var place = magic.utf8.count
    while place < archive.count {
      let size = try archive.decimal(at: place + 48, length: 10)
      let member = try archive.part(at: place + 60, size: size)
      if (try? member.number(at: 0) as UInt32) == 0x464C_457F { members.append(member) }
      place += 60 + size + size % 2
    }
    return members
  }

  /// Adds the functions of an object.
  private mutating func add(_ bytes: ObjectBytes) throws {
    let object = try ElfObject(bytes)
    let relocations = try object.relocations()
    for (index, section) in object.sections.enumerated() {
      guard section.isCode, let symbol = section.functionSymbol else { continue }
      var digest = Digest()
      digest.add(try object.content(of: section))
      for relocation in relocations[index] ?? [] {
        digest.add(relocation.offset)
        digest.add(relocation.type)
        try object.addTarget(of: relocation, to: &digest)
      }
      functions[symbol, default: Function()].sizes.append(section.size)
      functions[symbol]?.sizes.sort()
      // A sum, since the order of copies means nothing.
      functions[symbol]?.digest &+= digest.value
    }
  }
}

/// A digest of 64 bits (FNV-1a) for content that nobody forges.
private struct Digest {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }

  mutating func add(_ number: UInt64) {
    withUnsafeBytes(of: number.littleEndian) { add($0) }
  }

  mutating func add(_ text: String) { add(text.utf8) }
}

/// The bytes of a file or of a part of it, whose content is not trusted.
private struct ObjectBytes {
  /// The part asked for is not there.
  struct Missing: Error {}

  private let bytes: Slice<UnsafeRawBufferPointer>

  init(_ bytes: Slice<UnsafeRawBufferPointer>) { self.bytes = bytes }

  var count: Int { bytes.count }

  func part(at place: Int, size: Int) throws -> ObjectBytes {
    guard place >= 0, size >= 0, place <= count, size <= count - place else { throw Missing() }
    let start = bytes.startIndex + place
    return ObjectBytes(bytes[start..<start + size])
  }

  func number<Number: FixedWidthInteger>(at place: Int) throws -> Number {
    let part = try part(at: place, size: MemoryLayout<Number>.size)
    return Number(
      littleEndian: part.bytes.withUnsafeBytes { $0.loadUnaligned(as: Number.self) })
  }

  /// A size or an offset, small enough that sums of them do not overflow.
  func size(at place: Int) throws -> Int {
    let size: UInt64 = try number(at: place)
    guard size < 1 << 48 else { throw Missing() }
    return Int(size)
  }

  /// A number in decimal digits, with white space behind it.
  func decimal(at place: Int, length: Int) throws -> Int {
    let digits = try part(at: place, size: length).bytes.prefix { $0 != UInt8(ascii: " ") }
    guard let number = Int(String(decoding: digits, as: UTF8.self)), number >= 0 else {
      throw Missing()
    }
    return number
  }

  /// The bytes up to the next one that is 0.
  func text(at place: Int) throws -> Slice<UnsafeRawBufferPointer> {
    try part(at: place, size: count - place).bytes.prefix { $0 != 0 }
  }

  func all() -> Slice<UnsafeRawBufferPointer> { bytes }
}

/// An object file.
private struct ElfObject {
  struct Section {
    var name = ""
    var type: UInt32
    var flags: UInt64
    var offset: Int
    var size: Int
    var link: Int
    var info: Int
    var entrySize: Int

    /// True for the code or data of a program that is executed.
    var isCode: Bool { type == 1 && flags & 4 != 0 }
    var isMerged: Bool { flags & 0x10 != 0 }
    var holdsStrings: Bool { flags & 0x20 != 0 }
    /// The symbol of the one function of a section; nil if it has none, or any number.
    var functionSymbol: String? {
      name.hasPrefix(".text.") ? String(name.dropFirst(".text.".count)) : nil
    }
  }

  struct Relocation {
    var offset: UInt64
    var type: UInt64
    var symbol: Int
    var addend: Int64
  }

  private let bytes: ObjectBytes
  let sections: [Section]
  private let symbols: Section?

  init(_ bytes: ObjectBytes) throws {
    self.bytes = bytes
    let table = try bytes.size(at: 40)
    func section(_ number: Int) throws -> Section {
      let place = table + 64 * number
      return Section(
        type: try bytes.number(at: place + 4), flags: try bytes.number(at: place + 8),
        offset: try bytes.size(at: place + 24), size: try bytes.size(at: place + 32),
        link: Int(try bytes.number(at: place + 40) as UInt32),
        info: Int(try bytes.number(at: place + 44) as UInt32),
        entrySize: try bytes.size(at: place + 56))
    }
    // An object with more sections than fit says so in its first one.
    let few = Int(try bytes.number(at: 60) as UInt16)
    let count = few > 0 ? few : try section(0).size
    let names = Int(try bytes.number(at: 62) as UInt16)
    var sections = try (0..<count).map(section)
    let namesSection = names == 0xffff ? sections.first?.link ?? 0 : names
    guard sections.indices.contains(namesSection) else { throw ObjectBytes.Missing() }
    let texts = try bytes.part(
      at: sections[namesSection].offset, size: sections[namesSection].size)
    for index in sections.indices {
      let place = Int(try bytes.number(at: table + 64 * index) as UInt32)
      sections[index].name = String(decoding: try texts.text(at: place), as: UTF8.self)
    }
    self.sections = sections
    symbols = sections.first { $0.type == 2 }
  }

  func content(of section: Section) throws -> Slice<UnsafeRawBufferPointer> {
    try bytes.part(at: section.offset, size: section.size).all()
  }

  /// The relocations of each section, by its number.
  func relocations() throws -> [Int: [Relocation]] {
    var relocations: [Int: [Relocation]] = [:]
    for table in sections where table.type == 4 {
      for place in stride(from: table.offset, to: table.offset + table.size, by: 24) {
        let info: UInt64 = try bytes.number(at: place + 8)
        relocations[table.info, default: []].append(
          Relocation(
            offset: try bytes.number(at: place), type: info & 0xffff_ffff,
            symbol: Int(info >> 32), addend: try bytes.number(at: place + 16)))
      }
    }
    return relocations
  }

  /// Adds what a relocation refers to: a name, or the content of data that has none.
  func addTarget(of relocation: Relocation, to digest: inout Digest) throws {
    guard let symbols else { throw ObjectBytes.Missing() }
    let place = symbols.offset + 24 * relocation.symbol
    let index = Int(try bytes.number(at: place + 6) as UInt16)
    let kind: UInt8 = try bytes.number(at: place + 4)
    if kind & 0xf == 3, sections.indices.contains(index) {
      let target = sections[index]
      // On x86-64 most addends are less by the four bytes of the address itself.
      let isRelative = [2, 4, 9, 41, 42].contains(relocation.type)
      let offset = Int(relocation.addend) &+ (isRelative ? 4 : 0)
      if target.isMerged, (0..<target.size).contains(offset) {
        let data = try bytes.part(at: target.offset + offset, size: target.size - offset)
        if target.holdsStrings {
          digest.add(try data.text(at: 0))
        } else {
          digest.add(data.all().prefix(target.entrySize))
        }
        return
      }
      digest.add(target.name)
    } else {
      guard sections.indices.contains(symbols.link) else { throw ObjectBytes.Missing() }
      let texts = sections[symbols.link]
      let name = Int(try bytes.number(at: place) as UInt32)
      digest.add(try bytes.part(at: texts.offset, size: texts.size).text(at: name))
    }
    digest.add(UInt64(bitPattern: relocation.addend))
  }
}
