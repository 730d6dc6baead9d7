import BenchmarkModel
import Foundation
import Glibc

/// `histograms.hlog`: distributions of times in HdrHistogram's own log format, version 1.3, a line for each cell, phase and round.
///
/// The payloads are those of its encoding V2 (AbstractHistogram.encodeIntoCompressedByteBuffer), in zlib streams that are not
/// compressed, since counts take a byte each and runs of empty buckets, too.
package struct HistogramLog: Sendable {
  /// The name of the file in the folder of a run.
  package static let name = "histograms.hlog"

  private let path: String

  /// Begins the log of a run, or goes on with one.
  package init(runFolder: String, start: Date) throws(ResultsError) {
    path = "\(RunFolder(runFolder).path)/\(Self.name)"
    guard !FileAccess.exists(path) else { return }
    let seconds = Self.seconds(start.timeIntervalSince1970)
    try FileAccess.create(
      path,
      Array(
        """
        #[Histogram log format version 1.3]
        #[StartTime: \(seconds) (seconds since epoch), \(start.formatted(.iso8601))]
        "StartTimestamp","Interval_Length","Interval_Max","Interval_Compressed_Histogram"

        """.utf8))
  }

  /// Adds the distributions of a cell in a round.
  ///
  /// - Parameters:
  ///   - histograms: The distributions.
  ///   - cell: The cell, whose id begins each tag.
  ///   - batch: The number of keystrokes that each time is of; more than 1 ends the tag.
  ///   - start: When they were begun.
  ///   - length: For how many seconds they were measured.
  /// - Throws: ``ResultsError`` if the file cannot be written.
  package func append(
    _ histograms: [SampleHistogram], of cell: Cell, batch: Int, start: Date, length: Double
  ) throws(ResultsError) {
    var text = ""
    for histogram in histograms where !histogram.values.isEmpty {
      let tag = "\(cell.id)/\(histogram.phase.rawValue)" + (batch > 1 ? "/batch-\(batch)" : "")
      // A tag holds neither commas nor spaces.
      let shown = tag.map { $0 == "," || $0.isWhitespace ? "_" : String($0) }.joined()
      // Milliseconds, of which the format keeps the largest for people.
      let most = Double(histogram.values.last ?? 0) / 1e6
      text +=
        "Tag=\(shown),\(Self.seconds(start.timeIntervalSince1970)),\(Self.seconds(length)),"
        + "\(Self.seconds(most)),\(Data(Self.encoded(histogram)).base64EncodedString())\n"
    }
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
    defer { if descriptor >= 0 { close(descriptor) } }
    guard descriptor >= 0, FileAccess.write(Array(text.utf8), to: descriptor) else {
      throw FileAccess.failure(path, "the histograms could not be written")
    }
  }

  private static func seconds(_ value: Double) -> String { String(format: "%.3f", value) }

  /// The cookies of both parts of the encoding: V2, with a word size of variable length.
  private static let cookies = (plain: UInt32(0x1C84_9313), compressed: UInt32(0x1C84_9314))
  /// The digits that are kept, and the buckets of each power of two that they take.
  private static let (digits, halfCount, halfMagnitude) = (UInt32(3), 1_024, 10)

  private static func encoded(_ histogram: SampleHistogram) -> [UInt8] {
    var counts: [UInt8] = []
    var next = 0
    for (value, count) in zip(histogram.values, histogram.counts) {
      let place = index(of: value)
      // A run of empty buckets is its negative length.
      if place > next { append(zigZag: -(place - next), to: &counts) }
      append(zigZag: count, to: &counts)
      next = place + 1
    }
    var payload: [UInt8] = []
    for word in [cookies.plain, UInt32(counts.count), 0, digits] { append(word, to: &payload) }
    append(UInt64(1), to: &payload)
    append(SampleHistogram.highest, to: &payload)
    append((1.0).bitPattern, to: &payload)
    let stream = stored(payload + counts)
    var bytes: [UInt8] = []
    append(cookies.compressed, to: &bytes)
    append(UInt32(stream.count), to: &bytes)
    return bytes + stream
  }

  /// The place of the bucket that holds a value, for a lowest value of 1.
  private static func index(of value: UInt64) -> Int {
    let bucket = 64 - halfMagnitude - 1 - (value | UInt64(2 * halfCount - 1)).leadingZeroBitCount
    return bucket * halfCount + Int(value >> UInt64(bucket))
  }

  private static func append(_ word: some FixedWidthInteger, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: word.bigEndian) { bytes.append(contentsOf: $0) }
  }

  /// A number in ZigZag and LEB128; the counts of a round are far below the nine bytes at which HdrHistogram differs.
  private static func append(zigZag number: Int, to bytes: inout [UInt8]) {
    var rest = UInt64(bitPattern: Int64(number << 1 ^ number >> 63))
    while rest > 0x7F {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// A zlib stream (RFC 1950) of stored blocks (RFC 1951, 3.2.4).
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var rest = bytes[...]
    repeat {
      let block = rest.prefix(0xFFFF)
      rest = rest.dropFirst(0xFFFF)
      let size = UInt16(block.count)
      stream.append(rest.isEmpty ? 1 : 0)
      for word in [size.littleEndian, (~size).littleEndian] {
        withUnsafeBytes(of: word) { stream.append(contentsOf: $0) }
      }
      stream += block
    } while !rest.isEmpty
    var (a, b) = (UInt32(1), UInt32(0))
    for byte in bytes {
      a = (a + UInt32(byte)) % 65_521
      b = (b + a) % 65_521
    }
    append(b << 16 | a, to: &stream)
    return stream
  }
}
