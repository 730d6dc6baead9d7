import BenchmarkResults

/// The order of commits in the repository of the working folder.
package enum CommitAncestry {
  /// The answer of git about some commits.
  package enum Answer: Equatable, Sendable {
    /// The place of each commit in the history, parents before children, by its name in the request.
    case places([String: Int])
    /// The order is unknown, for this reason.
    case unknown(reason: String)
  }

  /// Puts commits in the order of the history; for parallel branches, git's topological order decides.
  ///
  /// - Parameter commits: their ids, whole or abbreviated.
  /// - Returns: the places, or the reason why there are none.
  package static func order(of commits: Set<String>) async -> Answer {
    // The names come from files, and must not become options.
    if let odd = commits.sorted().first(where: { $0.wholeMatch(of: /[0-9a-f]{4,64}/) == nil }) {
      return .unknown(
        reason: odd.isEmpty || odd == "none"
          ? "a run has no commit" : "\(odd.debugDescription) is not a commit")
    }
    // Nothing of them needs a commit.
    guard !commits.isEmpty else { return .places([:]) }
    do { _ = try await Git.place(of: ".") } catch {
      return .unknown(reason: (error as? Problem)?.problem ?? "\(error)")
    }
    var ids: [String: String] = [:]
    for commit in commits.sorted() {
      guard let id = await git(["rev-parse", "--verify", "--quiet", "\(commit)^{commit}"])?.first
      else { return .unknown(reason: "commit \(commit) is not in this repository") }
      ids[commit] = id
    }
    let all = Set(ids.values).sorted()
    // Common ancestors need not be listed; unrelated histories have none.
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

  /// The lines of git's output; nil if it fails.
  private static func git(_ arguments: [String]) async -> [String]? {
    (try? await Git.text(of: arguments))?.split(separator: "\n").map(String.init)
  }
}
