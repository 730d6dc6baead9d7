import Foundation
import RunFixtures
import Testing

/// A repository with everything that the pages name: commits, runs, baselines, single edits.
///
/// It is as small as possible, with one strategy more than a comparison needs. Cells, rounds and times that a page does
/// not specify are chosen so that a command takes a second.
struct DocumentedPlace {
  /// The benchmark that a page is about.
  enum Benchmark {
    case own
    case card

    var name: String { self == .own ? "KeystrokeBenchmarks" : "CardFieldBenchmarks" }

    /// The options, with values, that are added to a command that does not contain them.
    var scope: [String: String] {
      self == .card
        ? ["--length": "16", "--script": "type"]
        : [
          "--strategy": "onchange-reformat,incremental-delegate", "--value": "int",
          "--locale": "fr_FR", "--length": "9", "--script": "type",
        ]
    }

    func worker() throws -> String {
      self == .own ? try BuiltProgram(name).path : OwnFieldTests.worker
    }
  }

  let folder: TemporaryFolder
  private let benchmark: Benchmark
  private let program = BuiltProgram.keystrokeBench

  init(_ benchmark: Benchmark) async throws {
    self.benchmark = benchmark
    folder = try TemporaryFolder()
    let worker = URL(filePath: try benchmark.worker())
    let beside = worker.deletingLastPathComponent().path(percentEncoded: false)
    try folder.write(
      "mkdir -p out && cp '\(worker.path(percentEncoded: false))' out/ && cp -R '\(beside)'*.resources out/\n",
      to: "build.sh")
    try folder.write("*\n!build.sh\n!.gitignore\n", to: ".gitignore")
    let scope = benchmark.scope.sorted(by: <).map { "\($0) '\($1)'" }.joined(separator: " ")
    let measure =
      "\"$0\" run --worker .build/release/\(benchmark.name) \(scope) --instructions none"
    let outcome = try await program.run(
      [],
      script: """
        set -e
        git init --quiet --initial-branch main
        git add --all
        commit='git -c user.name=A -c user.email=a@example.com commit --quiet --allow-empty --message'
        $commit first
        $commit second
        mkdir -p .build docs/pictures results/runs Tests
        ln -s '\(beside)' .build/release
        \(measure) --rounds 2 --sites --out yesterday
        for run in today before after undone release RUN results/runs/20261121-085511; do
          cp -R yesterday "$run"
        done
        \(measure) --rounds 1 --shard 1/2 --out first
        \(measure) --rounds 1 --shard 2/2 --out second
        "$0" baseline save today main
        """, in: folder.path)
    try #require(outcome.status == 0, "\(outcome.error)")
    try folder.write(
      Self.edits(benchmark), to: benchmark == .own ? "edits.jsonl" : "Tests/edits.jsonl")
  }

  private init(copying other: DocumentedPlace) async throws {
    benchmark = other.benchmark
    folder = try TemporaryFolder()
    let copied = try await program.run(
      [], script: "cp -a '\(other.folder.path)/.' .", in: folder.path)
    try #require(copied.status == 0, "\(copied.error)")
  }

  /// Returns a copy in another folder, for another page; measuring its runs again would take longer than most pages do.
  func copy() async throws -> DocumentedPlace { try await DocumentedPlace(copying: self) }

  /// Runs a command of a page, and returns the outcome.
  func run(_ line: String) async throws -> BuiltProgram.Outcome {
    var line = line.replacing("/tmp/", with: "")
    // The output of an example must not exist before.
    for output in Self.outputs(line) {
      try? FileManager.default.removeItem(atPath: folder.path(output))
    }
    let name = line.prefix { $0 != " " }
    switch name {
    case "run" where line.contains("--suite"):
      add(["--rounds": "1", "--instructions": "none", "--locale": "fr_FR"], to: &line)
    case "run", "check":
      add(["--rounds": "1", "--instructions": "none"].merging(benchmark.scope) { $1 }, to: &line)
    case "verify": add(["--strategy": "*-delegate"], to: &line)
    case "ab":
      line.replace(/--(budget [0-9a-z]+|suite [a-z-]+)/, with: "")
      add(
        [
          "--build": "sh build.sh", "--worker": "out/\(benchmark.name)", "--instructions": "none",
          "--budget": "1s",
        ].merging(benchmark.scope) { $1 }, to: &line)
    default: break
    }
    return try await program.run([], script: "\"$0\" \(line)", in: folder.path)
  }

  /// Returns the files and folders that a command line writes.
  static func outputs(_ line: String) -> [String] {
    let written = line.matches(of: #/ (?:--out|--into|>) ([^ ]+)/#).map { String($0.output.1) }
    guard let saved = line.firstMatch(of: #/^baseline save [^ ]+ ([^ ]+)/#) else { return written }
    return written + ["results/baselines/\(saved.output.1)"]
  }

  private func add(_ options: [String: String], to line: inout String) {
    for (option, value) in options.sorted(by: { $0.key < $1.key }) where !line.contains(option) {
      line += " \(option) '\(value)'"
    }
  }

  private static func edits(_ benchmark: Benchmark) throws -> String {
    if benchmark == .card {
      return try String(
        contentsOfFile: "\(OwnFieldTests.package)/Tests/edits.jsonl", encoding: .utf8)
    }
    return """
      {"id": "a", "kind": "insert", "decimal": ".", "group": ",", "groupSizes": [3], "prefix": "", \
      "suffix": "", "maxFraction": 0, "allowNegative": true, "before": "1,234", "caret": 5, \
      "range": [5, 5], "replacement": "5", "key": "", "after": "12,345", "caretAfter": 6}

      """
  }
}
