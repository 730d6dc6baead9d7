import BenchmarkModel
import Glibc

extension BaselineStore {
  /// Saves a finished run as a baseline: exact rows and sites unchanged, timed rows folded to one per cell and phase.
  ///
  /// The folder appears complete or not at all.
  ///
  /// - Parameters:
  ///   - run: The run.
  ///   - name: The name of the baseline.
  ///   - force: True if a baseline of that name may be replaced.
  /// - Throws: ``Problem`` for an unfinished run, one of a debug build or of a program older than its sources, an invalid
  ///   name, a name that is taken, or a failed write.
  package func save(_ run: Run, as name: String, force: Bool = false) throws(Problem) {
    try check(name)
    guard run.metadata.status == .finished else {
      throw Problem(
        file: run.name, problem: "the run is \(run.metadata.status.rawValue)",
        expected: "a finished one", hint: "measure again and let it finish")
    }
    if let shard = run.metadata.plan.shard {
      throw Problem(
        file: run.name, problem: "the run is shard \(shard.name), and a baseline has all cells",
        hint: "join all shards with: keystroke-bench merge")
    }
    guard !run.rows.isEmpty else {
      throw Problem(
        file: run.name, problem: "the run has no rows", expected: "some",
        hint: "measure again, with cells")
    }
    guard run.metadata.toolchain.configuration == .release else {
      throw Problem(
        file: run.name, problem: "the run is of a debug build, whose figures mean nothing",
        hint: "build with -c release, and measure again")
    }
    let source = run.metadata.source
    // Building always helps, and --force is needed to replace any baseline.
    let isOld = source.newerSources?.isEmpty == false
    if isOld || (source.dirty && !force) {
      throw Problem(
        file: run.name,
        problem: "what was measured is not its commit, \(source.commit): "
          + (source.changes ?? "the work tree had changes"),
        hint: isOld
          ? "build the worker and measure again"
          : "commit and measure again, or save it all the same with --force")
    }
    if force && contains(name) { try refuseOthers(in: name) }
    FreshFolder.sweep(in: folder, for: name)
    if !force { try refuseTaken(name, by: run) }
    let fresh = FreshFolder.path(in: folder, for: name)
    do throws(Problem) {
      try write(run, as: name, to: fresh)
      try alone { () throws(Problem) in
        // Another process may have saved one in the meantime.
        if !force { try refuseTaken(name, by: run) }
        try swap(fresh, into: path(of: name))
        try keepLineBreaks()
      }
    } catch {
      if FileAccess.exists(fresh) { try? removeFolder(fresh) }
      throw error
    }
  }

  /// The attributes with which git keeps the line breaks of every file, since a baseline is read with a digest.
  static let attributes = "* -text"

  /// Leaves a `.gitattributes` beside the baselines, unless there is one.
  private func keepLineBreaks() throws(Problem) {
    let file = "\(folder)/.gitattributes"
    if !FileAccess.exists(file) { try FileAccess.create(file, Array("\(Self.attributes)\n".utf8)) }
  }

  /// The cells of a stored baseline that would be lost if a run replaced it, in words; nil if there are none, or it cannot be
  /// read.
  package func lost(of name: String, replacedBy run: Run) -> String? {
    guard let old = (try? load(name))?.rows.subjects else { return nil }
    let lost = Set(old).subtracting(run.rows.subjects).count
    let filter = run.metadata.plan.filter.map { ", which was measured with \($0.options)" }
    return lost == 0
      ? nil : "\(lost) of its \(Words.count(old, "cell")) are not in the run\(filter ?? "")"
  }

  private func refuseTaken(_ name: String, by run: Run) throws(Problem) {
    guard FileAccess.exists(path(of: name)) else { return }
    let lost = lost(of: name, replacedBy: run).map { ", and \($0)" } ?? ""
    throw Problem(
      file: path(of: name), problem: "there is a baseline of that name\(lost)",
      hint: "replace it with --force, or choose another name")
  }

  /// Runs the body while no other process does so in the same store; if the system has no locks, it runs all the same.
  private func alone(
    _ body: () throws(Problem) -> Void
  ) throws(Problem) {
    // The folder itself is locked, so no lock file is left behind.
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { if descriptor >= 0 { close(descriptor) } }
    while descriptor >= 0, flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    try body()
  }

  private func write(
    _ run: Run, as name: String, to folder: String
  ) throws(Problem) {
    var metadata = run.metadata
    metadata.savedFrom = metadata.savedFrom ?? metadata.id
    metadata.id = name
    let rows = Self.folded(run.rows, name: name)
    let writer = try RunWriter.create(folder: folder, metadata: metadata)
    try writer.append(rows)
    if SiteFile.exists(inRun: run.name) {
      try SiteFile.write(SiteFile.read(fromRun: run.name), toRun: folder)
    }
    try writer.finish { $0.status = .finished }
  }

  /// The rows of a baseline: in the order of tables, and the same for every save of the same run.
  private static func folded(_ rows: RowTable, name: String) -> [Row] {
    let groups = rows.groups()
    let series = rows.series
    var saved: [Row] = []
    for key in series.indices.sorted(by: { series[$0] < series[$1] }) {
      let places = groups[key]
      var whole = places.map { rows[Int($0)] }
      if !series[key].metric.isExact, let first = whole.first {
        let record = RowTable.Record.folded(places.map { rows.records[Int($0)] })
        var row = first
        row.round = 0
        row.count = record.count
        row.text = record.text
        row.summary = rounded(record.summary)
        if series[key].metric.limit != nil {
          guard
            let share = OverBudgetShares.share(ofSeries: key, in: rows, groups)
          else { continue }
          row.count = share.keystrokes
          row.summary = Summary(mean: share.value)
        }
        whole = [row]
      }
      for var row in whole {
        row.run = name
        saved.append(row)
      }
    }
    return saved
  }

  /// Rounds times to keep the file small, by less than 0.05 % or 0.05 ns: no time repeats that exactly.
  private static func rounded(_ summary: Summary) -> Summary {
    var summary = summary
    for figure in Figure.allCases {
      summary[figure] = summary[figure].map { $0 < 1_000 ? ($0 * 10).rounded() / 10 : $0.rounded() }
    }
    return summary
  }

  /// Replaces a folder by another; the old one is kept until the new one is in place.
  private func swap(_ fresh: String, into path: String) throws(Problem) {
    let old = FreshFolder.old(of: fresh)
    let replaces = FileAccess.exists(path)
    if replaces && FreshFolder.exchange(fresh, with: path) { return try removeFolder(fresh) }
    if replaces && rename(path, old) != 0 {
      throw FileAccess.failure(path, "the old baseline could not be moved away")
    }
    guard rename(fresh, path) == 0 else {
      let error = FileAccess.failure(path, "the baseline could not be put in its place")
      if replaces { rename(old, path) }
      throw error
    }
    if replaces { try removeFolder(old) }
  }
}
