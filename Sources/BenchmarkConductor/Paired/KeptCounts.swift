import BenchmarkModel
import BenchmarkResults
import Foundation
import Synchronization

/// The counts of a program, kept so that its next comparison need not count them again.
///
/// They are exact, so counting them twice gives the same result, as long as nothing differs that they depend on. The
/// name of the folder is the identity of the program; the file lists the other dependencies. It begins with a digest of
/// its content: what was changed by hand, or is damaged, is counted again.
package struct KeptCounts<Counts: Codable & Sendable> {
  private struct Content: Codable {
    var dependencies: [String]
    /// The counts of each cell, by its name.
    var counts: [String: Counts] = [:]
    /// All functions that any cell executes, by symbol.
    var symbols: [String] = []
    /// The functions that each cell executes: a bit for each place in ``symbols``, from the lowest of the first byte on.
    var executed: [String: Data] = [:]
  }

  private let file: String
  private var content: Content

  /// Reads the counts in a file; none if anything differs on which they depend.
  package init(_ file: String, dependencies: [String]) {
    self.file = file
    content = Content(dependencies: dependencies)
    guard let data = FileManager.default.contents(atPath: file),
      let end = data.firstIndex(of: UInt8(ascii: "\n"))
    else { return }
    let text = data[(end + 1)...]
    guard data[..<end].elementsEqual(SHA256.digest(of: [UInt8](text)).utf8),
      let kept = try? JSONDecoder().decode(Content.self, from: text),
      kept.dependencies == dependencies
    else { return }
    content = kept
  }

  /// The counts of a cell; nil if it is not counted yet.
  package subscript(cell: Cell) -> Counts? { content.counts[cell.id] }

  /// The functions of the program that a cell executes, by symbol; nil if they are not known.
  package func functions(of cell: Cell) -> Set<String>? {
    content.executed[cell.id].map { bits in
      Set(
        content.symbols.enumerated().filter { place, _ in
          place / 8 < bits.count && bits[place / 8] >> (place % 8) & 1 == 1
        }.map(\.element))
    }
  }

  /// Adds counts of cells and the functions that they execute, and writes all of them.
  ///
  /// A full disk is no reason to give up a comparison: everything is counted again then.
  package mutating func save(_ counts: [Cell: Counts], functions: [Cell: Set<String>] = [:]) {
    guard !counts.isEmpty else { return }
    var places = Dictionary(
      content.symbols.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { a, _ in a })
    // In order, so that equal counts make equal files.
    for (cell, counts) in counts.sorted(by: { $0.key < $1.key }) {
      content.counts[cell.id] = counts
      guard let functions = functions[cell]?.sorted() else { continue }
      for symbol in functions where places[symbol] == nil {
        places[symbol] = content.symbols.count
        content.symbols.append(symbol)
      }
      var bits = Data(count: content.symbols.count / 8 + 1)
      for place in functions.compactMap({ places[$0] }) { bits[place / 8] |= 1 << (place % 8) }
      content.executed[cell.id] = bits
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let data = try? encoder.encode(content) else { return }
    let digest = Data("\(SHA256.digest(of: [UInt8](data)))\n".utf8)
    try? (digest + data).write(to: URL(filePath: file), options: .atomic)
  }
}

/// The files on which counts depend, apart from the program itself.
enum CountDependencies {
  /// The dependencies of all counts of a plan: libraries, this program, the processor, protocol and seed.
  ///
  /// - Parameters:
  ///   - plan: the plan.
  ///   - preload: the library that is preloaded; nil for none.
  ///   - tools: the files of valgrind; none if it does not count.
  /// - Returns: nil if they cannot be found out.
  static func of(_ plan: RunPlan, preload: String?, tools: [String] = []) async -> [String]? {
    var files = tools + ["/proc/self/exe"] + [preload].compactMap(\.self)
    for path in [plan.worker] + [preload].compactMap(\.self) {
      guard let libraries = await libraries(of: path) else { return nil }
      files += libraries
    }
    guard let folder = plan.countsFolder else { return nil }
    let place = plan.workingFolder.map { URL(filePath: $0).resolvingSymlinksInPath().path } ?? ""
    return [
      "counts 9", "protocol \(ProtocolVersion.current)", "seed \(plan.seed)",
      "program \(URL(filePath: folder).lastPathComponent)", MachineFacts.cpuModel(),
      // Foundation stores the path of the working folder.
      "working folder of \(place.utf8.count) bytes",
    ] + files.map { "\(URL(filePath: $0).lastPathComponent) \(FileDigest.of($0))" }
  }

  /// The libraries that a program or a library loads; nil if ldd(1) does not tell.
  static func libraries(of path: String) async -> [String]? {
    await SystemTool.output("ldd", [path])?.matches(of: /(\/\S+) \(0x/).map { String($0.1) }
  }
}

/// The digests of files that do not change while this process runs, each read once.
enum FileDigest {
  private static let known = Mutex<[String: String]>([:])

  /// The digest of a file, in hexadecimal digits; that of nothing if it cannot be read.
  static func of(_ path: String) -> String {
    if let digest = known.withLock({ $0[path] }) { return digest }
    let digest = SHA256()
    digest.update(file: path)
    let text = digest.hexadecimal
    known.withLock { $0[path] = text }
    return text
  }
}

extension SHA256 {
  /// Adds the bytes of a file; nothing if it cannot be read.
  ///
  /// - Returns: the number of bytes; nil if it cannot be read.
  @discardableResult
  func update(file path: String) -> Int? {
    guard let data = try? Data(contentsOf: URL(filePath: path), options: .alwaysMapped) else {
      return nil
    }
    let portion = 1 << 20
    for start in stride(from: 0, to: data.count, by: portion) {
      update([UInt8](data[start..<min(start + portion, data.count)]))
    }
    return data.count
  }
}
