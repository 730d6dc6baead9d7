/// How runs are put in the order of time.
public enum HistoryOrder: Sendable {
  /// By the place of each commit in the history of the repository, parents first; by the commit as the runs name it.
  case ancestry([String: Int])
  /// By when the runs began, with the reason why not by ancestry.
  case start(reason: String)

  /// What a reader is told.
  var words: String {
    switch self {
    case .ancestry: "by ancestry of the commits, and runs of one commit by their start"
    case .start(let reason): "by the start of the runs, since \(reason)"
    }
  }

  /// The place of a run; nil where only its start tells.
  func place(of commit: String) -> Int? {
    guard case .ancestry(let places) = self else { return nil }
    return places[commit]
  }
}
