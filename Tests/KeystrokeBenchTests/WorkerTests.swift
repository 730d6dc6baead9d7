import BenchmarkModel
import Foundation
import RunFixtures
import Testing

/// Tests of a benchmark executable used by hand, and of programs that are not workers.
struct WorkerTests {
  private let folder: TemporaryFolder
  private let program = BuiltProgram.keystrokeBench
  private let worker = BuiltProgram("HarnessNoise")

  init() throws { folder = try TemporaryFolder() }

  /// Writes a shell script that can be used as a worker.
  private func script(_ lines: String...) throws -> String {
    let text = (["#!/bin/sh"] + lines).joined(separator: "\n") + "\n"
    try folder.write(text, to: "worker")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path("worker"))
    return folder.path("worker")
  }

  private func greeting(version: Int) -> String {
    """
    echo '{"keystrokeBenchProtocol":\(version),"suite":"S","configuration":"release",\
    "clock":{"overhead":20,"resolution":10}}'
    """
  }

  /// Expects that `list` and `run` refuse a worker, in one line, and that no run is started.
  private func expectRefusal(_ path: String, _ words: String) async throws {
    for arguments in [["list"], ["run", "--out", "a"]] {
      let outcome = try await program.run(arguments + ["--worker", path], in: folder.path)
      #expect(outcome.status == 2)
      #expect(outcome.output == "")
      #expect(
        outcome.error.hasPrefix("error: ") && outcome.error.contains(words), "\(outcome.error)")
      #expect(outcome.error.count { $0 == "\n" } == 1)
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path("a")))
  }

  @Test(
    "A program that ends, prints text, is missing or is a folder is refused: 2", .needsLiveShim,
    arguments: [
      ("/bin/true", "true died (exit status 0) before it greeted"),
      ("/bin/false", "false died (exit status 1) before it greeted"),
      ("/usr/bin/yes", "yes is not a worker: its first line is \"y\""),
      ("/no/such/worker", "/no/such/worker cannot be run: no such program"),
      ("/usr", "/usr"),
    ])
  func noWorker(_ path: String, _ words: String) async throws {
    try await expectRefusal(path, words)
  }

  @Test("A program that waits for input without greeting is given up: 2")
  func silent() async throws {
    let outcome = try await program.run(["list", "--worker", "/bin/cat"], in: folder.path)
    #expect(outcome.status == 2)
    #expect(
      outcome.error
        == "error: cat is not a worker: it did not greet, and it did nothing for 10 s; name a benchmark executable that works here\n"
    )
  }

  @Test(
    "A worker of another protocol version: 2, both versions, which is older, and the hint",
    .needsLiveShim, arguments: [(99, "the program is older"), (1, "the worker is older")])
  func otherVersion(_ version: Int, _ older: String) async throws {
    try await expectRefusal(
      script(greeting(version: version), "read line"),
      "the worker speaks version \(version) of the protocol, the program \(ProtocolVersion.current), so \(older); "
    )
  }

  @Test(
    "A worker that answers with something else, and continues without input: 2, at once",
    .needsLiveShim)
  func otherAnswer() async throws {
    try await expectRefusal(
      script(greeting(version: ProtocolVersion.current), "read line", "echo hm", "sleep 60"),
      "\"hm\" is not a reply to list")
  }

  @Test("A reply to another request: 2, naming the request and the reply", .needsLiveShim)
  func otherReply() async throws {
    try await expectRefusal(
      script(
        greeting(version: ProtocolVersion.current), "read line", "echo '{\"locales\":[]}'",
        "read line"),
      "expected a reply to list, got one to \"locales\"")
  }

  @Test("A worker replies to an unknown request with an error, and then to the next request")
  func unknownRequest() async throws {
    let requests = #"'{"dance":{}}' 'hm' '{"replayed":{}}'"#
    let outcome = try await worker.run([], script: "printf '%s\\n' \(requests) | \"$0\"")
    #expect(outcome.status == 0, "\(outcome.error)")
    let lines = outcome.output.split(separator: "\n").dropFirst()
    #expect(lines.map { $0.hasPrefix(#"{"error":""#) } == [true, true, false])
    #expect(lines.first?.contains("dance") == true)
    #expect(lines.last == #"{"replayed":[]}"#)
  }

  @Test("Used by hand, a worker lists its cells and measures one")
  func byHand() async throws {
    let list = try await worker.run(["--list"])
    #expect(list.status == 0)
    #expect(list.output.split(separator: "\n").contains("malloc-3x1000/none/none/1/call"))
    let one = try await worker.run(
      ["--cell", "malloc-3x1000/none/none/1/call", "--milliseconds", "1"])
    #expect(one.status == 0)
    let lines = one.output.split(separator: "\n")
    #expect(lines.first == "phase,metric,instrument,unit,count,min,p50,p90,p99,p999,max,mean")
    #expect(lines.contains { $0.hasPrefix("total,time,clock,ns,") })
    #expect(!one.output.contains("allocations"))
  }

  @Test(
    "Used by hand, a worker counts allocations with the shim preloaded, and refuses without it",
    .needsLiveShim)
  func byHandAllocations() async throws {
    let arguments = [
      "--cell", "malloc-3x1000/none/none/1/call", "--milliseconds", "1", "--allocations",
    ]
    let shim = try URL(filePath: worker.path).deletingLastPathComponent()
      .appending(path: "libAllocatorShim.so").path()
    let counted = try await worker.run(arguments, script: "LD_PRELOAD='\(shim)' \"$0\" \"$@\"")
    #expect(counted.status == 0, "\(counted.error)")
    #expect(counted.output.contains("total,allocations,shim,1,31,3.0,3.0,3.0,3.0,3.0,3.0,3.0\n"))
    let refused = try await worker.run(arguments)
    #expect(refused.status == 2)
    #expect(refused.output == "")
    #expect(refused.error.contains("LD_PRELOAD"))
  }

  @Test(
    "Used by hand, a worker reports invalid arguments",
    arguments: [
      (
        ["--cell", "a/b"], 2, "a/b is not a cell: strategy/value/locale/length/script was expected"
      ),
      (
        ["--cell", "none/none/none/1/call"], 2,
        "HarnessNoise has no cell none/none/none/1/call; `keystroke-bench list` shows"
      ),
      (["--cell", "none/none/none/1/call", "--calls", "3"], 2, "has no cell"),
      (["--calls", "3"], 64, "--calls needs a --cell"),
      (["--cell", "empty/none/none/1/call", "--calls", "0"], 64, "--calls must be at least 1"),
      (["--milliseconds", "0"], 64, "--milliseconds must be above 0"),
      (["--milliseconds=nan"], 64, "--milliseconds must be above 0"),
      (["--calls", "many"], 64, "--calls needs a number, not \"many\""),
      (["--seed"], 64, "--seed needs a value"), (["--list=all"], 64, "--list takes no value"),
      (["--sed", "3"], 64, "there is no option \"--sed\""),
    ])
  func byHandWrong(_ arguments: [String], _ status: Int, _ words: String) async throws {
    let outcome = try await worker.run(arguments)
    #expect(outcome.status == status)
    #expect(outcome.output == "")
    #expect(outcome.error.contains(words), "\(outcome.error)")
  }
}
