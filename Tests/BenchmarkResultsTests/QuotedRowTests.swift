import BenchmarkResults
import RunFixtures
import Testing

/// Tests that a row reads the same with and without quotes around a field.
struct QuotedRowTests {
  /// Returns the lines of a run that names each series in several rounds.
  private static func lines() throws -> [String] {
    let folder = try TemporaryFolder()
    let metadata = LargeRun.metadata(rounds: 3)
    let writer = try RunWriter.create(folder: folder.path("run"), metadata: metadata)
    try writer.append(LargeRun.rows(cells: 12, rounds: 3))
    try writer.finish { $0.status = .finished }
    return try folder.text("run/samples.csv").split(separator: "\n").map(String.init)
  }

  /// Returns the same lines, each with its first field in quotes.
  private static func quoted(_ lines: [String]) -> [String] {
    [lines[0]]
      + lines.dropFirst().map { line in
        guard let comma = line.firstIndex(of: ",") else { return line }
        return "\"\(line[..<comma])\"\(line[comma...])"
      }
  }

  private static func outcome(_ lines: [String]) -> Result<[Row], Problem> {
    let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
    return Result { () throws(Problem) in Array(try SampleFile.parse(bytes, file: "f")) }
  }

  @Test("The rows are the same")
  func same() throws {
    let lines = try Self.lines()
    let rows = try Self.outcome(lines).get()
    #expect(rows.count == lines.count - 1)
    #expect(try Self.outcome(Self.quoted(lines)).get() == rows)
  }

  @Test("The same damage gives the same error", arguments: 1...40)
  func sameDamage(_ seed: UInt64) throws {
    let lines = try Self.lines()
    var random = Xorshift(state: seed)
    var refused = 0
    for _ in 0..<20 {
      var damaged = lines
      // Late in the file, in lines whose series are known, and after the field that the other copy has in quotes.
      let place = lines.count / 2 + random.next(lines.count / 2)
      var bytes = Array(damaged[place].utf8)
      let start = (bytes.firstIndex(of: UInt8(ascii: ",")) ?? 0) + 1
      let special = Array(",.-e/09 \r".utf8)
      let position = start + random.next(bytes.count - start)
      switch random.next(3) {
      case 0: bytes[position] = special[random.next(special.count)]
      case 1: bytes.remove(at: position)
      default: bytes.insert(special[random.next(special.count)], at: position)
      }
      damaged[place] = String(decoding: bytes, as: UTF8.self)
      let plain = Self.outcome(damaged)
      #expect(plain == Self.outcome(Self.quoted(damaged)), "\(damaged[place])")
      if case .failure = plain { refused += 1 }
    }
    #expect(refused > 0)
  }
}
