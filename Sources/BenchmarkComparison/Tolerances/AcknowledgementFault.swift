import KeystrokeWorkload

/// An acknowledgement that fails the gate itself, since the file no longer says what is so.
public struct AcknowledgementFault: Equatable, Sendable {
  /// What is wrong with it.
  public enum Kind: String, CaseIterable, Encodable, Sendable {
    /// Its last day is over.
    case expired = "expired_acknowledgement"
    /// Its cells were compared, and nothing that it is about has changed.
    case unused = "unused_acknowledgement"
  }

  /// What is wrong.
  public let kind: Kind
  /// The acknowledgement.
  public let acknowledgement: Acknowledgement
}
