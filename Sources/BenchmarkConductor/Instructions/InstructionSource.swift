/// What counts the instructions of keystrokes.
public enum InstructionSource: String, CaseIterable, Sendable {
  /// Valgrind's callgrind, which simulates the processor: exact, and fifty times slower.
  case callgrind
  /// The processor's own counter, through perf_event_open(2): quick, and a few off from run to run. Not in most virtual
  /// machines.
  case perf
  /// They are not counted.
  case none
}
