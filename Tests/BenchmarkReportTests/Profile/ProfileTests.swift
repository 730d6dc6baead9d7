import BenchmarkModel
import BenchmarkReport
import BenchmarkResults
import Foundation
import RunFixtures
import Testing

/// Tests of making a profile from sites, and of showing it.
struct ProfileTests {
  let folded = ProfileFixture.profile.withoutHarness()

  @Test("Phases are separate; the whole keystroke and the first one are not counted again")
  func phases() {
    #expect(ProfileFixture.profile.total == 5)
    #expect(Set(ProfileFixture.profile.stacks.map(\.phase)) == [.format, .parse, .rest])
    let bytes = Profile(ProfileFixture.sites, of: ProfileFixture.cell, metric: .bytes)
    #expect(bytes.total == 436)
    #expect(Profile.metrics(of: ProfileFixture.sites) == [.allocations, .bytes])
    #expect(Profile(ProfileFixture.sites, of: RunFixture.cells[0], metric: .bytes).stacks.isEmpty)
  }

  @Test("If only whole keystrokes were measured, there are no phases")
  func total() {
    let sites = ProfileFixture.sites.filter { [.total, .first].contains($0.phase) }
    let profile = Profile(sites, of: ProfileFixture.cell, metric: .allocations)
    #expect(profile.total == 5 && profile.stacks.map(\.phase) == [nil])
  }

