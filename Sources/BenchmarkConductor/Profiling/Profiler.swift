import BenchmarkModel
import BenchmarkResults
import Foundation

/// Finds the functions in which the keystrokes of a cell spend their time.
package struct Profiler: Sendable {
  let plan: RunPlan
  let progress: any RunProgress

  /// Makes a profiler of a plan's worker, which reports its progress to `progress`.
  package init(_ plan: RunPlan, progress: any RunProgress) {
    self.plan = plan
    self.progress = progress
  }

  /// Samples the processor while a worker presses the keystrokes of a cell, by `perf record`.
  ///
  /// Cycles are sampled if the processor counts them, otherwise its time; in user space either way. Stacks are followed
  /// by frame pointers, which all Swift code has on Linux; if a function of another library has none, its caller may be
  /// missing.
  ///
  /// - Parameters:
  ///   - cell: the cell.
  ///   - seconds: how long keystrokes are pressed, after a warm-up.
  /// - Returns: the stacks within keystrokes, including the frames of the harness.
  /// - Throws: `Problem` if perf is missing or forbidden, or the worker fails.
  package func sample(_ cell: Cell, seconds: Double) async throws -> ProfilerSamples {
    let perf = try Self.findPerf()
    progress.begin(steps: 3)
    defer { progress.end() }
    let folder = try TemporaryPlace.fresh()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    progress.step("recording", cell.id)
    let data = "\(folder)/perf.data"
    let keystrokes = try await record(cell, seconds: seconds, perf: perf, to: data)
    progress.step("reading", cell.id)
    let script = try ProfilerScript(try await Self.script(of: data, perf: perf))
    progress.step("naming", cell.id)
    return try await samples(of: script, keystrokes: keystrokes, cell: cell)
  }

  private func samples(
    of script: ProfilerScript, keystrokes: Int, cell: Cell
  ) async throws -> ProfilerSamples {
    // A caller's address is its return address, which may already belong to another line.
    var frames: [CodeAddress: [StackFrame]] = [:]
    let inner = Set(script.stacks.keys.compactMap(\.first))
    let outer = Set(script.stacks.keys.flatMap { $0.dropFirst() })
    let objects = Self.objects(of: script.places)
    func address(_ place: ProfilerScript.Place, isCaller: Bool) -> CodeAddress {
      let place = script.places[place]
      let offset = place.address - (isCaller && place.address > 0 ? 1 : 0)
      return CodeAddress(
        object: place.object,
        address: objects[place.object]?.address(ofOffset: offset) ?? offset)
    }
    frames = try await Symboliser.frames(
      of: inner.map { address($0, isCaller: false) } + outer.map { address($0, isCaller: true) })
    var result = ProfilerSamples(
      stacks: [], areCycles: script.event.hasPrefix("cycles"), event: script.event, count: 0,
      countOutside: 0, keystrokes: keystrokes)
    for (places, total) in script.stacks {
      let stack = places.enumerated().reversed().flatMap { depth, place in
        frames[address(place, isCaller: depth > 0)] ?? []
      }
      if Self.isInKeystroke(stack) {
        result.stacks.append(.init(frames: stack, weight: total.period / Double(keystrokes)))
        result.count += total.count
      } else {
        result.countOutside += total.count
      }
    }
    guard result.count > 0 else {
      throw Problem(
        "perf took no sample in the keystrokes of \(cell.id), and \(result.countOutside) elsewhere: press for longer with --for, and build with debug information, as `swift build -c release` does"
      )
    }
    return result
  }

  /// True if a keystroke was being pressed in the measured loop.
  ///
  /// Sessions are recorded, and the worker is warmed up, before the loop; fields are made within it.
  private static func isInKeystroke(_ stack: [StackFrame]) -> Bool {
    guard
      let loop = stack.firstIndex(where: { $0.function.hasSuffix("BenchmarkMain.press(for:in:)") })
    else { return false }
    return stack[(loop + 1)...].contains { $0.function.contains(HarnessFrames.press) }
  }

  private static func objects(of places: [CodeAddress]) -> [String: ObjectFile] {
    var objects: [String: ObjectFile] = [:]
    for path in Set(places.map(\.object)) where path.hasPrefix("/") {
      objects[path] = ObjectFile(path: path)
    }
    return objects
  }
}

/// The samples that were taken while keystrokes were pressed.
package struct ProfilerSamples: Sendable {
  /// One stack.
  package struct Stack: Sendable {
    /// The functions, outermost first, including those of the harness.
    package var frames: [StackFrame]
    /// Its cost per keystroke, in nanoseconds or, if ``ProfilerSamples/areCycles``, in cycles.
    package var weight: Double
  }

  /// The stacks within keystrokes.
  package var stacks: [Stack]
  /// True if cycles of the processor were sampled, false if its time was.
  package var areCycles: Bool
  /// The kernel's name of the sampled event.
  package var event: String
  /// The number of samples within keystrokes.
  package var count: Int
  /// The number of other samples: setting up, warming up, and stacks that could not be followed.
  package var countOutside: Int
  /// The number of keystrokes pressed.
  package var keystrokes: Int
}
