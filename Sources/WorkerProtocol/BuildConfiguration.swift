/// How the measured code was compiled.
public enum BuildConfiguration: String, Codable, CaseIterable, Sendable {
  /// With optimisation.
  case release
  /// Without.
  case debug
}
