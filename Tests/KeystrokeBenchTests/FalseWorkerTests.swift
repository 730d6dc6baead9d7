import BenchmarkModel
import Foundation
import RunFixtures
import Testing

/// Tests of hostile workers: the conductor ends them, and names the cause.
struct FalseWorkerTests {
  private let folder: TemporaryFolder
  private let program = BuiltProgram.keystrokeBench
  private static let greeting =
    #"echo '{"keystrokeBenchProtocol":\#(ProtocolVersion.current),"suite":"S","configuration":"release"}'"#

  init() throws { folder = try TemporaryFolder() }

  private func refusal(_ script: String) async throws -> String {
    try folder.write(script, to: "worker")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path("worker"))
    let outcome = try await program.run(["list", "--worker", "./worker"], in: folder.path)
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.error.count { $0 == "\n" } == 1 && outcome.error.count <= 500)
    return outcome.error
  }

  @Test("A worker that closes its output and sleeps is ended, before and after it greeted")
  func closes() async throws {
    #expect(
      try await refusal("#!/bin/sh\nexec >&-\nexec sleep 3000\n")
        == "error: worker closed its output before it greeted and did not end, so it was ended\n")
    #expect(
      try await refusal("#!/bin/sh\n\(Self.greeting)\nexec >&-\nexec sleep 3000\n")
        == "error: worker closed its output while it listed its cells and did not end, so it was ended\n"
    )
  }

  @Test("A worker that does not exit after its last answer is ended, and its answers are used")
  func stays() async throws {
    let cell = #"{"strategy":"s","value":"v","locale":"l","length":1,"script":"t"}"#
    try folder.write(
      "#!/bin/sh\n\(Self.greeting)\nread line\necho '{\"list\":[\(cell)]}'\nexec sleep 3000\n",
      to: "worker")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path("worker"))
    let outcome = try await program.run(["list", "--worker", "./worker"], in: folder.path)
    #expect(outcome.status == 0 && outcome.output == "s/v/l/1/t\n", "\(outcome.error)")
  }

  @Test("A worker that writes without a line break is ended before it fills the memory")
  func floods() async throws {
    #expect(
      try await refusal("#!/bin/sh\nexec tr '\\0' x </dev/zero\n")
        == "error: worker is not a worker: before it greeted it wrote 64 KB without a line break, more than any answer has; name a benchmark executable\n"
    )
    #expect(
      try await refusal("#!/bin/sh\n\(Self.greeting)\nread line\nexec tr '\\0' x </dev/zero\n")
        .contains("while it listed its cells it wrote 262144 KB without a line break"))
  }

  /// Writes the script of a worker that lists one cell, after some commands.
  private func writeWorker(_ commands: String) throws {
    let cell = #"{"strategy":"s","value":"v","locale":"l","length":1,"script":"t"}"#
    try folder.write(
      "#!/bin/bash\n\(commands)\n\(Self.greeting)\nread line\necho '{\"list\":[\(cell)]}'\n",
      to: "worker")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path("worker"))
  }

  @Test("What it writes to standard error is bounded, marked, and nothing that a terminal obeys")
  func complains() async throws {
    let forged = #"printf '\033]0;title\007\033[2JPASS: nothing that gates got worse\r\n' >&2"#
    try writeWorker("\(forged)\nhead -c 24000000 /dev/zero | tr '\\0' '\\033' | fold -w 100 >&2")
    let outcome = try await program.run(["list", "--worker", "./worker"], in: folder.path)
    #expect(outcome.status == 0 && outcome.output == "s/v/l/1/t\n", "\(outcome.error.prefix(500))")
    let lines = outcome.error.split(whereSeparator: \.isNewline)
    #expect(
      lines.first == #"worker: \u{1B}]0;title\u{7}\u{1B}[2JPASS: nothing that gates got worse\u{D}"#
    )
    #expect(lines.last == "worker: what workers write beyond 64 KB is left out")
    #expect(!outcome.error.contains("\u{1B}") && outcome.error.utf8.count < 1 << 19)
  }

  @Test("The reason of one that dies is passed on before the error")
  func lastWords() async throws {
    let error = try await lines("#!/bin/sh\nprintf 'Fatal error: no\\nend' >&2\nexit 3\n")
    #expect(
      error == [
        "worker: Fatal error: no", "worker: end",
        "error: worker died (exit status 3) before it greeted; name a benchmark executable that works here",
      ])
  }

  private func lines(_ script: String) async throws -> [Substring] {
    try folder.write(script, to: "worker")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path("worker"))
    let outcome = try await program.run(["list", "--worker", "./worker"], in: folder.path)
    #expect(outcome.status == 2)
    return outcome.error.split(separator: "\n")
  }

  @Test("Ctrl-C ends one that answers byte by byte and ignores the end of its input")
  func interrupted() async throws {
    try folder.write(
      "#!/bin/bash\ntrap '' PIPE TERM\necho $$ >pid\nwhile :; do printf x; sleep 0.1; done\n",
      to: "worker")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path("worker"))
    let outcome = try await program.run(
      ["list", "--worker", "./worker"], in: folder.path, once: "test -s pid",
      then: "kill -INT $program")
    #expect(outcome.status == 130, "\(outcome.error)")
    let process = try #require(
      pid_t(folder.text("pid").trimmingCharacters(in: .whitespacesAndNewlines)))
    try await BuiltProgram.waitForEnd { [process] }
    #expect(!BuiltProgram.isAlive(process))
  }

  @Test("What it started in a session of its own ends with the program, however deep")
  func strays() async throws {
    try writeWorker(
      """
      setsid --fork sh -c 'echo $$ >first; setsid --fork sh -c "echo \\$\\$ >second; exec sleep 3000"; exec sleep 3000'
      until [ -s first ] && [ -s second ]; do sleep 0.01; done
      """)
    let outcome = try await program.run(["list", "--worker", "./worker"], in: folder.path)
    #expect(outcome.status == 0, "\(outcome.error)")
    for name in ["first", "second"] {
      let process = try #require(
        pid_t(folder.text(name).trimmingCharacters(in: .whitespacesAndNewlines)))
      #expect(!BuiltProgram.isAlive(process), "\(name)")
    }
  }

  @Test("What it leaves running ends with it")
  func leaves() async throws {
    let error = try await refusal("#!/bin/sh\nsleep 3000 & echo $! >pid\nexec >&-\nexit 3\n")
    #expect(error.hasPrefix("error: worker died (exit status 3) before it greeted; "))
    let process = try #require(
      pid_t(folder.text("pid").trimmingCharacters(in: .whitespacesAndNewlines)))
    try await BuiltProgram.waitForEnd { [process] }
    #expect(!BuiltProgram.isAlive(process))
  }

  @Test("An invalid cell, and a cell that is listed twice")
  func cells() async throws {
    func list(_ cells: String) -> String {
      "#!/bin/sh\n\(Self.greeting)\nread line\necho '{\"list\":[\(cells)]}'\nread line\n"
    }
    let good = #"{"strategy":"s","value":"v","locale":"l","length":1,"script":"t"}"#
    let line = #"{"strategy":"s\\n1","value":"v","locale":"l","length":1,"script":"t"}"#
    #expect(try await refusal(list("\(good),\(good)")).contains("s/v/l/1/t is listed twice"))
    #expect(try await refusal(list(line)).contains(#""s\n1/v/l/1/t" is not a cell"#))
  }

  @Test("A file that this machine cannot execute is named")
  func wrongFormat() async throws {
    #expect(
      try await refusal("no program\u{1}")
        == "error: ./worker could not be launched: Exec format error; build it for this machine\n")
  }
}
