import BenchmarkModel
import BenchmarkResults
import Foundation

extension Profile {
  /// The profile as a file of https://www.speedscope.app/file-format-schema.json.
  var speedscope: String {
    get throws {
      var indices: [SpeedscopeFile.Frame: Int] = [:]
      var frames: [SpeedscopeFile.Frame] = []
      func index(of frame: SpeedscopeFile.Frame) -> Int {
        if let known = indices[frame] { return known }
        indices[frame] = frames.count
        frames.append(frame)
        return frames.count - 1
      }
      let samples = stacks.map { stack in
        (stack.phase.map { [index(of: .init(name: $0.rawValue))] } ?? [])
          + stack.frames.map {
            index(of: .init(name: $0.function, file: $0.file, line: $0.line))
          }
      }
      let name = "\(title), \(quantity.name) per \(event)"
      let encoder = JSONEncoder()
      // Not indented: thousands of stacks would be a hundred thousand lines.
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      let file = try encoder.encode(
        SpeedscopeFile(
          name: name, shared: .init(frames: frames),
          profiles: [
            .init(
              name: name, unit: quantity.unit.speedscope, endValue: total, samples: samples,
              weights: stacks.map(\.weight))
          ]))
      return ShownText.json(String(decoding: file, as: UTF8.self)) + "\n"
    }
  }
}

/// The file format of speedscope.
private struct SpeedscopeFile: Encodable {
  struct Frame: Encodable, Hashable {
    var name: String
    var file: String?
    var line: Int?
  }

  struct Shared: Encodable {
    var frames: [Frame]
  }

  struct Sampled: Encodable {
    var type = "sampled"
    var name: String
    var unit: String
    var startValue = 0.0
    var endValue: Double
    /// The stacks, each as indices into the list of frames, outermost first.
    var samples: [[Int]]
    var weights: [Double]
  }

  var schema = "https://www.speedscope.app/file-format-schema.json"
  var name: String
  var exporter = "keystroke-bench"
  var activeProfileIndex = 0
  var shared: Shared
  var profiles: [Sampled]

  private enum CodingKeys: String, CodingKey {
    case schema = "$schema"
    case name, exporter, activeProfileIndex, shared, profiles
  }
}

extension ProfileQuantity.Unit {
  fileprivate var speedscope: String {
    switch self {
    case .count: "none"
    case .bytes: "bytes"
    case .nanoseconds: "nanoseconds"
    }
  }
}
