import BenchmarkResults

extension RunFacts {
  /// How many of the runs that one was merged from have their command shown.
  private static let listed = 20
  /// A longer command is not shown: it would be cut, and half of one is another one.
  private static let longest = 2_000

  /// How to get the same run again, as lines for a shell; what differs from the plain way is a comment.
  ///
  /// A run may come from anybody, so what it says is quoted, the program is the one that was just built, and what
  /// cannot be shown as it is becomes a comment.
  var commands: [String] {
    let metadata = run.metadata
    var lines: [String] = []
    if metadata.source.commit.wholeMatch(of: /[0-9a-f]{4,64}/) != nil {
      lines.append("git checkout \(metadata.source.commit)")
    } else if !metadata.source.commit.isEmpty {
      lines.append("# the run names a commit that is none of git's: \(metadata.source.commit)")
    }
    if metadata.source.dirty {
      lines.append("# and the changes that were not committed, which the run does not hold")
    }
    lines.append("scripts/build")
    if let parts = metadata.mergedFrom, !parts.isEmpty {
      for part in parts.prefix(Self.listed) {
        lines += command(part.argv).map { "\($0)    # on \(part.host.name)" }
      }
      if parts.count > Self.listed { lines.append("# and \(parts.count - Self.listed) more") }
    } else {
      lines += command(metadata.argv)
    }
    return lines.map { ShownText.line($0, limit: Document.lineLimit) }
  }

  /// A command line with the seed that the digits came from, where `run` chose it.
  private func command(_ argv: [String]) -> [String] {
    guard let program = argv.first else { return [] }
    guard program.split(separator: "/").last == "keystroke-bench" else {
      return ["# the run was begun by another program, \(program)"]
    }
    // Where the program lay is of no use elsewhere, and might be anybody's.
    let known = ["keystroke-bench", ".build/release/keystroke-bench"]
    let own = known.contains(program) ? program : known[1]
    let chose =
      argv.dropFirst().first == "run"
      && !argv.contains { $0 == "--seed" || $0.hasPrefix("--seed=") || $0 == "--resume" }
    let all =
      [own] + argv.dropFirst() + (chose ? ["--seed", String(run.metadata.plan.seed)] : [])
    let line = ShellText.line(all)
    guard ShellText.isPrintable(all), line.count <= Self.longest else {
      return ["# the command cannot be shown as it is; it stands in run.json"]
    }
    let launches = argv.contains { word in
      ["--worker", "--build"].contains { word == $0 || word.hasPrefix("\($0)=") }
    }
    return (launches ? ["# this launches a program that the run names: look at it first"] : [])
      + [line]
  }
}
