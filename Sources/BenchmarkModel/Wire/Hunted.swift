/// The findings of one part of a hunt.
public struct Hunted: Hashable, Sendable, Codable {
  /// The kind of action whose keystroke was wrong.
  ///
  /// A hunt looks for a kind until it is found once.
  public enum Kind: String, CaseIterable, Sendable, Codable {
    case typing
    /// A minus in an empty field, or over all.
    case sign
    case typingInside = "typing-inside"
    case typingOver = "typing-over"
    case deleting
    case deletingForward = "deleting-forward"
    case behindSuffix = "behind-suffix"
    case beforePrefix = "before-prefix"
    /// A digit in front of the minus.
    case beforeMinus = "before-minus"
    case otherDecimalKey = "other-decimal-key"
    /// The locale's own separator of groups, typed.
    case ownSeparator = "own-separator"
    /// A decimal separator in a number that has one.
    case secondSeparator = "second-separator"
    /// In a text that code wrote without groups.
    case ungrouped
    /// Code writes a value.
    case writing
    /// Editing ends.
    case ending
    /// A number as the locale writes it is inserted in one piece; so are the texts of all following kinds.
    case ownText = "own-text"
    /// The decimal separator in another shape: `12。5`.
    case decimalShape = "decimal-shape"
    /// The minus in another shape: `–5`.
    case minusShape = "minus-shape"
    /// `25,-` and `100/-`.
    case trailingHyphen = "trailing-hyphen"
    /// `5.99 - 10.99`, which is not a number.
    case range
    /// `1e5`.
    case exponent
    /// `(5)`.
    case parentheses
    /// `Rs. 500`.
    case abbreviation
    /// `1.234,5` if the comma is not the locale's decimal separator.
    case bothSeparators = "both-separators"
    /// `1.234.567` if the point is the locale's decimal separator.
    case repeatedSeparator = "repeated-separator"
    /// `1234,5` if the comma is not the locale's decimal separator.
    case loneSeparator = "lone-separator"
    /// `0,500` if the comma is not the locale's decimal separator.
    case zeroFraction = "zero-fraction"
    /// `5k`, `3 Mio.`: what follows is no number for a field of another unit; nor are the texts of the next three kinds.
    case magnitude
    /// `24.12.24`.
    case date
    /// `192.168.1.1`, `0123 45 67 89`.
    case address
    /// `10 km`, `1h30`.
    case otherUnit = "other-unit"
    /// One of these texts, or some digits, inside a number.
    case pieceInside = "piece-inside"
  }

  /// A session whose last step did not leave the expected state.
  public struct Finding: Hashable, Sendable, Codable {
    /// The kind of its last step.
    public var kind: Kind
    /// The session, with the expected state of each step.
    public var editCase: EditCase
    /// The states of the field before the first step and after each.
    public var states: [FieldSnapshot]

    package init(kind: Kind, editCase: EditCase, states: [FieldSnapshot]) {
      self.kind = kind
      self.editCase = editCase
      self.states = states
    }
  }

  /// The number of keystrokes that were played.
  public var keystrokes: Int
  /// The number of them that nobody could judge, since no rule tells what they should leave.
  public var unjudged = 0
  /// The number of them that were taken for what somebody else means by them.
  public var ambiguous = 0
  /// The findings, at most one of a kind.
  public var findings: [Finding]

  package init(keystrokes: Int = 0, findings: [Finding] = []) {
    self.keystrokes = keystrokes
    self.findings = findings
  }
}
