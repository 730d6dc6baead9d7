import KeystrokeWorkload

/// An acknowledgement that fails the gate itself, since the file no longer says what is so.
public struct AcknowledgementFault: Equatable, Sendable {
  /// What is wrong with it.
  public enum Kind: String, CaseIterable, Encodable, Sendable {
    /// Its last day is over.
    case expired = "expired acknowledgement"
    /// Its cells were compared, and nothing that it is about has changed.
    case unused = "unused acknowledgement"
  }

  /// What is wrong.
  public let kind: Kind
  /// The acknowledgement.
  public let acknowledgement: Acknowledgement

  /// One line: where it stands, what is wrong, what to do.
  public var description: String {
    let entry = acknowledgement
    let begin = "\(entry.place): the acknowledgement of \(entry.size) in \(entry.cells)"
    return switch kind {
    case .expired:
      "\(begin) expired on \(entry.expires); mend what it accepts, or save the baseline again, and take it out"
    case .unused:
      "\(begin) matched no change, though its cells were compared; take it out"
    }
  }
}
