import Foundation
import Testing

/// Tests that the core and the check of a field do not depend on Linux, so that a field of another platform can use them.
struct PortableSourcesTests {
  @Test(
    "Portable targets import only portable modules, and check canImport before a C library",
    arguments: [
      ("ReformatCore", []), ("FieldHost", ["ReformatCore"]), ("KeystrokeTrace", ["ReformatCore"]),
      ("BenchmarkModel", []),
      ("KeystrokeSuites", ["BenchmarkModel", "FieldHost", "KeystrokeTrace", "ReformatCore"]),
    ])
  func imports(_ target: String, _ own: [String]) throws {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources/\(target)")
    let files = try #require(
      FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    var read = 0
    for case let file as URL in files where file.pathExtension == "swift" {
      read += 1
      var conditions: [Substring] = []
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        let words = line.split(separator: " ")
        switch words.first {
        case "#if": conditions.append(line)
        case "#endif": _ = conditions.popLast()
        default: break
        }
        guard let word = words.firstIndex(of: "import"), word <= 1, words.count > word + 1 else {
          continue
        }
        let module = String(words[word + 1])
        let isAsked = conditions.last?.contains("canImport(") == true
        #expect(
          isAsked || (["Foundation", "Synchronization"] + own).contains(module),
          "\(file.lastPathComponent): \(line)")
      }
    }
    #expect(read > 3)
  }
}
