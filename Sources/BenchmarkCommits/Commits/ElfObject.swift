/// An object file.
struct ElfObject {
  struct Section {
    var name = ""
    var type: UInt32
    var flags: UInt64
    var offset: Int
    var size: Int
    var link: Int
    var info: Int
    var entrySize: Int

    /// True for code that is executed.
    var isCode: Bool { type == 1 && flags & 4 != 0 }
    /// True for data of the program, with or without content, or for a list of functions that start or end it.
    var isData: Bool { [1, 8, 14, 15, 16].contains(type) && flags & 6 == 2 && !isHash }
    /// False for data that begins as zeros, which are not in the file.
    var hasContent: Bool { type != 8 }
    var isMerged: Bool { flags & 0x10 != 0 }
    var holdsStrings: Bool { flags & 0x20 != 0 }
    /// A hash of a module's sources, which nothing reads.
    private var isHash: Bool { name == ".swift_modhash" }
    /// True for Swift's list of conformances to protocols.
    var listsConformances: Bool { name == "swift5_protocol_conformances" }
    /// True for a list of functions that are called at the start or the end, or that replace others.
    var listsCalls: Bool {
      [14, 15, 16].contains(type)
        || ["swift5_accessible_functions", "swift5_replace", "swift5_replac2"].contains(name)
    }
    /// The symbol of the one function of a section; nil if it has none, or any number.
    var functionSymbol: String? {
      name.hasPrefix(".text.") ? String(name.dropFirst(".text.".count)) : nil
    }
  }

  /// A part of a section.
  struct Place: Hashable {
    var section: Int
    var range: Range<Int>
  }

  struct Symbol {
    var name: String
    /// The part of a section that it names; nil for a symbol of another object, or of a section as a whole.
    var place: Place?
    /// The section, for the symbol of a section as a whole.
    var section: Int?
  }

  struct Relocation {
    var offset: Int
    var type: UInt64
    var symbol: Int
    var addend: Int
  }

  /// The thing that a relocation refers to.
  enum Target {
    /// A constant without a name, by its content.
    case constant(Slice<UnsafeRawBufferPointer>)
    /// A symbol, or one of two neighbours, and the distance from the beginning of the first one in bytes.
    case symbols([String], distance: Int)
    /// Parts of a section that no symbol names, of which one is meant, and the distance from the beginning of the first
    /// one in bytes.
    case parts([Place], distance: Int)
  }

  /// The content of a part of a section.
  struct Content {
    /// A digest of bytes, relocations and the names that they refer to; it does not depend on the place of anything.
    var digest: UInt64 = 0
    /// The symbols that it refers to.
    var symbols: Set<String> = []
    /// The parts without a symbol that it refers to; they are not in the digest.
    var parts: Set<Place> = []
  }

  private let bytes: ObjectBytes
  let sections: [Section]
  /// The offsets in each section of data at which a part begins that data refers to, in ascending order.
  private var beginnings: [Int: [Int]] = [:]
  private(set) var symbols: [Symbol] = []
  /// The numbers of the symbols in each section, in ascending order of their places.
  private var named: [Int: [Int]] = [:]
  /// The relocations of each section, in ascending order of their offsets.
  private var relocations: [Int: [Relocation]] = [:]

  init(_ bytes: ObjectBytes) throws {
    self.bytes = bytes
    sections = try Self.sections(of: bytes)
    try readSymbols()
    for table in sections where table.type == 4 {
      for place in stride(from: table.offset, to: table.offset + table.size, by: 24) {
        let info: UInt64 = try bytes.number(at: place + 8)
        relocations[table.info, default: []].append(
          Relocation(
            offset: try bytes.size(at: place), type: info & 0xffff_ffff,
            symbol: Int(info >> 32),
            addend: Int(try bytes.number(at: place + 16) as Int64)))
      }
    }
    for section in relocations.keys { relocations[section]?.sort { $0.offset < $1.offset } }
    findBeginnings()
  }

  private static func sections(of bytes: ObjectBytes) throws -> [Section] {
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
    guard count <= bytes.count / 64 else { throw ObjectBytes.Missing() }
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
    return sections
  }

  private mutating func readSymbols() throws {
    guard let table = sections.first(where: { $0.type == 2 }) else { return }
    guard sections.indices.contains(table.link) else { throw ObjectBytes.Missing() }
    let texts = try bytes.part(
      at: sections[table.link].offset, size: sections[table.link].size)
    let far = sections.first { $0.type == 18 }
    for place in stride(from: table.offset, to: table.offset + table.size, by: 24) {
      let kind = (try bytes.number(at: place + 4) as UInt8) & 0xf
      var index = Int(try bytes.number(at: place + 6) as UInt16)
      if index == 0xffff, let far {
        index = Int(try bytes.number(at: far.offset + 4 * symbols.count) as UInt32)
      }
      let name = try texts.text(at: Int(try bytes.number(at: place) as UInt32))
      var symbol = Symbol(name: String(decoding: name, as: UTF8.self))
      if index > 0, sections.indices.contains(index) {
        let start = try bytes.size(at: place + 8)
        let size = try bytes.size(at: place + 16)
        if kind == 3 {
          symbol.section = index
        } else if start + size <= sections[index].size {
          symbol.place = Place(section: index, range: start..<start + size)
          named[index, default: []].append(symbols.count)
        }
      }
      symbols.append(symbol)
    }
    for (section, numbers) in named { named[section] = inOrder(numbers, of: section) }
  }

