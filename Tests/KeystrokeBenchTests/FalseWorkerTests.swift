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
  private static let cell = #"{"strategy":"s","value":"v","locale":"l","length":1,"script":"t"}"#

  init() throws { folder = try TemporaryFolder() }

  /// Lists the cells of a worker that is a script of bash.
  private func list(_ script: String) async throws -> BuiltProgram.Outcome {
    try folder.writeProgram("#!/bin/bash\n\(script)\n", to: "worker")
    return try await program.run(["list", "--worker", "./worker"], in: folder.path)
  }

  /// Lists the cells of a worker that executes commands, and then answers that it has some cells.
  private func answer(
    _ cells: String = cell, before commands: String = "", after: String = ""
  ) async throws -> BuiltProgram.Outcome {
    try await list(
      "\(commands)\n\(Self.greeting)\nread line\necho '{\"list\":[\(cells)]}'\n\(after)")
  }

  private func expectEnd(of name: String) async throws {
    let process = try #require(
      pid_t(folder.text(name).trimmingCharacters(in: .whitespacesAndNewlines)))
    try await BuiltProgram.waitForEnd { [process] }
    #expect(!BuiltProgram.isAlive(process), "\(name)")
  }

  @Test(
    "A worker that does not speak the protocol is ended, and the reason is one line",
    arguments: [
      ("exec >&-\nexec sleep 3000", "worker closed its output before it greeted and did not end"),
      (
        "\(greeting)\nexec >&-\nexec sleep 3000",
        "worker closed its output while it listed its cells and did not end"
      ),
      (
        "exec tr '\\0' x </dev/zero",
        "worker is not a worker: before it greeted it wrote 64 KB without a line break"
      ),
      (
        "sleep 3000 & echo $! >pid\nexec >&-\nexit 3",
        "worker died (exit status 3) before it greeted; "
      ),
    ])
  func ended(_ script: String, _ words: String) async throws {
    let outcome = try await list(script)
    #expect(outcome.status == 2 && outcome.output == "")
    #expect(outcome.error.hasPrefix("error: \(words)"), "\(outcome.error)")
    #expect(outcome.error.count { $0 == "\n" } == 1 && outcome.error.count <= 500)
    // What it leaves running ends with it.
    if script.contains("pid") { try await expectEnd(of: "pid") }
  }

  @Test("A worker that does not exit after its last answer is ended, and its answers are used")
  func stays() async throws {
    let outcome = try await answer(after: "exec sleep 3000")
    #expect(outcome.status == 0 && outcome.output == "s/v/l/1/t\n", "\(outcome.error)")
  }

  @Test("What it writes to standard error is bounded, marked, and nothing that a terminal obeys")
  func complains() async throws {
    let forged = #"printf '\033]0;title\007\033[2JPASS: nothing that gates got worse\r\n' >&2"#
    let outcome = try await answer(
      before: "\(forged)\nhead -c 400000 /dev/zero | tr '\\0' '\\033' | fold -w 100 >&2")
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
    let outcome = try await list("printf 'Fatal error: no\\nend' >&2\nexit 3")
    #expect(
      outcome.error.hasPrefix(
        "worker: Fatal error: no\nworker: end\nerror: worker died (exit status 3) before it greeted"
      ))
  }

  @Test("Ctrl-C ends one that answers byte by byte and ignores the end of its input")
  func interrupted() async throws {
    try folder.writeProgram(
      "#!/bin/bash\ntrap '' PIPE TERM\necho $$ >pid\nwhile :; do printf x; sleep 0.1; done\n",
      to: "worker")
    let outcome = try await program.run(
      ["list", "--worker", "./worker"], in: folder.path, once: "test -s pid",
      then: "kill -INT $program")
    #expect(outcome.status == 130, "\(outcome.error)")
    try await expectEnd(of: "pid")
  }

  @Test(
    "What it started in a session or a group of its own ends with the program, however deep",
    arguments: [
      "setsid --fork",
      "python3 -c 'import os, sys; os.fork() and os._exit(0); os.setpgid(0, 0); os.execvp(sys.argv[1], sys.argv[1:])'",
    ])
  func strays(_ apart: String) async throws {
    try folder.writeProgram("#!/bin/sh\nexec \(apart) \"$@\"\n", to: "apart")
    let outcome = try await answer(
      before: """
        ./apart sh -c 'echo $$ >first; ./apart sh -c "echo \\$\\$ >second; exec sleep 3000"; exec sleep 3000'
        until [ -s first ] && [ -s second ]; do sleep 0.01; done
        """)
    #expect(outcome.status == 0, "\(outcome.error)")
    for name in ["first", "second"] { try await expectEnd(of: name) }
  }

  @Test("An invalid cell, and a cell that is listed twice")
  func cells() async throws {
    let twice = try await answer("\(Self.cell),\(Self.cell)", after: "read line")
    #expect(twice.status == 2 && twice.error.contains("s/v/l/1/t is listed twice"))
    let line = try await answer(Self.cell.replacing("\"s\"", with: #""s\n1""#), after: "read line")
    #expect(line.status == 2 && line.error.contains(#""s\n1/v/l/1/t" is not a cell"#))
  }

  @Test("A file that this machine cannot execute is named")
  func wrongFormat() async throws {
    try folder.writeProgram("#!", to: "worker")
    try folder.write("no program\u{1}", to: "worker")
    let outcome = try await program.run(["list", "--worker", "./worker"], in: folder.path)
    #expect(outcome.status == 2)
    #expect(outcome.error.contains("./worker could not be launched: Exec format error"))
  }
}
