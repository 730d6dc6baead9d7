import BenchmarkModel
import BenchmarkResults

extension Profile {
  /// The profile without the frames of the harness: all frames outside the keystroke, and functions that only call
  /// another.
  ///
  /// Only frames are lost: the cost of a stack stays with its remaining frames. A forwarding function stays if it is
  /// the last of its stack, since then the cost is its own. Functions that mark phases become one frame there.
  package func withoutHarness() -> Profile {
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
      // The frames that the compiler put between a closure and its specialised copy are gone, so both become one.
      if kept.last?.function == frame.function { kept.removeLast() }
      kept.append(frame)
    }
    return kept
  }

  /// The stack up to the function of the allocator that was called; the shim's own frames are left out.
  private static func withoutShim(_ frames: [StackFrame]) -> [StackFrame] {
    guard
      let shim = frames.firstIndex(where: { $0.file?.hasPrefix(HarnessFrames.shim) == true })
    else { return frames }
    // An allocator has no line of a package.
    return frames[..<shim] + [StackFrame(function: frames[shim].function)]
  }

  /// True if the frame is the one in which the harness gives a subject or field its keystroke, or makes a field.
  private static func isPress(_ frame: StackFrame) -> Bool {
    guard [HarnessFrames.press, HarnessFrames.make].contains(where: frame.function.contains) else {
      return false
    }
    if HarnessFrames.witnesses.contains(where: frame.function.hasPrefix) { return true }
    guard let file = frame.file else { return false }
    return HarnessFrames.folders.contains(where: file.hasPrefix)
  }

  /// True if the frame only calls another, or marks phases.
  private static func isForwarder(_ frame: StackFrame) -> Bool {
    isMark(frame) || forwarders.contains { frame.function.hasPrefix($0) }
  }

  /// True if the frame reports the beginning or end of a phase to a ledger.
  private static func isMark(_ frame: StackFrame) -> Bool {
    let name = frame.function
    return name.hasPrefix("PhaseMarker.measure") || name == HarnessFrames.toggle
      || name.hasPrefix("protocol witness for PhaseObserver.")
      || (name.contains("Ledger.") && frame.file.map(HarnessFrames.isOfInstruments) != false)
  }

  /// The prefixes that swift-demangle gives to functions that the compiler puts between two others.
  private static let forwarders = [
    "partial apply for ", "partial apply forwarder for ", "reabstraction thunk ", "thunk for ",
    "protocol witness for ", "dispatch thunk of ", "vtable thunk for ", "merged partial apply for ",
  ]
}
