import BenchmarkModel
import BenchmarkReport
import BenchmarkResults
import Foundation
import FoundationXML
import RunFixtures
import Testing

/// Tests that the picture is XML with the costs of the profile, for any function names.
struct FlameGraphTests {
  /// A reader of the titles and rectangles of all frames.
  private final class Reader: NSObject, XMLParserDelegate {
    var tips: [String] = []
    var lefts: [Double] = []
    var widths: [Double] = []
    var ids: [String] = []
    private var isFrame = false
    private var text = ""

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      text = ""
      if let id = attributes["id"] { ids.append(id) }
      guard name == "g", let left = attributes["data-x"].flatMap(Double.init) else { return }
      isFrame = true
      lefts.append(left)
      widths.append(attributes["data-w"].flatMap(Double.init) ?? -1)
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
      qualifiedName: String?
    ) {
      if name == "title", isFrame { tips.append(text) }
      if name == "g" { isFrame = false }
    }
  }

  private func read(_ svg: String) throws -> Reader {
    let reader = Reader()
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = reader
    #expect(parser.parse(), "\(parser.parserError.map { "\($0)" } ?? "")")
    return reader
  }

  @Test("Odd names are kept, and never become markup")
  func escaping() throws {
    let pieces = [
      "<script>", "</title>", "]]>", "&amp;", "&", "\"", "'", "🥐", "\u{0}", "\u{1}", "\u{FFFE}",
      "<!--", "Ⅻ",
      "e\u{301}", "operator<<(int)", "$s", " ", "\t", ";", "Array<[Int]>",
    ]
    var random = SystemRandomNumberGenerator()
    for _ in 0..<50 {
      let names = (1...8).map { number in
        "\(number)"
          + (0...Int.random(in: 0...5, using: &random)).compactMap { _ in
            pieces.randomElement(using: &random)
          }.joined()
      }
      let profile = Profile(
        title: names[0], quantity: .init(.bytes),
        stacks: names.map {
          .init(phase: .parse, frames: [.init(function: $0, file: "\($0).c", line: 3)], weight: 1)
        },
        notes: [names[1]])
      let reader = try read(try profile.rendered(as: .svg))
      let shown = Set(reader.tips.map { $0.prefix { $0 != "\n" } })
      for name in names {
        let legal = name.unicodeScalars.map { scalar in
          scalar.value < 32
            ? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            : scalar == "\u{FFFE}" ? "\u{FFFD}" : String(scalar)
        }.joined()
        #expect(shown.contains(legal[...]), "\(name.debugDescription)")
      }
      #expect(reader.ids == ["flame-graph", "frames", "details"])
    }
  }

  @Test("What rounding leaves of a sum is no cost of the caller")
  func rounding() throws {
    // In this order the sum is 0.6000000000000001, in the other one 0.6.
    let profile = Profile(
      title: "t", quantity: .init(.instructions),
      stacks: [("c", 0.1), ("b", 0.2), ("a", 0.3)].map { name, weight in
        .init(phase: nil, frames: [.init(function: name)], weight: weight)
      })
    let tip = try #require(try read(try profile.rendered(as: .svg)).tips.first)
    #expect(tip.hasSuffix("\n0 of that itself"), "\(tip)")
  }

  @Test("Frames lie within their callers, and the root covers all")
  func layout() throws {
    let reader = try read(try ProfileFixture.profile.withoutHarness().rendered(as: .svg))
    #expect(reader.tips.first == "all\n5 per keystroke, 100.0 % of all\n0 of that itself")
    #expect(reader.widths.first == 1)
    #expect(
      zip(reader.lefts, reader.widths).allSatisfy { $0 >= 0 && $1 > 0 && $0 + $1 <= 1.000_001 })
    let format = try #require(reader.tips.first { $0.hasPrefix("format\n") })
    #expect(format == "format\n2.5 per keystroke, 50.0 % of all\n0 of that itself")
    let apply = reader.tips.filter { $0.hasPrefix("FieldState.apply") }
    #expect(
      apply.count == 3
        && apply[1].contains("\nSources/FieldHost/FieldState.swift, lines 54 (80.0 %), 61 (20.0 %)")
    )
  }

  @Test("Frames too narrow to be seen are left out and counted")
  func narrow() throws {
    let profile = Profile(
      title: "t", quantity: .cpuTime,
      stacks: [
        .init(phase: nil, frames: [.init(function: "wide")], weight: 1e6),
        .init(
          phase: nil, frames: [.init(function: "thin"), .init(function: "thinner")], weight: 1),
      ])
    let svg = try profile.rendered(as: .svg)
    #expect(try read(svg).tips.count == 2)
    #expect(svg.contains(">2 frames narrower than 0.1 pixel left out (&lt;0.01 % of the width)<"))
  }

  @Test("The picture loads nothing from other files")
  func selfContained() throws {
    let svg = try ProfileFixture.profile.rendered(as: .svg)
    let addresses = svg.matches(of: /https?:\/\/[^"'\s]+/).map { String($0.output) }
    #expect(Set(addresses) == ["http://www.w3.org/2000/svg", "http://www.w3.org/1999/xhtml"])
    #expect(!svg.contains("@import") && !svg.contains("href") && !svg.contains("url("))
  }
}
