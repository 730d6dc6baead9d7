import BenchmarkConductor

/// The order of commits in the repository of the working folder.
public enum CommitAncestry {
  /// What git says of some commits.
  public enum Answer: Equatable, Sendable {
    /// The place of each in the history, parents before children, by the name that was asked for.
    case places([String: Int])
    /// Why there is none.
    case unknown(reason: String)
  }

  /// Puts commits in the order of the history; where branches are side by side, git's topological order decides.
  ///
  /// - Parameter commits: their ids, whole or abbreviated.
  /// - Returns: the places, or why there are none.
  public static func order(of commits: Set<String>) async -> Answer {
    // Names come out of files, and must not become options.
    if let odd = commits.sorted().first(where: { $0.wholeMatch(of: /[0-9a-f]{4,64}/) == nil }) {
      return .unknown(
        reason: odd.isEmpty || odd == "none"
          ? "a run has no commit" : "\(odd.debugDescription) is no commit")
    }
    // Nothing of them needs a commit.
    guard !commits.isEmpty else { return .places([:]) }
    do { _ = try await Git.place(of: ".") } catch {
      return .unknown(reason: (error as? GitProblem)?.cause ?? "\(error)")
    }
    var ids: [String: String] = [:]
    for commit in commits.sorted() {
      guard let id = await git(["rev-parse", "--verify", "--quiet", "\(commit)^{commit}"])?.first
      else { return .unknown(reason: "commit \(commit) is not in this repository") }
      ids[commit] = id
    }
    let all = Set(ids.values).sorted()
    // What all have in common need not be listed; unrelated histories have nothing in common.
    let base = await git(["merge-base", "--octopus"] + all)?.first
    let range = base.map { ["^\($0)"] } ?? []
    guard let listed = await git(["rev-list", "--topo-order", "--reverse"] + all + range) else {
      return .unknown(reason: "git rev-list failed")
    }
    let order = [base].compactMap(\.self) + listed
    let places = Dictionary(
      zip(order, order.indices), uniquingKeysWith: { first, _ in first })
    return .places(ids.compactMapValues { places[$0] })
  }

  /// The lines that git answers, or nil where it fails.
  private static func git(_ arguments: [String]) async -> [String]? {
    (try? await Git.text(of: arguments))?.split(separator: "\n").map(String.init)
  }
}
