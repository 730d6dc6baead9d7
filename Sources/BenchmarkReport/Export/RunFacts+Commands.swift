import BenchmarkResults

extension RunFacts {
  /// The maximum number of merged runs whose commands are shown.
  private static let listed = 20
  /// The maximum length of a command: a longer one would be cut, and half a command is another command.
  private static let longest = 2_000

  /// The commands to repeat the run, as lines for a shell; deviations from the usual way are comments.
  ///
  /// A run may come from anybody, so its texts are quoted, the program is the one on the PATH or the one that was just
  /// built, and text that cannot be shown unchanged becomes a comment.
  var commands: [String] {
    let metadata = run.metadata
    var lines: [String] = []
    if metadata.source.commit.wholeMatch(of: /[0-9a-f]{4,64}/) != nil {
      lines.append("git checkout \(metadata.source.commit)")
    } else if !metadata.source.commit.isEmpty {
      lines.append("# the run names a commit that git cannot have: \(metadata.source.commit)")
    }
    if metadata.source.dirty {
      lines.append("# and the changes that were not committed, which the run does not hold")
    }
    lines.append("swift build -c release")
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

  /// A command line with the seed of the digits, if `run` chose it.
  private func command(_ argv: [String]) -> [String] {
    guard let program = argv.first else { return [] }
    guard program.split(separator: "/").last == "keystroke-bench" else {
      return ["# the run was begun by another program, \(program)"]
    }
    // The path of the program is of no use elsewhere, and might be anybody's.
    let built = ".build/release/keystroke-bench"
    let own = program == built ? built : "keystroke-bench"
    let chose =
      argv.dropFirst().first == "run"
      && !argv.contains { $0 == "--seed" || $0.hasPrefix("--seed=") }
    let all =
      [own] + argv.dropFirst() + (chose ? ["--seed", String(run.metadata.plan.seed)] : [])
    let line = ShellText.line(all)
    guard ShellText.isPrintable(all), line.count <= Self.longest else {
      return ["# the command cannot be shown as it is; it is in run.json"]
    }
    let launches = argv.contains { word in
      ["--worker", "--build"].contains { word == $0 || word.hasPrefix("\($0)=") }
    }
    return (launches ? ["# this launches a program that the run names: look at it first"] : [])
      + [line]
  }
}
