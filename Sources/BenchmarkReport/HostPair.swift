import BenchmarkResults

/// Whether the times of two runs are of one kind of machine, as far as their facts tell.
struct HostPair {
  /// Why they are not, in words; nil where no fact differs.
  let difference: String?

  init(_ a: RunMetadata, _ b: RunMetadata) {
    if a.hosts.count == 1, b.hosts.count == 1 {
      // A run that was merged names all machines in its own facts, so the lists are what counts.
      let differences = a.hosts[0].differences(from: b.hosts[0])
      difference = differences.isEmpty ? nil : differences.joined(separator: ", ")
      return
    }
    let several = [("baseline", a), ("candidate", b)].filter { $0.1.hosts.count > 1 }
    difference = several.map { name, run in
      "the \(name) was measured on \(run.hosts.count): \(run.hosts.map { "\($0.name), \($0.kernel)" }.joined(separator: "; "))"
    }.joined(separator: "; ")
  }

  /// What a reader is told, where something differs.
  var note: String? {
    difference.map { "the machines differ (\($0)), so times say little." }
  }
}
