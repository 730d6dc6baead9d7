import BenchmarkConductor
import Foundation
import RunFixtures
import Testing

/// Tests that `ab` finds a keystroke that a commit makes more expensive, through whatever channel it comes.
///
/// The package in Tests/PlantedChannels has a strategy for each channel. It is built and linked by SwiftPM.
@Suite("ab and the channels of a slowdown", .needsLiveShim)
struct ABChannelsTests {
  private let program = BuiltProgram.keystrokeBench
  private let folder: TemporaryFolder
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  /// The channels that change no count, at least under valgrind; that of new processors needs one.
  private static let timed =
    ["late-edit", "alignment", "denormals"] + (hasNewProcessor ? ["processor"] : [])
  /// Those of files that SwiftPM does not compile.
  private static let files = ["incbin", "header", "resource"]
  private static let others = [
    "weak", "libc", "dlsym", "linker-set", "assembly", "alias", "folded", "same-name", "weak-order",
    "constructors", "absolute", "plain", "ifunc", "malloc", "thread-local", "table", "cxx",
    "defsym", "priority", "definition", "flag", "file", "inlinable", "replacement", "conformance",
  ]

  private static var hasNewProcessor: Bool {
    let facts = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    return facts.contains(" avx512f") || facts.contains(" sha_ni")
  }

  init() async throws {
    folder = try TemporaryFolder()
    try folder.write("/.build\n/results\n/pair*\n", to: ".gitignore")
    try await git("init", "--quiet", "--initial-branch", "main")
  }

  private func git(_ arguments: String...) async throws {
    let names = ["-c", "user.name=A", "-c", "user.email=a@example.com"]
    _ = try await Git.text(of: names + arguments, in: folder.path, .working)
  }

  /// Copies files of the planted package over those that are there.
  private func take(_ files: [String], from version: String) async throws {
    for file in files {
      let place = folder.path(file)
      try FileManager.default.createDirectory(
        atPath: URL(filePath: place).deletingLastPathComponent().path,
        withIntermediateDirectories: true)
      try? FileManager.default.removeItem(atPath: place)
      let source = Self.root.appending(path: "Tests/PlantedChannels/\(version)/\(file)").path
      try FileManager.default.copyItem(atPath: source, toPath: place)
    }
  }

