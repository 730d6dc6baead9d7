import Foundation
import RunFixtures
import Testing

/// Tests of the pictures beside the page: they belong to the same runs, and stay files.
struct ReportPicturesTests {
  private let folder: TemporaryFolder
  private let program = BuiltProgram.keystrokeBench

  init() throws {
    folder = try TemporaryFolder()
    try RunFixture().write(to: folder.path("a"))
    try RunFixture(id: "r2").write(to: folder.path("b"))
    try draw(run: "r1")
  }

  /// Leaves pictures of a run in a folder.
  private func draw(
    run: String, against: String? = nil, file: String = "cost.svg",
    in pictures: String = "a/pictures"
  ) throws {
    try FileManager.default.createDirectory(
      atPath: folder.path(pictures), withIntermediateDirectories: true)
    let other = against.map { "\"against\": \"\($0)\", " } ?? ""
    let name = try String(decoding: JSONEncoder().encode(file), as: UTF8.self)
    try folder.write(
      """
      {"schemaVersion": 1, "run": "\(run)", \(other)"pictures": [{
        "name": "cost", "title": "Cost & length", "alt": "Cost & length: a line that rises", "png": "cost.png",
        "svg": \(name), "svgNarrow": "cost-narrow.svg"}]}
      """, to: "\(pictures)/pictures.json")
    for name in [file, "cost-narrow.svg"] where !name.contains("/") {
      try folder.write("<svg xmlns='http://www.w3.org/2000/svg'/>", to: "\(pictures)/\(name)")
    }
  }

  private func report(_ arguments: String...) async throws -> BuiltProgram.Outcome {
    try await program.run(["report"] + arguments, in: folder.path)
  }

  /// Reports the first run with its pictures.
  private func drawn(_ arguments: String...) async throws -> BuiltProgram.Outcome {
    try await program.run(
      ["report", "a", "--pictures", "a/pictures"] + arguments, in: folder.path)
  }

  /// The addresses of the pictures on a page.
  private func addresses(_ page: String) -> [String] {
    page.matches(of: /<source [^>]*srcset="([^"]*)"><img src="([^"]*)" alt="[^"]*">/)
      .flatMap { [String($0.1), String($0.2)] }
  }

  @Test("The page names the pictures of the run, wide and narrow, without a message")
  func named() async throws {
    let outcome = try await drawn()
    #expect(outcome.status == 0 && outcome.error == "")
    #expect(
      addresses(outcome.output) == ["a/pictures/cost-narrow.svg", "a/pictures/cost.svg"])
    #expect(outcome.output.contains("alt=\"Cost &amp; length: a line that rises\""))
    #expect(!outcome.output.contains("<svg"))
  }

  @Test(
    "The addresses are relative to the page's folder",
    arguments: [
      ("out.html", "a/pictures"), ("a/out.html", "pictures"), ("b/out.html", "../a/pictures"),
      ("a/pictures/../out.html", "pictures"),
    ])
  func elsewhere(_ out: String, _ place: String) async throws {
    #expect(try await drawn("--out", out).status == 0)
    let found = addresses(try folder.text(out))
    #expect(found == ["\(place)/cost-narrow.svg", "\(place)/cost.svg"])
  }

  @Test("The name of a file is neither markup nor another part of an address")
  func names() async throws {
    try draw(run: "r1", file: "\" onerror='x' <b>#?%3a é.svg", in: "a/o: &")
    let outcome = try await report("a", "--pictures", "a/o: &")
    #expect(outcome.status == 0)
    #expect(
      addresses(outcome.output).last
        == "a/o%3A%20%26/%22%20onerror%3D%27x%27%20%3Cb%3E%23%3F%253a%20%C3%A9.svg")
  }

  @Test(
    "Without the option, the page has no pictures and no section for them", arguments: ["a", "b"])
  func missing(_ run: String) async throws {
    let outcome = try await report(run)
    #expect(outcome.status == 0 && outcome.error == "")
    #expect(!outcome.output.contains("id=\"pictures\"") && !outcome.output.contains("#pictures"))
    #expect(addresses(outcome.output) == [])
    #expect(try await report("b", "--pictures", "none").status == 2)
  }

  @Test("Pictures of other runs are left out, and standard error names them")
  func others() async throws {
    try draw(run: "r9")
    let outcome = try await drawn()
    #expect(outcome.status == 0 && addresses(outcome.output) == [])
    #expect(outcome.error.contains("are of another run, r9;"))
    // Pictures of a comparison do not belong to a report of one run, and the other way round.
    try draw(run: "r1", against: "r2")
    #expect(try await drawn().error.contains("r1 against r2"))
    #expect(try await drawn("--against", "b").error == "")
    try draw(run: "r1")
    #expect(try await drawn("--against", "b").error.contains("of another run, r1;"))
  }

  @Test("A picture without a file, and one of another folder, are left out")
  func noFile() async throws {
    try FileManager.default.removeItem(atPath: folder.path("a/pictures/cost.svg"))
    let outcome = try await drawn()
    #expect(outcome.status == 0 && addresses(outcome.output) == [])
    try draw(run: "r1", file: "../run.json")
    #expect(addresses(try await drawn().output) == [])
  }

  @Test("A damaged list of pictures, and a pipe in its place: 2, one line, and no file")
  func damaged() async throws {
    let list = folder.path("a/pictures/pictures.json")
    for text in ["[", String(repeating: "[", count: 100_000), nil] {
      if let text {
        try folder.write(text, to: "a/pictures/pictures.json")
      } else {
        try FileManager.default.removeItem(atPath: list)
        try #require(mkfifo(list, 0o600) == 0)
      }
      let outcome = try await drawn("--out", "out.html")
      #expect(outcome.status == 2)
      #expect(outcome.error.hasPrefix("error: a/pictures/pictures.json: the list of pictures is "))
      #expect(outcome.error.count { $0 == "\n" } == 1)
      #expect(!FileManager.default.fileExists(atPath: folder.path("out.html")))
    }
  }
}
