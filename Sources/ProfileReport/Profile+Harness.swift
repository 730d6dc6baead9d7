import BenchmarkModel
import BenchmarkResults

extension Profile {
  /// The profile without the frames of the harness: all outside the keystroke, and functions that only hand on.
  ///
  /// Nothing is lost but frames: what a stack costs stays with what is left of it. A function that hands on stays
  /// where it is the last of its stack, since then the cost is its own. What marks phases is one frame there.
  public func withoutHarness() -> Profile {
    var profile = self
    for index in profile.stacks.indices {
      profile.stacks[index].frames = Self.withoutHarness(stacks[index].frames)
    }
    return profile
  }

  private static func withoutHarness(_ frames: [StackFrame]) -> [StackFrame] {
    let frames = withoutShim(frames)
    let inside = frames.lastIndex(where: isPress).map { frames[($0 + 1)...] } ?? frames[...]
    // The cost of handing a key over is the harness's own; without its frame the stack would be empty.
    guard let last = inside.last else { return Array(frames.suffix(1)) }
    let marks = inside.reversed().prefix(while: isMark).count
    let end = marks == 0 ? last : StackFrame(function: "marks of phases")
    var kept: [StackFrame] = []
    for frame in inside.dropLast(max(marks, 1)).filter({ !isForwarder($0) }) + [end] {
      // What the compiler put between a closure and its specialised copy is gone, so both are one.
      if kept.last?.function == frame.function { kept.removeLast() }
      kept.append(frame)
    }
    return kept
  }

  /// The stack up to the function of the allocator that was called; how the shim counts is not what it costs.
  private static func withoutShim(_ frames: [StackFrame]) -> [StackFrame] {
    guard
      let shim = frames.firstIndex(where: { $0.file?.hasPrefix(HarnessFrames.shim) == true })
    else { return frames }
    // An allocator has no line of a package.
    return frames[..<shim] + [StackFrame(function: frames[shim].function)]
  }

  /// Whether a frame is where the harness gives a subject or field its keystroke.
  private static func isPress(_ frame: StackFrame) -> Bool {
    guard frame.function.contains(HarnessFrames.press) else { return false }
    if frame.function.hasPrefix(HarnessFrames.pressWitness) { return true }
    guard let file = frame.file else { return false }
    return HarnessFrames.folders.contains(where: file.hasPrefix)
  }

  /// Whether a frame only calls another, or marks phases.
  private static func isForwarder(_ frame: StackFrame) -> Bool {
    isMark(frame) || forwarders.contains { frame.function.hasPrefix($0) }
  }

  /// Whether a frame tells a ledger where a phase begins or ends.
  private static func isMark(_ frame: StackFrame) -> Bool {
    let name = frame.function
    return name.hasPrefix("PhaseMarker.measure") || name == HarnessFrames.toggle
      || name.hasPrefix("protocol witness for PhaseObserver.")
      || (name.contains("Ledger.") && frame.file.map(HarnessFrames.isOfInstruments) != false)
  }

  /// How swift-demangle calls what the compiler puts between two functions.
  private static let forwarders = [
    "partial apply for ", "partial apply forwarder for ", "reabstraction thunk ", "thunk for ",
    "protocol witness for ", "dispatch thunk of ", "vtable thunk for ", "merged partial apply for ",
  ]
}
