import BenchmarkModel
import BenchmarkResults
import Foundation
import RunFixtures
import Testing

/// Tests of `profile` as a user runs it, with the real perf if it is installed.
@Suite(.needsLiveShim)
struct ProfileTests {
  private let program = BuiltProgram.keystrokeBench
  private static let cell = "onchange-reformat/int/fr_FR/9/type"

  /// Returns true if perf is installed and may look at processes.
  private static func perfWorks() async throws -> Bool {
    let outcome = try await BuiltProgram.keystrokeBench.run(
      [], script: "perf record -q -e cpu-clock:u -o /dev/null true")
    return outcome.status == 0
  }

  @Test(
    "A profile names the functions of the strategy, and folds the harness away",
    .enabled { try await perfWorks() })
  func cpu() async throws {
    let outcome = try await program.run([
      "profile", Self.cell, "--for", "0.5s", "--format", "folded",
    ])
    #expect(outcome.status == 0 && outcome.error == "", "\(outcome.error)")
    let lines = outcome.output.split(separator: "\n")
    #expect(!lines.isEmpty)
    var named = 0.0
    var total = 0.0
    for line in lines {
      let space = try #require(line.lastIndex(of: " "))
      let weight = try #require(Double(line[line.index(after: space)...]))
      total += weight
      if line.contains("OnChangeReformat.textDidChange") { named += weight }
      let frames = try #require([StackFrame](folded: String(line[..<space])))
      // At the end of a stack, a phase mark itself has a cost.
      #expect(!frames.dropLast().contains { $0.function.hasPrefix("PhaseMarker.") })
      #expect(!line.contains("BenchmarkMain"))
    }
    #expect(named > total / 3)
    #expect(!outcome.output.contains("$s") && !outcome.output.contains("/.build/"))
  }

