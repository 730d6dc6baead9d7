import BenchmarkConductor
import Foundation

/// The functions in the objects of a build and the data that they use, by symbol: how large each is, and what it holds.
///
/// It reads archives of 64-bit little-endian ELF objects in which each function has a section of its own (System V ABI,
/// "Sections", "Symbol Table" and "Relocation"; ar(5)).
package struct FunctionTable: Sendable {
  /// A function or a piece of data.
  private struct Item {
    /// A digest of each copy, of which the linker takes one, and of each local item with the same name.
    var digests: Set<UInt64> = []
    /// True for data and for unnamed code, which is executed only if something executed refers to it.
    var isUsed = false
    /// The numbers of the items that it refers to.
    var references: Set<Int> = []
  }

  /// The sizes in bytes of the sections of each function, by symbol, in ascending order: of the copies of which the linker
  /// takes one, or of functions of several objects that have one name.
  package private(set) var sizes: [String: [Int]] = [:]
  private var numbers: [String: Int] = [:]
  private var names: [String] = []
  private var items: [Item] = []
  /// A digest of the lists of functions that are called at the start, or that replace others: they may affect all code.
  private var calls: UInt64 = 0
  /// The numbers of the conformances that Swift's runtime finds by searching, as for `as?`.
  private var conformances: Set<Int> = []

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
    let differing = Set(numbers.keys).union(other.numbers.keys)
      .filter { digests(of: $0) != other.digests(of: $0) }
    guard calls == other.calls, !conforms(differing, unlike: other),
      !other.conforms(differing, unlike: self)
    else { return .everything }
    return .symbols(reaching(differing).union(other.reaching(differing)))
  }

  /// True if any of these symbols is the conformance of a type that another table has, too.
  ///
  /// No reference leads from code to what Swift's runtime searches. No value of a new type occurs in the other build.
  private func conforms(_ symbols: Set<String>, unlike other: FunctionTable) -> Bool {
    let types = conformances.filter { symbols.contains(names[$0]) }.flatMap { items[$0].references }
      .map { names[$0].trimmingPrefix(Self.pointerPrefix) }.filter { $0.hasSuffix(Self.typeSuffix) }
      .map(String.init)
    return types.contains { digests(of: $0).isEmpty || !other.digests(of: $0).isEmpty }
  }

  /// The end of the mangled name of a nominal type descriptor (Swift ABI, "Mangling", Globals), and the beginning of the
  /// name of a pointer to the descriptor of another module.
  private static let (typeSuffix, pointerPrefix) = ("Mn", "got.")

  private func digests(of symbol: String) -> Set<UInt64> {
    numbers[symbol].map { items[$0].digests } ?? []
  }

  /// Some symbols, and those of all items that use any of these, directly or through others.
  ///
  /// A function that only calls a changed one is not among them: if that is executed, its name is known.
  private func reaching(_ symbols: Set<String>) -> Set<String> {
    var users: [[Int]] = Array(repeating: [], count: items.count)
    for (number, item) in items.enumerated() {
      for used in item.references where items[used].isUsed { users[used].append(number) }
    }
    var found = Set(symbols.compactMap { numbers[$0] })
    var next = Array(found)
    while let number = next.popLast() {
      for user in users[number] where found.insert(user).inserted { next.append(user) }
    }
    return symbols.union(found.map { names[$0] })
  }

  /// The number of an item, which is added if it is new.
  private mutating func number(of symbol: String) -> Int {
    if let number = numbers[symbol] { return number }
    numbers[symbol] = items.count
    items.append(Item())
    names.append(symbol)
    return items.count - 1
  }

  /// Adds the items of an object.
  private mutating func add(_ member: ArchiveMember) throws {
    let object = try ElfObject(member.bytes)
    var unnamed: [ElfObject.Place: Int] = [:]
    /// The parts without a symbol whose references are not read yet: they may lead through any number of others, and back.
    var unread: [(number: Int, content: ElfObject.Content)] = []
    /// The numbers of everything that some content refers to; parts without a symbol become items by their content.
    func numbers(of content: ElfObject.Content) throws -> Set<Int> {
      var references = Set(content.symbols.map { number(of: $0) })
      for part in content.parts { references.insert(try partNumber(part)) }
      return references
    }
    func partNumber(_ place: ElfObject.Place) throws -> Int {
      if let number = unnamed[place] { return number }
      let content = try object.content(of: place)
      let number = number(of: "\(member.name) \(content.digest)")
      unnamed[place] = number
      items[number].digests.insert(content.digest)
      items[number].isUsed = true
      unread.append((number, content))
      return number
    }
    var ofCode: [Int: (digest: UInt64, references: Set<Int>)] = [:]
    for (index, section) in object.sections.enumerated() where section.isCode {
      let content = try object.content(of: object.whole(index))
      ofCode[index] = (content.digest, try numbers(of: content))
      guard let symbol = section.functionSymbol else { continue }
      sizes[symbol, default: []].append(section.size)
      sizes[symbol]?.sort()
    }
    for symbol in object.symbols {
      guard let place = symbol.place else { continue }
      var (digest, references) = ofCode[place.section] ?? (0, [])
      if ofCode[place.section] == nil {
        guard object.sections[place.section].isData else { continue }
        let content = try object.content(of: place)
        (digest, references) = (content.digest, try numbers(of: content))
      }
      let number = number(of: symbol.name)
      items[number].digests.insert(digest)
      if ofCode[place.section] == nil { items[number].isUsed = true }
      items[number].references.formUnion(references)
    }
    for (index, section) in object.sections.enumerated() {
      if section.listsCalls {
        // A sum, since their order means nothing.
        calls &+= try object.content(of: object.whole(index)).digest
      }
      if section.listsConformances {
        conformances.formUnion(try numbers(of: object.content(of: object.whole(index))))
      }
    }
    while let (number, content) = unread.popLast() {
      items[number].references.formUnion(try numbers(of: content))
    }
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
    case .symbols(let symbols): !functions.isDisjoint(with: symbols)
    case .everything: true
    }
  }
}