  @Test("Folding the harness removes frames, but no cost")
  func harness() throws {
    #expect(folded.total == ProfileFixture.profile.total)
    let names = Set(folded.stacks.flatMap { $0.frames.map(\.function) })
    #expect(!names.contains { $0.contains("press(_:)") || $0.contains("BenchmarkMain") })
    #expect(!names.contains { $0.contains("PhaseMarker") || $0.contains("partial apply") })
    #expect(
      folded.stacks[0].frames.map(\.function) == [
        "FieldState.apply(_:strategy:phases:)", "closure #1 in Strategy<Int>.format(_:)",
        "String.append(_:)", "malloc",
      ])
    #expect(try folded.rendered(as: .text).contains("BenchmarkMain") == false)
    #expect(try ProfileFixture.profile.rendered(as: .folded).contains("BenchmarkMain"))
  }

  @Test("A function of the harness with its own costs stays, as the last of its stack")
  func harnessAtTheEnd() {
    let profile = Profile(
      title: "t", quantity: .cpuTime,
      stacks: [
        .init(phase: nil, frames: ProfileFixture.harness, weight: 1),
        .init(phase: nil, frames: ProfileFixture.harness + [ProfileFixture.measure], weight: 2),
        .init(
          phase: nil,
          frames: ProfileFixture.harness + [ProfileFixture.apply(54), ProfileFixture.measure]
            + [
              StackFrame(function: "CallgrindLedger.switchPhase(to:)", file: "BenchmarkWorker"),
              StackFrame(function: "keystroke_callgrind_toggle"),
            ], weight: 4),
      ]
    ).withoutHarness()
    #expect(
      profile.stacks.map { $0.frames.map(\.function) } == [
        ["HostedField.press(_:)"], ["marks of phases"],
        ["FieldState.apply(_:strategy:phases:)", "marks of phases"],
      ])
    #expect(profile.total == 7)
  }

  @Test("A stack ends with the allocator's function, not with the shim behind it")
  func shim() throws {
    let inner = ["malloc", "record", "walk"].map {
      StackFrame(function: $0, file: "Sources/CAllocatorShim/EntryPoints.c", line: 40)
    }
    let profile = Profile(
      title: "t", quantity: .init(.allocations),
      stacks: [
        .init(
          phase: .format, frames: ProfileFixture.harness + [ProfileFixture.format] + inner,
          weight: 1)
      ]
    ).withoutHarness()
    #expect(profile.stacks[0].frames == [ProfileFixture.format, StackFrame(function: "malloc")])
    #expect(try profile.rendered(as: .text).contains("Sources/Demo & Co/Strategy.swift:12"))
  }

  @Test("A function named press in the code under test does not belong to the harness")
  func pressElsewhere() {
    let own = StackFrame(function: "Key.press(_:)", file: "Sources/Demo/Key.swift", line: 1)
    let profile = Profile(
      title: "t", quantity: .cpuTime,
      stacks: [
        .init(phase: nil, frames: ProfileFixture.harness + [own, .init(function: "f")], weight: 1)
      ])
    #expect(profile.withoutHarness().stacks[0].frames.map(\.function) == ["Key.press(_:)", "f"])
  }

  @Test("Every format equals its golden file", arguments: ProfileFormat.allCases)
  func golden(_ format: ProfileFormat) throws {
    let text = try folded.rendered(as: format)
    #expect(try Golden("profile.\(Self.extensions[format] ?? "")").compare(text) == .equal)
  }

  @Test(
    "Differences are as stored", arguments: ProfileFormat.allCases.filter { $0 != .speedscope })
  func goldenDifference(_ format: ProfileFormat) throws {
    let text = try #require(ProfileFixture.difference.rendered(as: format))
    #expect(
      try Golden("profile-difference.\(Self.extensions[format] ?? "")").compare(text) == .equal)
  }

  static let extensions: [ProfileFormat: String] = [
    .text: "txt", .folded: "folded", .speedscope: "json", .svg: "svg",
  ]

  @Test("Growth and shrinkage are named by site and phase, even if lines have moved")
  func difference() {
    let changes = ProfileFixture.difference.changes
    #expect(changes.map(\.phase) == [.format, .rest])
    #expect(changes.map(\.growth) == [1, -1])
    #expect(
      changes.map(\.frame.place) == [
        "Sources/Demo & Co/Box.swift:3", "Sources/FieldHost/FieldState.swift:70",
      ])
    #expect(ProfileFixture.difference.rendered(as: .speedscope) == nil)
    let same = ProfileDifference(baseline: folded, candidate: folded, names: "a..a")
    #expect(same.changes.isEmpty && same.ownChanges.isEmpty)
    #expect(same.rendered(as: .text)?.contains("No site changed.") == true)
  }

  @Test(
    "Speedscope's file keeps its format: numbered frames, a weight per sample, a correct end")
  func speedscope() throws {
    let text = try folded.rendered(as: .speedscope)
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
    let file = try #require(object as? [String: Any])
    #expect(file["$schema"] as? String == "https://www.speedscope.app/file-format-schema.json")
    let shared = try #require(file["shared"] as? [String: Any])
    let frames = try #require(shared["frames"] as? [[String: Any]])
    #expect(
      frames.allSatisfy {
        $0["name"] is String && Set($0.keys).isSubset(of: ["name", "file", "line", "col"])
      })
    let profile = try #require((file["profiles"] as? [[String: Any]])?.first)
    #expect(profile["type"] as? String == "sampled" && profile["unit"] as? String == "none")
    let samples = try #require(profile["samples"] as? [[Int]])
    let weights = try #require(profile["weights"] as? [Double])
    #expect(
      samples.count == weights.count && weights.reduce(0, +) == profile["endValue"] as? Double)
    #expect(samples.joined().allSatisfy(frames.indices.contains))
    #expect(samples.first?.map { frames[$0]["name"] as? String }.first == "format")
  }

  @Test("Without measurements the picture and the table are empty")
  func empty() throws {
    let profile = Profile(title: "t", quantity: .cpuTime, stacks: [])
    for format in ProfileFormat.allCases where format != .folded {
      #expect(try profile.rendered(as: format).isEmpty == false)
    }
    #expect(try profile.rendered(as: .folded) == "")
  }

  @Test(
    "Sites whose costs add up to more than any number",
    arguments: [ProfileFormat.text, .folded, .svg])
  func extremes(_ format: ProfileFormat) throws {
    func profile(_ cost: Double) -> Profile {
      Profile(
        title: "t", quantity: .init(.allocations),
        stacks: (0..<4).map { number in
          .init(
            phase: .parse,
            frames: [
              .init(function: "main", file: "a.swift", line: 1), .init(function: "f\(number)"),
            ], weight: cost)
        }, notes: [])
    }
    for (before, after) in [(1e308, 1), (1, 1e308), (1e308, 1.5e308)] {
      let text = try profile(before).rendered(as: format)
      #expect(!text.isEmpty && !text.contains("nan"))
      let difference = ProfileDifference(
        baseline: profile(before), candidate: profile(after), names: "a..b")
      #expect(difference.rendered(as: format)?.contains("nan") != true)
    }
  }
}