  private func files(of version: String) throws -> [String] {
    let folder = Self.root.appending(path: "Tests/PlantedChannels/\(version)")
    return try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter {
      !folder.appending(path: $0).hasDirectoryPath
        && (try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: $0).path))
          == nil
    }
  }

  /// Commits what is there, with a static library whose function takes some turns.
  private func commit(_ name: String, turns: Int = 1) async throws {
    let manifest = try folder.text("Package.swift")
    try folder.write(
      manifest.replacing("\"KEYSTROKE_BENCH\"", with: "\"\(Self.root.path)\""), to: "Package.swift")
    try FileManager.default.createDirectory(
      atPath: folder.path("Libraries"), withIntermediateDirectories: true)
    let scratch = try TemporaryFolder()
    try scratch.write(
      """
      void hook_library(void) {
        for (long turn = 0; turn < \(turns); turn++) __asm__ volatile("" : : "r"(turn));
      }

      """, to: "hook.c")
    let (object, library) = (scratch.path("hook.o"), folder.path("Libraries/libhook.a"))
    let clang = try SystemTool.toolchain("clang")
    _ = try #require(
      await SystemTool.output(clang, ["-O1", "-c", scratch.path("hook.c"), "-o", object]))
    try? FileManager.default.removeItem(atPath: library)
    _ = try #require(await SystemTool.output("ar", ["qcD", library, object]))
    try await git("add", "--all")
    try await git("commit", "--quiet", "--message", name)
    try await git("tag", name)
  }

  /// The entries of a comparison that fail: the strategies, each with its metrics.
  private func failures(
    _ base: String, _ candidate: String, _ options: String...
  ) async throws -> (failing: [String: Set<String>], outcome: BuiltProgram.Outcome) {
    struct Document: Decodable {
      struct Entry: Decodable {
        var cell: String?
        var metric: String?
        var fails: Bool
      }
      var entries: [Entry]
    }
    let outcome = try await program.run(
      ["ab", base, candidate, "--suite", "channels", "--format", "json"] + options,
      in: folder.path)
    #expect(outcome.status == 0 || outcome.status == 1, "\(outcome.error)")
    let document = try JSONDecoder().decode(Document.self, from: Data(outcome.output.utf8))
    var failing: [String: Set<String>] = [:]
    for entry in document.entries where entry.fails {
      guard let cell = entry.cell, let metric = entry.metric else { continue }
      failing[String(cell.prefix { $0 != "/" }), default: []].insert(metric)
    }
    #expect((outcome.status == 1) == !failing.isEmpty)
    return (failing, outcome)
  }

  @Test("Every channel is counted or timed, and fails; what nothing changed does not")
  func channels() async throws {
    try await take(files(of: "base"), from: "base")
    try await commit("base")
    try await take(files(of: "plant"), from: "plant")
    try await commit("plant")
    let plant = try await failures("base", "plant", "--no-time")
    for channel in Self.others + Self.files {
      let metrics = plant.failing[channel] ?? []
      #expect(
        !metrics.isDisjoint(with: ["instructions", "system_calls"]), "\(channel): \(metrics)")
    }
    #expect(plant.failing["steady"] == nil)
    let times = try await failures(
      "base", "plant", "--rounds", "24", "--budget", "600s",
      "--strategy", (Self.timed + ["steady"]).joined(separator: ","))
    for channel in Self.timed { #expect(times.failing[channel] == ["time"], "\(channel)") }
    #expect(times.failing["steady"] == nil)

    // SwiftPM compiles and links nothing again for these by itself.
    try await git("checkout", "--quiet", "base")
    let manifest = try folder.text("Package.swift")
    let linked = manifest.replacing(
      #""--defsym=script_zero=0", "-Xlinker", "--defsym=script_turns=1""#,
      with:
        #""\(here)/turns.ld", "-L\(here)/Libraries", "-Xlinker", "-uhook_library", "-lhook""#)
    #expect(linked != manifest)
    try folder.write(linked, to: "Package.swift")
    try await git("rm", "--quiet", "Sources/Channels/library.c")
    try await commit("unlinked")
    try await take(
      [
        "turns.ld", "turns.bin", "Sources/HeaderOnly/include/HeaderOnly.h",
        "Sources/ChannelsBenchmarks/Data/turns",
      ], from: "plant")
    try await commit("linked", turns: 4_000)
    let linkedOnes = Self.files + ["script", "library", "steady", "plain", "weak"]
    let files = try await failures(
      "unlinked", "linked", "--no-time", "--no-allocations",
      "--strategy", linkedOnes.joined(separator: ","))
    #expect(Set(files.failing.keys) == Set(Self.files + ["script", "library"]))
    #expect(files.outcome.status == 1)

    // A file that the program reads when it runs: each side has its own.
    try await take(["turns.txt"], from: "plant")
    try await commit("file", turns: 4_000)
    let file = try await failures(
      "linked", "file", "--no-time", "--strategy", "file,resource,steady")
    #expect(Set(file.failing.keys) == ["file"])
    try folder.write("A document.\n", to: "README.md")
    try await commit("document", turns: 4_000)
    let document = try await failures("file", "document")
    #expect(document.outcome.output.contains("both sides are the same program"))

    // Without symbols, no function has a name.
    try folder.write(
      linked.replacing("\"--icf=all\"", with: "\"--icf=all\", \"-Xlinker\", \"-s\""),
      to: "Package.swift")
    try await commit("stripped", turns: 4_000)
    try await take(["Sources/Channels/plain.c"], from: "plant")
    try await commit("plain", turns: 4_000)
    let stripped = try await failures(
      "stripped", "plain", "--no-time", "--no-allocations", "--strategy", "plain,steady")
    #expect(stripped.failing == ["plain": ["instructions"]])
  }
}
