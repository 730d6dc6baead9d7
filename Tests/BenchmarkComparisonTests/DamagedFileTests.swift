import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults
import Foundation
import RunFixtures
import Testing

/// Tests that every file that may be a stranger's is refused in one line if it is damaged, whatever the damage.
struct DamagedFileTests {
  /// A file and what reads it.
  struct Reader: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let limit: Int
    let read: @Sendable (TemporaryFolder) throws -> Void

    init(
      _ file: String, limit: Int, read: @escaping @Sendable (TemporaryFolder) throws -> Void
    ) {
      testDescription = file
      self.limit = limit
      self.read = read
    }
  }

  static let readers = [
    Reader("run/samples.csv", limit: 1 << 28) { _ = try RunReader.read($0.path("run")) },
    Reader("run/run.json", limit: 1 << 22) { _ = try RunReader.read($0.path("run")) },
    Reader("run/sites.csv", limit: 1 << 28) { _ = try SiteFile.read(fromRun: $0.path("run")) },
    Reader("results/baselines/main/samples.csv", limit: 1 << 28) {
      _ = try BaselineStore(resultsFolder: $0.path("results")).load("main")
    },
    Reader("results/baselines/main/run.json", limit: 1 << 22) {
      _ = try BaselineStore(resultsFolder: $0.path("results")).load("main")
    },
    Reader("thresholds.toml", limit: 1 << 16) {
      _ = try Thresholds.read($0.path("thresholds.toml"))
    },
    Reader("cases.jsonl", limit: 1 << 26) { _ = try EditCaseReader.read($0.path("cases.jsonl")) },
  ]

  enum Damage: CaseIterable {
    case missing, link, folder, pipe, device, large, empty, pointer
    case cut, lastByte, null, noText, mark, longLine, brackets, nested, otherBreaks

    /// Damages the file; returns the words that an error must contain.
    func apply(to path: String, limit: Int) throws -> String {
      let bytes = try Data(contentsOf: URL(filePath: path))
      let head = (bytes.firstIndex(of: UInt8(ascii: "\n")) ?? 0) + 1
      func write(_ damaged: some Sequence<UInt8>) throws -> String {
        try Data(damaged).write(to: URL(filePath: path))
        return ""
      }
      func insert(_ line: String) throws -> String {
        try write(bytes[..<head] + Data("\(line)\n".utf8) + bytes[head...])
      }
      switch self {
      case .cut: return try write(bytes.dropLast(9))
      case .lastByte: return try write(bytes.dropLast(2))
      case .null: return try write(bytes.prefix(head / 2) + [0] + bytes.dropFirst(head / 2))
      case .noText: return try write(bytes.prefix(head / 2) + [0xFF] + bytes.dropFirst(head / 2))
      case .mark: return try write([0xFE, 0xFF] + bytes)
      case .empty: return try write([])
      case .pointer: return try write("version https://git-lfs.github.com/spec/v1\noid 1\n".utf8)
      case .longLine: return try insert(String(repeating: "\u{1B}x", count: 1 << 20))
      case .brackets: return try insert(String(repeating: "[", count: 100_000))
      case .nested: return try insert("a = \(String(repeating: "[", count: 30_000))")
      case .otherBreaks: return try write(bytes.map { $0 == UInt8(ascii: "\n") ? 0x0D : $0 })
      case .large:
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        // A hole has a size, and takes no room.
        try file.truncate(atOffset: UInt64(limit) + 1)
        return "\(limit + 1) bytes, more than \(limit)"
      case .missing, .link, .folder, .pipe, .device: break
      }
      try FileManager.default.removeItem(atPath: path)
      switch self {
      case .link:
        try FileManager.default.createSymbolicLink(
          atPath: path, withDestinationPath: "/dev/zero")
      case .device:
        try FileManager.default.createSymbolicLink(
          atPath: path, withDestinationPath: "/dev/full")
      case .folder:
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      case .pipe: #expect(mkfifo(path, 0o600) == 0)
      default: return ""
      }
      return "not a regular file"
    }
  }

  @Test(arguments: readers, Damage.allCases) func isRefused(_ reader: Reader, _ damage: Damage)
    throws
  {
    // A file without thresholds has none, and JSON takes any line break.
    let file = reader.testDescription
    let isFine =
      damage == .empty
      ? file == "thresholds.toml" : damage == .otherBreaks && file.hasSuffix("run.json")
    let folder = try TemporaryFolder()
    try Self.write(into: folder)
    try reader.read(folder)
    let path = folder.path(file)
    let words = try damage.apply(to: path, limit: reader.limit)
    if isFine { return try reader.read(folder) }
    let error = #expect(throws: (any Error).self) { try reader.read(folder) }
    let text = "\(try #require(error))"
    #expect(words.isEmpty || text.contains(words), "\(text)")
    #expect(text.hasPrefix(folder.path), "\(text)")
    #expect(text.utf8.count <= 500 && text.allSatisfy { !$0.isNewline }, "\(text)")
    let controls = text.unicodeScalars.filter { $0.properties.generalCategory == .control }
    #expect(controls.isEmpty, "\(text.debugDescription)")
  }

  /// Writes one file of each kind; the run is not finished, so no digest speaks first.
  private static func write(into folder: TemporaryFolder) throws {
    let site = CostSite(
      series: SeriesKey(
        suite: "keystrokes", cell: RunFixture.cells[0], phase: .format, metric: .allocations,
        instrument: .shim), stack: [StackFrame(function: "f")], count: 1, bytes: 16)
    try RunFixture().write(to: folder.path("done"))
    try BaselineStore(resultsFolder: folder.path("results")).save(
      RunReader.read(folder.path("done")), as: "main")
    var fixture = RunFixture()
    fixture.metadata.status = .interrupted
    try fixture.write(to: folder.path("run"), sites: [site])
    try folder.write(
      "schema = 2\n[[tolerance]]\nmetric = \"retains\"\nabsolute = 1\nreason = \"layout\"\n",
      to: "thresholds.toml")
    let line = #"{"locale": "de_DE", "before": "1|", "insert": "5", "after": "15|"}"#
    try folder.write("\(line)\n\(line)\n", to: "cases.jsonl")
  }
}
