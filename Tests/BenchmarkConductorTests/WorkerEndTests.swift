import BenchmarkConductor
import BenchmarkModel
import Foundation
import RunFixtures
import Testing

/// Tests of a worker's end, repeated often enough to meet rare interleavings.
///
/// A conductor that waited for its workers with libdispatch would crash now and then: see `DispatchTests`.
@Suite struct WorkerEndTests {
  private struct Silent: RunProgress {
    func begin(work: Double) {}
    func step(_ activity: String, _ subject: String, work: Double) {}
    func remark(_ text: String) {}
    func end() {}
  }

  /// The number of workers launched, and the number that run side by side.
  private static let workers = 2_000
  private static let width = 4

  /// A worker that greets, lists one cell, and exits while the conductor closes its end of the pipes.
  private static let brief = """
    #!/bin/sh
    echo '{"keystrokeBenchProtocol":\(ProtocolVersion.current),"suite":"S","configuration":"release"}'
    read -r line
    echo '{"list":[{"strategy":"s","value":"v","locale":"l","length":1,"script":"t"}]}'
    """

  @Test(
    "Thousands of workers end, some of them given up meanwhile, and the conductor survives"
  )
  func ends() async throws {
    // As in the command line: a write to a worker that has exited fails.
    signal(SIGPIPE, SIG_IGN)
    let folder = try TemporaryFolder()
    try folder.write(Self.brief, to: "worker")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path("worker"))
    let plan = RunPlan(worker: folder.path("worker"), shim: "none", folder: "", argv: ["test"])
    let conductor = Conductor(plan, progress: Silent())
    try await MachineShare.with {
      try await withThrowingTaskGroup(of: Int.self) { group in
        for lane in 0..<Self.width {
          group.addTask {
            var answers = 0
            for number in stride(from: lane, to: Self.workers, by: Self.width) {
              let listing = Task { try await conductor.cells().cells }
              // One worker of three is given up at some moment of its life.
              if number % 3 == 0 {
                try await Task.sleep(for: .microseconds(number * 7_919 % 3_000))
                listing.cancel()
                _ = try? await listing.value
              } else {
                answers += try await listing.value.count
              }
            }
            return answers
          }
        }
        let answers = try await group.reduce(0, +)
        #expect(answers == (0..<Self.workers).count { $0 % 3 != 0 })
      }
    }
  }
}
