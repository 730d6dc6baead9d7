import BenchmarkResults

/// Where the processor was while keystrokes were pressed.
public struct ProfilerSamples: Sendable {
  /// One stack.
  public struct Stack: Sendable {
    /// The functions, outermost first, those of the harness included.
    public var frames: [StackFrame]
    /// Its cost per keystroke, in nanoseconds or, if ``ProfilerSamples/areCycles``, in cycles.
    public var weight: Double
  }

  /// The stacks within keystrokes.
  public var stacks: [Stack]
  /// Whether cycles of the processor were sampled and not its time.
  public var areCycles: Bool
  /// The kernel's name of what was sampled.
  public var event: String
  /// How many samples were taken within keystrokes.
  public var count: Int
  /// How many others were taken: setting up, warming up, and stacks that could not be followed.
  public var countOutside: Int
  /// How many keystrokes were pressed.
  public var keystrokes: Int
}
