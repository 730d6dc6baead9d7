import Foundation
import KeystrokeSuites
import ReformatCore
import WidgetHost

/// Reports of the frames on the screen, key by key.
package enum FrameReport {
  /// The frames of one strategy.
  private struct Film: Encodable {
    var strategy: String
    var keys: [FrameRecord]
  }

  /// The keys that are typed for pictures.
  private static let keys = "1234567"

  /// Types `1234567` into a field of each strategy, and writes each frame as a picture and all records as
  /// `frames.json`.
  package static func pictures(in folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let films = fields().map { name, field in
      Film(
        strategy: name,
        keys: FrameRecord.record(keys, in: field, file: { "\(folder)/\(name)-\($0).png" }))
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try encoder.encode(films).write(to: URL(filePath: "\(folder)/frames.json"))
  }

  /// Types at human speed while frames come at 60 Hz, the strategies in turn; prints a line of CSV for each key.
  package static func pace() throws {
    FrameRecord.keepPace()
    var random = SystemRandomNumberGenerator()
    print("strategy,key,frames,flicker_frames,microseconds")
    for _ in 0..<4 {
      for (name, field) in fields() {
        let records = FrameRecord.record(
          "123456789012", in: field,
          pause: { _ in .milliseconds(Int.random(in: 80...160, using: &random)) })
        for record in records {
          let flickers = record.frames.count(where: \.isFlicker)
          guard let last = record.frames.last else { continue }
          print("\(name),\(record.key),\(record.frames.count),\(flickers),\(last.microseconds)")
        }
      }
    }
  }

  /// A fresh field of each strategy.
  private static func fields() -> [(String, WidgetField)] {
    WidgetSuite.strategies.compactMap { listed in listed.field().map { (listed.name, $0) } }
  }
}
