import Foundation
import RunFixtures
import Testing

/// Tests of the pictures in the page: they belong to the same runs, are complete, and contain nothing else.
struct ReportPicturesTests {
  private let folder: TemporaryFolder
  private let program = BuiltProgram.keystrokeBench

  init() throws {
    folder = try TemporaryFolder()
    try RunFixture().write(to: folder.path("a"))
    try RunFixture(id: "r2").write(to: folder.path("b"))
    try FileManager.default.createDirectory(
      atPath: folder.path("a/pictures"), withIntermediateDirectories: true)
  }

  private func draw(run: String, against: String? = nil, _ svg: String = Self.svg) throws {
    let other = against.map { "\"against\": \"\($0)\", " } ?? ""
    try folder.write(
      """
      {"schemaVersion": 1, "run": "\(run)", \(other)"pictures": [{
        "name": "cost", "title": "Cost & length", "alt": "Cost & length: a line that rises", "png": "cost.png",
        "svg": "cost.svg", "svgNarrow": "cost-narrow.svg"}]}
      """, to: "a/pictures/pictures.json")
    try folder.write("<?xml version=\"1.0\"?>\n\(svg)", to: "a/pictures/cost.svg")
    try folder.write(svg.replacing("cost-1", with: "narrow-1"), to: "a/pictures/cost-narrow.svg")
  }

  private static let svg =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><path id=\"cost-1\" d=\"M0 0 9 9\"/></svg>"

  private func report(_ arguments: String...) async throws -> BuiltProgram.Outcome {
    try await program.run(["report"] + arguments, in: folder.path)
  }

  @Test("Pictures of the run are in the page, wide and narrow, without a message")
  func embedded() async throws {
    try draw(run: "r1")
    let outcome = try await report("a")
    #expect(outcome.status == 0 && outcome.error == "")
    let images = outcome.output.matches(
      of:
        /<div class="picture (\w+)"><img src="data:image\/svg\+xml;base64,([^"]+)" alt="([^"]*)"><\/div>/
    )
    #expect(images.map { String($0.1) } == ["wide", "narrow"])
    #expect(images.allSatisfy { $0.3 == "Cost &amp; length: a line that rises" })
    let pictures = images.compactMap { Data(base64Encoded: String($0.2)) }
      .map { String(decoding: $0, as: UTF8.self) }
    for (picture, id) in zip(pictures, ["cost-1", "narrow-1"]) {
      #expect(picture.contains("<svg ") && picture.contains("<path id=\"\(id)\""))
      // The picture has the colours of the page, whose style does not apply inside an image.
      #expect(picture.contains("<style>:root{color:#16181c}@media(prefers-color-scheme:dark)"))
    }
    #expect(pictures.count == 2 && !outcome.output.contains("<svg"))
  }

