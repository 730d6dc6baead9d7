/// What counts the instructions of keystrokes.
public enum InstructionSource: String, CaseIterable, Sendable {
  /// Valgrind's callgrind, which simulates the processor: exact, and fifty times slower.
  case callgrind
  /// They are not counted.
  case none
}
