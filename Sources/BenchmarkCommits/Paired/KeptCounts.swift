import BenchmarkConductor
import BenchmarkModel
import Foundation

/// The instructions that were counted of a worker, kept so that its next comparison need not count them again.
///
/// They are exact, so counting them twice gives the same result, as long as nothing differs that they depend on. The
/// folder identifies the worker; the file lists the other dependencies.
package struct KeptInstructions {
  private struct Content: Codable {
    /// The dependencies of the counts besides the worker itself: libraries, valgrind, protocol and seed.
    var dependencies: [String]
    /// The rows of each cell, by its name.
    var rows: [String: [SampleRow]] = [:]
    /// All functions on which any cell depends, by symbol.
    var symbols: [String] = []
    /// The functions on which each cell depends: a bit for each place in ``symbols``, from the lowest of the first byte on.
    var executed: [String: Data] = [:]
  }

  private let file: String
  private var content: Content
  /// The place of each symbol in the content.
  private var places: [String: Int] = [:]

  /// Reads the counts that a folder has for its worker; empty if they were counted with other libraries, another
  /// valgrind or seed.
  ///
  /// Nil if the worker's dependencies cannot be found out.
  package init?(in folder: String, worker: String, seed: UInt64) async {
    guard let valgrind = await MachineFacts.valgrindVersion(),
      let libraries = await Dependencies.libraries(of: worker)
    else { return nil }
    file = "\(folder)/instructions.json"
    content = Content(
      dependencies: [
        "counts 8", "valgrind \(valgrind)", "protocol \(ProtocolVersion.current)", "seed \(seed)",
      ] + libraries)
    if let kept = KeptFile.read(Content.self, from: file),
      kept.dependencies == content.dependencies,
      kept.executed.values.allSatisfy({ $0.count <= kept.symbols.count / 8 + 1 })
    {
      content = kept
    }
    for (place, symbol) in content.symbols.enumerated() { places[symbol] = place }
  }

  /// The counts of a cell.
  package struct Counts: Sendable {
    /// The rows.
    package var rows: [SampleRow]
    /// The functions of the worker on which they depend, by symbol; nil if these are not known.
    package var functions: Set<String>?
  }

  /// The counts of a cell; nil if it is not counted yet.
  package subscript(cell: Cell) -> Counts? {
    content.rows[cell.id].map { rows in
      Counts(
        rows: rows,
        functions: content.executed[cell.id].map { bits in
          Set(content.symbols.enumerated().filter { Self.has($0.offset, in: bits) }.map(\.element))
        })
    }
  }

  private static func has(_ place: Int, in bits: Data) -> Bool {
    place / 8 < bits.count && bits[place / 8] >> (place % 8) & 1 == 1
  }

  /// The place of a symbol, which is added if it is new.
  private mutating func place(of symbol: String) -> Int {
    if let place = places[symbol] { return place }
    places[symbol] = content.symbols.count
    content.symbols.append(symbol)
    return content.symbols.count - 1
  }

  /// True if both were counted with the same libraries, valgrind and seed.
  package func isComparable(with other: KeptInstructions) -> Bool {
    content.dependencies == other.content.dependencies
  }

  /// Adds counts of cells, and writes all of them.
  package mutating func save(_ counts: [Cell: Counts]) {
    guard !counts.isEmpty else { return }
    for (cell, counts) in counts {
      content.rows[cell.id] = counts.rows
      content.executed[cell.id] = counts.functions.map { functions in
        let places = functions.map { place(of: $0) }
        var bits = Data(count: (places.max() ?? 0) / 8 + 1)
        for place in places { bits[place / 8] |= 1 << (place % 8) }
        return bits
      }
    }
    KeptFile.write(content, to: file)
  }
}

/// The counts of a worker that need no valgrind, such as allocations, kept so that its next comparison need not count
/// them again.
///
/// Code that judges a text is not among the functions that valgrind sees, so the counts of one worker are never taken for
/// those of another. The folder identifies the worker; the file lists the other dependencies.
package struct KeptSamples {
  private struct Content: Codable {
    /// The dependencies of the counts besides the worker itself: libraries, shim, protocol and seed.
    var dependencies: [String]
    /// The sample of each cell, by its name.
    var samples: [String: CellSample] = [:]
  }

  private let file: String
  private var content: Content

  /// Reads the samples that a folder has for its worker; empty if they were counted with other libraries, another shim or
  /// seed.
  ///
  /// Nil if the dependencies cannot be found out.
  package init?(in folder: String, worker: String, shim: String, seed: UInt64) async {
    guard let libraries = await Dependencies.libraries(of: worker),
      let allocator = await Dependencies.libraries(of: shim)
    else { return nil }
    file = "\(folder)/samples.json"
    content = Content(
      dependencies: ["samples 1", "protocol \(ProtocolVersion.current)", "seed \(seed)"]
        + libraries + allocator + [Dependencies.file(shim)])
    if let kept = KeptFile.read(Content.self, from: file),
      kept.dependencies == content.dependencies
    {
      content = kept
    }
  }

  /// The sample of a cell; nil if it is not counted yet.
  package subscript(cell: Cell) -> CellSample? { content.samples[cell.id] }

  /// Adds samples of cells, and writes all of them.
  package mutating func save(_ samples: [Cell: CellSample]) {
    guard !samples.isEmpty else { return }
    for (cell, sample) in samples { content.samples[cell.id] = sample }
    KeptFile.write(content, to: file)
  }
}

/// A file of counts that are kept.
private enum KeptFile {
  /// Reads a file; nil if it is missing or damaged.
  static func read<Content: Decodable>(_ type: Content.Type, from path: String) -> Content? {
    FileManager.default.contents(atPath: path).flatMap {
      try? JSONDecoder().decode(type, from: $0)
    }
  }

  /// Writes a file atomically.
  ///
  /// A full disk is no reason to give up a comparison: everything is counted again then.
  static func write(_ content: some Encodable, to path: String) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let data = try? encoder.encode(content) else { return }
    try? data.write(to: URL(filePath: path), options: .atomic)
  }
}

/// The files on which counts depend.
private enum Dependencies {
  /// The libraries that a program or a library loads.
  static func libraries(of path: String) async -> [String]? {
    await SystemTool.output("ldd", [path])?.matches(of: /(\/\S+) \(0x/).map {
      file(String($0.1))
    }
  }

  /// The path, the size in bytes and the time of the last change of a file.
  static func file(_ path: String) -> String {
    let path = URL(filePath: path).resolvingSymlinksInPath().path
    let facts = try? FileManager.default.attributesOfItem(atPath: path)
    let size = facts?[.size] as? Int ?? 0
    let date = facts?[.modificationDate] as? Date ?? .distantPast
    return "\(path) \(size) \(date.formatted(.iso8601))"
  }
}
