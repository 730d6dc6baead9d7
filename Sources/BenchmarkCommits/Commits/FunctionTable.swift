import BenchmarkConductor
import Foundation

/// The functions in the objects of a build and the data that they use, by symbol: how large each is, and what it holds.
///
/// It reads archives of 64-bit little-endian ELF objects in which each function has a section of its own (System V ABI,
/// "Sections", "Symbol Table" and "Relocation"; ar(5)).
package struct FunctionTable: Sendable {
  /// A function or a piece of data.
  private struct Item {
    /// A digest of each copy, of which the linker takes one, and of each local item with the same name: of bytes, and of
    /// the names of everything that they refer to. It does not depend on the place of anything.
    var digests: Set<UInt64> = []
    var isData = false
    /// The numbers of the items that it refers to.
    var references: Set<Int> = []
  }

  /// The sizes in bytes of the sections of each function, by symbol, in ascending order: of the copies of which the linker
  /// takes one, or of functions of several objects that have one name.
  package private(set) var sizes: [String: [Int]] = [:]
  private var numbers: [String: Int] = [:]
  private var items: [Item] = []
  /// A digest of the lists that the start of a program or Swift's runtime searches, such as those of types and
  /// conformances: whatever is in them may affect all code.
  private var searched: UInt64 = 0

  /// Reads an archive.
  ///
  /// - Throws: `RunError` if it is missing or malformed.
  package init(archive path: String) throws(RunError) {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw RunError("\(path) cannot be read")
    }
    do {
      try data.withUnsafeBytes { bytes in
        for member in try ArchiveMember.all(in: ObjectBytes(bytes[...])) { try add(member) }
      }
    } catch {
      throw RunError("\(path) is no archive of 64-bit objects; remove .build/ab to build it anew")
    }
  }

  /// The code that differs from that of another table.
  package func changes(from other: FunctionTable) -> CodeChanges {
    guard searched == other.searched else { return .everything }
    let differing = Set(numbers.keys).union(other.numbers.keys)
      .filter { digests(of: $0) != other.digests(of: $0) }
    return .symbols(reaching(differing).union(other.reaching(differing)))
  }

  private func digests(of symbol: String) -> Set<UInt64> {
    numbers[symbol].map { items[$0].digests } ?? []
  }

  /// Some symbols, and those of all items that use any of these as data, directly or through other data.
  ///
  /// A function that calls a changed one is not among them: if it is executed, so is the other.
  private func reaching(_ symbols: Set<String>) -> Set<String> {
    var users: [[Int]] = Array(repeating: [], count: items.count)
    for (number, item) in items.enumerated() {
      for used in item.references where items[used].isData { users[used].append(number) }
    }
    var found = Set(symbols.compactMap { numbers[$0] })
    var next = Array(found)
    while let number = next.popLast() {
      for user in users[number] where found.insert(user).inserted { next.append(user) }
    }
    return Set(numbers.filter { found.contains($0.value) }.keys).union(symbols)
  }

  /// The number of an item, which is added if it is new.
  private mutating func number(of symbol: String) -> Int {
    if let number = numbers[symbol] { return number }
    numbers[symbol] = items.count
    items.append(Item())
    return items.count - 1
  }

  /// Adds the items of an object.
  private mutating func add(_ member: ArchiveMember) throws {
    let object = try ElfObject(member.bytes)
    var ofCode: [Int: Content] = [:]
    for (index, section) in object.sections.enumerated() where section.isCode {
      let content = try content(of: object.whole(index), of: object, in: member)
      ofCode[index] = content
      guard let symbol = section.functionSymbol else { continue }
      sizes[symbol, default: []].append(section.size)
      sizes[symbol]?.sort()
    }
    for symbol in object.symbols {
      guard let place = symbol.place else { continue }
      if let content = ofCode[place.section] {
        add(symbol.name, content)
      } else if object.sections[place.section].isData {
        add(symbol.name, try content(of: place, of: object, in: member))
      }
    }
    for (index, section) in object.sections.enumerated() where section.isSearched {
      // A sum, since their order means nothing.
      searched &+= try content(of: object.whole(index), of: object, in: member).digest
    }
  }

  /// Adds an item, or another copy of it.
  private mutating func add(_ symbol: String, _ content: Content) {
    let number = number(of: symbol)
    items[number].digests.insert(content.digest)
    items[number].references.formUnion(content.references)
    items[number].isData = content.isData
  }

  /// The content of an item.
  private struct Content {
    var digest: UInt64
    var references: Set<Int>
    var isData: Bool
  }

  /// Reads a part of a section.
  private mutating func content(
    of place: ElfObject.Place, of object: ElfObject, in member: ArchiveMember
  ) throws -> Content {
    let section = object.sections[place.section]
    var digest = Digest()
    digest.add(UInt64(place.range.count))
    if section.hasContent {
      digest.add(try member.bytes.part(at: section.offset, size: section.size).part(place.range))
    }
    var references: Set<Int> = []
    func add(_ name: String, _ distance: Int) {
      digest.add(name.utf8)
      digest.add(UInt64(bitPattern: Int64(distance)))
      references.insert(number(of: name))
    }
    for relocation in object.relocations(in: place) {
      digest.add(UInt64(relocation.offset - place.range.lowerBound))
      digest.add(relocation.type)
      switch try object.target(of: relocation, inCode: section.isCode) {
      case .constant(let bytes): digest.add(bytes)
      case .symbols(let names, let distance):
        for name in names { add(name, distance) }
      case .section(let index, let offset):
        // Data without a symbol: all of its section.
        let name = "\(member.name) \(object.sections[index].name)"
        let isNew = numbers[name] == nil
        add(name, offset)
        // Known before its content is, since that may refer to itself.
        if isNew { self.add(name, try content(of: object.whole(index), of: object, in: member)) }
      }
    }
    return Content(digest: digest.value, references: references, isData: section.isData)
  }
}

/// The code in which two builds differ.
package enum CodeChanges: Sendable {
  /// The symbols of functions and data that differ, or that only one build has, and of what uses such data.
  case symbols(Set<String>)
  /// All of it may behave differently.
  case everything

  /// True if any of these functions may do something else in the other build.
  ///
  /// Functions that neither build has objects of are those of the system, which are the same for both.
  package func affect(_ functions: Set<String>) -> Bool {
    switch self {
    case .symbols(let symbols):
      functions.contains(Self.unknown) || !functions.isDisjoint(with: symbols)
    case .everything: true
    }
  }

  /// The name that the counter of instructions gives to code without a symbol.
  private static let unknown = "?"
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
}
