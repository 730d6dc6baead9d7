import BenchmarkModel
import BenchmarkResults

extension Conductor {
  /// The number of keystrokes in one request.
  private static let keystrokesPerPart = 2_500

  /// Plays random sessions with a strategy until enough keys are pressed: one worker per processor.
  ///
  /// - Parameter request: the strategy, the values and locales to draw from, and the total number of keystrokes.
  /// - Returns: the findings, in the order of kinds; fewer keystrokes than requested if the task was cancelled.
  /// - Throws: `Problem` if the worker does not know the strategy, or dies.
  package func hunt(_ request: HuntRequest) async throws -> Hunted {
    let parts = (request.keystrokes + Self.keystrokesPerPart - 1) / Self.keystrokesPerPart
    progress.begin(steps: parts)
    defer { progress.end() }
    var all = Hunted()
    for first in stride(from: 0, to: parts, by: HuntRequest.partsPerWave) {
      let wave = (first..<min(first + HuntRequest.partsPerWave, parts)).map { part in
        var request = request
        request.part = part
        request.keystrokes = min(
          Self.keystrokesPerPart, request.keystrokes - part * Self.keystrokesPerPart)
        request.known += all.findings.map(\.kind)
        return request
      }
      do { all.add(try await hunt(wave)) } catch {
        guard Task.isCancelled else { throw error }
        break
      }
    }
    all.findings.sort { $0.kind.order < $1.kind.order }
    return all
  }

  private func hunt(_ wave: [HuntRequest]) async throws -> [Hunted] {
    let left = WorkQueue(Array(wave.enumerated()))
    let processors = max(Processors.allowed().count, 1)
    return try await withThrowingTaskGroup { group in
      for _ in 0..<min(processors, wave.count) {
        group.addTask {
          try await WorkerProcess.with(launch()) { worker in
            var hunted: [(Int, Hunted)] = []
            while let (index, request) = left.next() {
              progress.step("hunting", request.strategy)
              hunted.append((index, try await worker.ask(request)))
            }
            return hunted
          }
        }
      }
      let hunted = try await group.reduce(into: []) { $0 += $1 }
      return hunted.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }
}

extension Hunted {
  /// Adds the parts of a wave; if there are several findings of a kind, the one with the fewest steps is kept.
  fileprivate mutating func add(_ parts: [Hunted]) {
    for part in parts {
      keystrokes += part.keystrokes
      ambiguous += part.ambiguous
      unjudged += part.unjudged
      for finding in part.findings {
        guard let index = findings.firstIndex(where: { $0.kind == finding.kind }) else {
          findings.append(finding)
          continue
        }
        if finding.editCase.steps.count < findings[index].editCase.steps.count {
          findings[index] = finding
        }
      }
    }
  }
}

extension Hunted.Kind {
  fileprivate var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