  /// Puts the symbols of a section in the order of their places; one without a size reaches to the next one.
  private mutating func inOrder(_ numbers: [Int], of section: Int) -> [Int] {
    let starts = numbers.map { (start: symbols[$0].place?.range.lowerBound ?? 0, number: $0) }
      .sorted { $0 < $1 }
    var end = sections[section].size
    var next = end
    for (start, number) in starts.reversed() {
      if start < next { (end, next) = (next, start) }
      if symbols[number].place?.range.isEmpty == true {
        symbols[number].place?.range = start..<end
      }
    }
    return starts.map(\.number)
  }

  /// Finds where parts begin that no symbol names.
  ///
  /// Data refers to the beginning of other data. Instructions may refer to any place in it, or to one before it, from where
  /// they count.
  private mutating func findBeginnings() {
    var found: [Int: Set<Int>] = [:]
    for (source, list) in relocations
    where sections.indices.contains(source) && sections[source].isData {
      for relocation in list where symbols.indices.contains(relocation.symbol) {
        guard let target = symbols[relocation.symbol].section, sections[target].isData else {
          continue
        }
        found[target, default: []].insert(relocation.addend)
      }
    }
    for symbol in symbols {
      guard let place = symbol.place, sections[place.section].isData else { continue }
      found[place.section, default: []].formUnion([place.range.lowerBound, place.range.upperBound])
    }
    for (section, offsets) in found {
      beginnings[section] = offsets.filter { 0..<sections[section].size ~= $0 }.sorted()
    }
  }

  /// The part of a section around an offset, between two beginnings; all of it if there are none, or the offset is outside.
  private func part(around offset: Int, of section: Int) -> Place {
    let all = whole(section)
    guard all.range.contains(offset), let beginnings = beginnings[section] else { return all }
    let next = beginnings.partitioningIndex { $0 > offset }
    let start = next > 0 ? beginnings[next - 1] : 0
    let end = next < beginnings.count ? beginnings[next] : all.range.upperBound
    return Place(section: section, range: start..<end)
  }

  /// Reads a part of a section.
  func content(of place: Place) throws -> Content {
    let section = sections[place.section]
    var content = Content()
    var digest = Digest()
    digest.add(UInt64(place.range.count))
    if section.hasContent {
      digest.add(try bytes.part(at: section.offset, size: section.size).part(place.range))
    }
    for relocation in relocations(in: place) {
      digest.add(UInt64(relocation.offset - place.range.lowerBound))
      digest.add(relocation.type)
      switch try target(of: relocation, inCode: section.isCode) {
      case .constant(let bytes): digest.add(bytes)
      case .symbols(let names, let distance):
        for name in names { digest.add(name.utf8) }
        digest.add(UInt64(bitPattern: Int64(distance)))
        content.symbols.formUnion(names)
      case .parts(let parts, let distance):
        digest.add(UInt64(bitPattern: Int64(distance)))
        content.parts.formUnion(parts)
      }
    }
    content.digest = digest.value
    return content
  }

  /// All of a section.
  func whole(_ section: Int) -> Place { Place(section: section, range: 0..<sections[section].size) }

  /// The relocations in a part of a section.
  func relocations(in place: Place) -> ArraySlice<Relocation> {
    let all = relocations[place.section] ?? []
    let start = all.partitioningIndex { $0.offset >= place.range.lowerBound }
    let end = all.partitioningIndex { $0.offset >= place.range.upperBound }
    return all[start..<end]
  }

  /// Finds what a relocation refers to; it is one of an instruction, or of data.
  func target(of relocation: Relocation, inCode: Bool) throws -> Target {
    guard symbols.indices.contains(relocation.symbol) else { throw ObjectBytes.Missing() }
    let symbol = symbols[relocation.symbol]
    guard let index = symbol.section else {
      return .symbols([symbol.name], distance: relocation.addend)
    }
    // The addend of an instruction is relative to its end: less by the four bytes of the address, and by up to four of a
    // constant behind it.
    let isRelative = inCode && [2, 4, 9, 41, 42].contains(relocation.type)
    let offset = relocation.addend &+ (isRelative ? 4 : 0)
    let section = sections[index]
    if section.isMerged, (0..<section.size).contains(offset) {
      if section.holdsStrings {
        return .constant(
          try bytes.part(at: section.offset + offset, size: section.size - offset).text(at: 0))
      }
      let size = max(1, section.entrySize)
      let start = min((offset + size - 1) / size * size, section.size)
      return .constant(
        try bytes.part(at: section.offset + start, size: section.size - start).all().prefix(size))
    }
    let first = symbolCovering(offset, of: index)
    let last = isRelative ? symbolCovering(offset &+ 4, of: index) : first
    guard let start = (first ?? last)?.place?.range.lowerBound else {
      let part = part(around: offset, of: index)
      let next = isRelative ? self.part(around: part.range.upperBound, of: index) : part
      return .parts([part, next], distance: offset - part.range.lowerBound)
    }
    let names = [first, last].compactMap { $0?.name }
    return .symbols(names, distance: offset - start)
  }

  private func symbolCovering(_ offset: Int, of section: Int) -> Symbol? {
    let numbers = named[section] ?? []
    let place = numbers.partitioningIndex {
      (symbols[$0].place?.range.lowerBound ?? 0) > offset
    }
    guard place > 0 else { return nil }
    let symbol = symbols[numbers[place - 1]]
    return symbol.place?.range.contains(offset) == true ? symbol : nil
  }
}

extension Array {
  /// The first place whose element fulfils a condition, which all later ones fulfil, too.
  fileprivate func partitioningIndex(where fulfils: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if fulfils(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
