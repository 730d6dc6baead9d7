/// How far a run got.
public enum RunStatus: String, Codable, CaseIterable, Sendable {
  /// Still running, or killed before it could say otherwise.
  case running
  /// Every round is there.
  case finished
  /// Stopped by the user.
  case interrupted
  /// Stopped by an error.
  case failed
}