  @Test("Without pictures, the page and standard error say how to draw them")
  func missing() async throws {
    let outcome = try await report("b")
    #expect(outcome.status == 0)
    #expect(
      outcome.error
        == "note: there are no pictures in b/pictures: in a clone of keystroke-bench, scripts/report b --out FILE draws them\n"
    )
    #expect(outcome.output.contains("scripts/report b --out FILE draws them"))
  }

  @Test("Pictures of other runs are left out, and named")
  func others() async throws {
    try draw(run: "r9")
    let outcome = try await report("a")
    #expect(outcome.status == 0)
    #expect(
      outcome.error.contains(
        "are of another run, r9: in a clone of keystroke-bench, scripts/report a"))
    #expect(!outcome.output.contains("data:image"))
    // Pictures of a comparison do not belong to a report of one run, and the other way round.
    try draw(run: "r1", against: "r2")
    #expect(try await report("a").error.contains("r1 against r2"))
    #expect(try await report("a", "--against", "b").error == "")
    try draw(run: "r1")
    #expect(try await report("a", "--against", "b").error.contains("of another run, r1:"))
  }

  @Test("A folder can be named")
  func named() async throws {
    try draw(run: "r2")
    let outcome = try await report("b", "--pictures", "a/pictures")
    #expect(outcome.error == "" && outcome.output.contains("data:image/svg+xml;base64,"))
  }

  @Test(
    "A damaged picture, and one with active content: 2, one line, and no file",
    arguments: [
      ("<svg xmlns=\"http://www.w3.org/2000/svg\"><path", "not whole"), ("", "not whole"),
      ("<svg xmlns=\"http://www.w3.org/2000/svg\"><g>", "not whole"),
      ("<svg xmlns=\"http://www.w3.org/2000/svg\"><g></svg>", "not well-formed"),
      ("<p>no picture</p>", "not a picture but p"),
      ("<svg xmlns=\"http://www.w3.org/2000/svg\"><script>1</script></svg>", "holds script"),
      ("<svg xmlns=\"http://www.w3.org/2000/svg\" onload=\"x()\"/>", "holds the script onload"),
      (
        "<svg xmlns=\"http://www.w3.org/2000/svg\"><a href=\"https://example.org/\"/></svg>",
        "points out of itself"
      ),
      ("<svg xmlns=\"http://www.w3.org/2000/svg\"><foreignObject/></svg>", "holds foreignObject"),
    ])
  func refused(_ svg: String, _ words: String) async throws {
    try draw(run: "r1", svg)
    let outcome = try await report("a", "--out", "out.html")
    #expect(outcome.status == 2)
    #expect(outcome.error.hasPrefix("error: a/pictures/cost.svg: "), "\(outcome.error)")
    #expect(outcome.error.contains(words), "\(outcome.error)")
    #expect(outcome.error.count { $0 == "\n" } == 1)
    #expect(!FileManager.default.fileExists(atPath: folder.path("out.html")))
  }

  @Test("A list that is damaged, or names a file of another folder: 2")
  func badIndex() async throws {
    try draw(run: "r1")
    try folder.editLines(of: "a/pictures/pictures.json") { lines in
      lines = lines.map { $0.replacing("cost.svg", with: "../run.json") }
    }
    #expect(try await report("a").error.contains("the picture could not be read"))
    try folder.write("[", to: "a/pictures/pictures.json")
    let outcome = try await report("a")
    #expect(outcome.status == 2)
    #expect(outcome.error.contains("pictures.json: the list of pictures is damaged"))
  }

  @Test("The size of all pictures in a page is limited, however often one is named: 2")
  func manyTimes() async throws {
    let filler = String(repeating: "x", count: 1_900_000)
    try draw(run: "r1", Self.svg.replacing("<path", with: "<desc>\(filler)</desc><path"))
    let entry = #"{"alt":"x","svg":"cost.svg","svgNarrow":"cost.svg"}"#
    let entries = Array(repeating: entry, count: 100).joined(separator: ",")
    try folder.write(#"{"run":"r1","pictures":[\#(entries)]}"#, to: "a/pictures/pictures.json")
    let outcome = try await report("a")
    #expect(outcome.status == 2)
    #expect(
      outcome.error.hasPrefix("error: a/pictures: the pictures have more than 16 MB; "),
      "\(outcome.error)")
  }

  @Test("A list of endless brackets, a pipe and a device neither crash nor block the program")
  func noFile() async throws {
    try draw(run: "r1")
    for text in [String(repeating: "[", count: 100_000), #"{"run":"r1","run":"r2"}"#] {
      try folder.write(text, to: "a/pictures/pictures.json")
      let outcome = try await report("a")
      #expect(outcome.status == 2)
      #expect(outcome.error.contains("the list of pictures is damaged"), "\(outcome.error)")
    }
    let manager = FileManager.default
    for name in ["cost.svg", "pictures.json"] {
      try draw(run: "r1")
      let path = folder.path("a/pictures/\(name)")
      try manager.removeItem(atPath: path)
      try #require(mkfifo(path, 0o600) == 0)
      #expect(try await report("a").status == 2)
      try manager.removeItem(atPath: path)
      try manager.createSymbolicLink(atPath: path, withDestinationPath: "/dev/zero")
      #expect(try await report("a").status == 2)
      try manager.removeItem(atPath: path)
    }
  }

  @Test("A list that links to nothing or to itself is damage, not a missing list: 2")
  func brokenLink() async throws {
    for target in ["nowhere", "pictures.json"] {
      try draw(run: "r1")
      let path = folder.path("a/pictures/pictures.json")
      try FileManager.default.removeItem(atPath: path)
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
      let outcome = try await report("a")
      #expect(outcome.status == 2)
      #expect(outcome.error.contains("the list of pictures is damaged"), "\(outcome.error)")
      try FileManager.default.removeItem(atPath: path)
    }
  }
}