  @Test(
    "The making of a field: what the run says it costs, from the functions that make it",
    arguments: ["allocations", "instructions"])
  func setUp(_ kind: String) async throws {
    let folder = try TemporaryFolder()
    let cell = "delegate-filter/int/en_US/9/type"
    let outcome = try await program.run([
      "profile", cell, "--kind", kind, "--setup", "--format", "folded",
    ])
    #expect(outcome.status == 0 && outcome.error == "", "\(outcome.error)")
    let lines = outcome.output.split(separator: "\n")
    let weights = lines.compactMap { $0.split(separator: " ").last.flatMap { Double($0) } }
    #expect(lines.count == weights.count && lines.count > 3, "\(outcome.output)")
    #expect(lines.allSatisfy { !$0.contains("BenchmarkMain") }, "\(outcome.output)")
    #expect(lines.contains { $0.contains("StrategyEntry.delegate") }, "\(outcome.output)")
    let run = try await program.run(
      [
        "run", "--no-time", "--strategy", "delegate-filter", "--value", "int", "--locale", "en_US",
        "--length", "9", "--script", "type", "--out", "a",
      ] + (kind == "instructions" ? ["--instructions", "valgrind"] : []), in: folder.path)
    #expect(run.status == 0, "\(run.error)")
    let row = try #require(
      try RunOnDisk(folder.path("a")).rows.first {
        $0.cell == cell && $0["phase"] == "setup" && $0["metric"] == kind
      })
    let mean = try #require(try row.figure("mean"))
    let sum = weights.reduce(0, +)
    // Callgrind begins with colder caches than a run, and adds what collecting takes.
    let tolerance = kind == "allocations" ? 1e-3 : 0.1 * mean
    #expect(abs(sum - mean) <= tolerance, "\(sum), not \(mean)")
  }

  @Test(
    "Code that another module inlines has the line of its declaration",
    arguments: [
      ("allocations", "parse", "reaction(to", "ParseableFormatStyle<>.reaction(to:value:phases:)"),
      ("instructions", "filter", "refusal(of", "DelegateFilter.refusal(of:after:)"),
    ])
  func inlined(_ kind: String, _ phase: String, _ source: String, _ name: String) async throws {
    let file = "Sources/ReformatCore/Published/DelegateFilter.swift"
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let lines = try String(contentsOf: root.appending(path: file), encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
    let declared = lines.indices.filter { lines[$0].contains("func \(source)") }.map { "\($0 + 1)" }
    let outcome = try await program.run([
      "profile", "delegate-filter/int/en_US/9/type", "--kind", kind, "--phase", phase, "--top",
      "99",
      "--format", "folded",
    ])
    #expect(outcome.status == 0 && outcome.error == "", "\(outcome.error)")
    let frames = outcome.output.split(separator: "\n").flatMap { $0.split(separator: ";") }
    #expect(
      frames.contains { frame in declared.contains { frame.hasPrefix("\(name) (\(file):\($0))") } },
      "\(outcome.output)")
    #expect(outcome.output.split(separator: "\n").allSatisfy { $0.hasPrefix("\(phase);") })
  }

  @Test("Of --setup where it is not measured: 64, with what to write")
  func noSetUp() async throws {
    for (arguments, words) in [
      ([Self.cell, "--setup", "--kind", "cpu"], "choose one of allocations or instructions"),
      (
        ["unformatted/int/en_US/9/edit", "--setup"],
        "write unformatted/int/en_US/9/type"
      ),
    ] {
      let outcome = try await program.run(["profile"] + arguments)
      #expect(outcome.status == 64 && outcome.error.contains(words), "\(outcome.error)")
    }
  }

  @Test("With --harness the frames of the harness stay", .enabled { try await perfWorks() })
  func harness() async throws {
    let outcome = try await program.run(
      ["profile", Self.cell, "--for", "0.2s", "--format", "folded", "--harness"])
    let lines = outcome.output.split(separator: "\n")
    #expect(outcome.status == 0 && !lines.isEmpty)
    #expect(
      lines.allSatisfy { $0.contains("BenchmarkMain.press(for:in:)") && $0.contains(".press(_:)") })
  }

  @Test(
    "Text is tables, speedscope is JSON, and a picture goes to a file",
    .enabled { try await perfWorks() })
  func formats() async throws {
    let folder = try TemporaryFolder()
    let text = try await program.run(["profile", Self.cell, "--for", "0.2s", "--top", "3"])
    #expect(text.status == 0 && text.output.hasPrefix("\(Self.cell)  CPU "))
    #expect(text.output.contains("\nBy line") && text.output.contains("\nBy function"))
    #expect(text.output.contains("more functions"))
    let json = try await program.run([
      "profile", Self.cell, "--for", "0.2s", "--format", "speedscope",
    ])
    #expect(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) is [String: Any])
    let svg = try await program.run(
      [
        "profile", Self.cell, "--for", "0.2s", "--format", "svg", "--out",
        folder.path("cpu.svg"),
      ])
    #expect(svg.status == 0 && svg.output == "" && svg.error == "")
    #expect(try folder.text("cpu.svg").contains("</svg>"))
    let lost = try await program.run(
      ["profile", Self.cell, "--for", "0.2s", "--out", folder.path("none/cpu.txt")])
    #expect(lost.status == 2 && lost.error.contains("none/cpu.txt could not be written"))
  }

  @Test(
    "A cell with your own locale and length can be profiled", .enabled { try await perfWorks() }
  )
  func ownCell() async throws {
    let outcome = try await program.run(
      [
        "profile", "incremental-delegate/int/ja_JP/7/type", "--for", "0.3s", "--format",
        "folded",
      ])
    #expect(outcome.status == 0 && outcome.output.contains("Incremental"), "\(outcome.error)")
  }

  @Test("An unknown cell: 2, and the nearest are named")
  func unknownCell() async throws {
    for cell in ["onchange-reformatt/int/fr_FR/9/type", "onchange-reformat/int/fr_FR/9/typo"] {
      let outcome = try await program.run(["profile", cell])
      #expect(outcome.status == 2 && outcome.output == "")
      #expect(outcome.error.contains("did you mean \(Self.cell) or "), "\(outcome.error)")
      #expect(outcome.error.split(separator: "\n").count == 1)
    }
  }

  @Test("Without perf: 2, and how to install it")
  func noPerf() async throws {
    let outcome = try await program.run(
      ["profile", Self.cell], script: "PATH=/nowhere exec \"$0\" \"$@\"")
    #expect(outcome.status == 2)
    #expect(
      outcome.error
        == "error: there is no perf on PATH; as root, run apt-get install linux-perf, or on Ubuntu linux-tools-generic\n"
    )
  }

  @Test("The kernel forbids perf: 2, and the setting that allows it")
  func forbidden() async throws {
    let folder = try TemporaryFolder()
    // The message of perf 6.1 for a user under perf_event_paranoid 3; root is allowed everything.
    try folder.write(
      """
      #!/bin/sh
      echo 'Error:' >&2
      echo 'Access to performance monitoring and observability operations is limited.' >&2
      echo 'Consider adjusting /proc/sys/kernel/perf_event_paranoid setting' >&2
      exit 255
      """, to: "perf")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path("perf"))
    let outcome = try await program.run(
      ["profile", Self.cell], script: "PATH=\"\(folder.path):$PATH\" exec \"$0\" \"$@\"")
    #expect(outcome.status == 2)
    #expect(
      outcome.error.contains("perf may not look at processes here (kernel.perf_event_paranoid is "))
    #expect(outcome.error.contains("sysctl kernel.perf_event_paranoid=2"))
  }

  @Test("Ctrl-C ends perf and the worker, and leaves no file", .enabled { try await perfWorks() })
  func interrupted() async throws {
    let outcome = try await program.run(
      ["profile", Self.cell, "--for", "60s"],
      script: """
        "$0" "$@" & child=$!
        while ! place=$(readlink -e /proc/$child/fd/* | grep -x "${TMPDIR:-/tmp}/keystroke_......") ||
          [ -z "$(find $place -name perf.data)" ]; do kill -0 $child || break; sleep 0.1; done
        kill -INT $child; wait $child; status=$?
        find $place; pgrep -f -- "--cell \(Self.cell) --secon[d]s 60"; exit $status
        """)
    #expect(outcome.status == 130 && outcome.output == "", "\(outcome.output)")
    #expect(outcome.error.contains("interrupted"))
  }

  @Test("Two runs: growth and shrinkage, by site and phase, for each metric that both have")
  func difference() async throws {
    let folder = try TemporaryFolder()
    try Self.write("results/baselines/main", in: folder, extra: 0)
    try Self.write("today", in: folder, extra: 1)
    let text = try await program.run(
      ["profile", "main..today", RunFixture.cells[0].id], in: folder.path)
    #expect(text.status == 0 && text.error == "", "\(text.error)")
    #expect(text.output.contains("allocations per keystroke\n2 before, 3 after: +1 (+50.0 %)"))
    #expect(text.output.contains("bytes per keystroke\n64 B before, 80 B after: +16 B (+25.0 %)"))
    #expect(text.output.contains("What grew, by line"))
    #expect(text.output.contains("Sources/Demo/Box.swift:3"))
    let svg = try await program.run(
      ["profile", "main..today", RunFixture.cells[0].id, "--metric", "bytes", "--format", "svg"],
      in: folder.path)
    #expect(svg.status == 0 && svg.output.contains("keystroke&#39;s bytes"))
    let both = try await program.run(
      ["profile", "main..today", RunFixture.cells[0].id, "--format", "svg"], in: folder.path)
    #expect(both.status == 2 && both.error.contains("choose one with --metric: allocations, bytes"))
    let other = try await program.run(
      ["profile", "main..today", RunFixture.cells[1].id], in: folder.path)
    #expect(other.status == 2 && other.error.contains("did you mean \(RunFixture.cells[0].id)?"))
    let metric = try await program.run(
      ["profile", "main..today", RunFixture.cells[0].id, "--metric", "retains"], in: folder.path)
    #expect(metric.status == 2 && metric.error.contains("there is allocations, bytes"))
  }

  @Test("A run without sites, or a missing run: 2, and the hint")
  func missingSites() async throws {
    let folder = try TemporaryFolder()
    try RunFixture().write(to: folder.path("plain"))
    let plain = try await program.run(
      ["profile", "./plain../plain", RunFixture.cells[0].id], in: folder.path)
    #expect(plain.status == 2 && plain.error.contains("has no sites.csv; measure it again with"))
    let none = try await program.run(["profile", "a..b", RunFixture.cells[0].id], in: folder.path)
    #expect(
      none.status == 2 && none.error.contains("there is no such folder, and no such baseline"))
  }

  @Test(
    "Arguments that make no sense: 64",
    arguments: [
      (["x"], "x is not a cell"), (["a", "b", "c"], "not 3 arguments"),
      ([cell, "--kind", "smell"], "choose one of cpu"), ([cell, "--format", "png"], "--format"),
      ([cell, "--for", "0s"], "--for must be above 0"),
      ([cell, "--top", "0"], "--top must be"), ([cell, "--phase", "parse"], "cannot tell phases"),
      ([cell, "--phase", "parse", "--setup"], "--phase is a part"),
      ([cell, "--out", ""], "--out is empty"), ([cell, "--metric", "bytes"], "choose a --kind"),
      (["ab", cell], "ab is not A..B"), (["a..b", cell, "--kind", "cpu"], "choose a --metric"),
      (["a..b", cell, "--format", "speedscope"], "choose --format svg"),
      (["a..b", cell, "--metric", "charm"], "--metric"),
    ] as [([String], String)])
  func usage(_ arguments: [String], _ words: String) async throws {
    let outcome = try await program.run(["profile"] + arguments)
    #expect(outcome.status == 64 && outcome.error.contains(words), "\(outcome.error)")
  }

  /// Writes a run whose first cell allocates twice per keystroke, and `extra` times more.
  private static func write(_ name: String, in folder: TemporaryFolder, extra: Int) throws {
    let apply = StackFrame(function: "apply()", file: "Sources/Demo/Apply.swift", line: 9 + extra)
    func site(_ stack: [StackFrame], _ count: Double, _ bytes: Double) -> CostSite {
      CostSite(
        series: SeriesKey(
          suite: "keystrokes", cell: RunFixture.cells[0], phase: .format, metric: .allocations,
          instrument: .shim), stack: [apply] + stack, count: count, bytes: bytes)
    }
    let box = StackFrame(function: "Box.init()", file: "Sources/Demo/Box.swift", line: 3)
    try RunFixture().write(
      to: folder.path(name),
      sites: [site([], 2, 64)] + (0..<extra).map { _ in site([box], 1, 16) })
  }
}
