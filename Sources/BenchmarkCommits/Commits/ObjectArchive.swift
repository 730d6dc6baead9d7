import Foundation

/// An object in an archive.
struct ArchiveMember {
  /// Its file name.
  let name: String
  let bytes: ObjectBytes

  /// The ELF objects of an archive.
  static func all(in archive: ObjectBytes) throws -> [ArchiveMember] {
    let magic = "!<arch>\n"
    guard try archive.part(at: 0, size: magic.utf8.count).all().elementsEqual(magic.utf8) else {
      throw ObjectBytes.Missing()
    }
    var members: [ArchiveMember] = []
    var longNames: ObjectBytes?
    var place = magic.utf8.count
    while place < archive.count {
      let size = try archive.decimal(at: place + 48, length: 10)
      let member = try archive.part(at: place + 60, size: size)
      var name = String(
        decoding: try archive.part(at: place, size: 16).all().prefix { $0 != UInt8(ascii: " ") },
        as: UTF8.self)
      if name == "//" { longNames = member }
      if name.hasPrefix("/"), let offset = Int(name.dropFirst()), let longNames {
        name = String(
          decoding: try longNames.part(at: offset, size: longNames.count - offset).all()
            .prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
      }
      if (try? member.number(at: 0) as UInt32) == 0x464C_457F {
        members.append(ArchiveMember(name: name, bytes: member))
      }
      place += 60 + size + size % 2
    }
    return members
  }
}

/// A digest of 64 bits (FNV-1a) for content that nobody forges.
struct Digest {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }

  mutating func add(_ number: UInt64) {
    withUnsafeBytes(of: number.littleEndian) { add($0) }
  }
}

/// The bytes of a file or of a part of it, whose content is not trusted.
struct ObjectBytes {
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
    let part = try part(at: place, size: MemoryLayout<Number>.size).bytes
    return Number(
      littleEndian: UnsafeRawBufferPointer(rebasing: part).loadUnaligned(as: Number.self))
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

  func part(_ range: Range<Int>) throws -> Slice<UnsafeRawBufferPointer> {
    try part(at: range.lowerBound, size: range.count).bytes
  }

  func all() -> Slice<UnsafeRawBufferPointer> { bytes }
}
