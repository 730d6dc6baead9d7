import BenchmarkModel
import BenchmarkResults
import Foundation
import RunFixtures
import Testing

/// Tests of `keystroke-bench merge`: its messages, and that it leaves nothing half done.
struct MergeTests {
  private let folder: TemporaryFolder
  private let program = BuiltProgram.keystrokeBench

  init() throws {
    folder = try TemporaryFolder()
    for (id, factor) in [("a", 1.0), ("b", 2.0)] {
      var fixture = RunFixture(id: id)
      fixture.metadata.start += factor
      fixture.metadata.hosts[0].cpuModel = "processor of \(id)"
      for place in fixture.rows.indices where fixture.rows[place].metric == .time {
        fixture.rows[place].summary[.mean] = fixture.rows[place].summary.mean.map { $0 * factor }
      }
      try fixture.write(to: folder.path(id))
    }
  }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }

  @Test("Two machines: joined, and every display of times says that they are from both")
  func machines() async throws {
    let outcome = try await program.run(["merge", "a", "b", "--into", "both"], in: folder.path)
    #expect(outcome.status == 0)
    #expect(outcome.output == "merged 2 runs into both: 4 cells, 88 rows, 2 machines\n")
    #expect(outcome.error.hasPrefix("note: the times are from 2 machines, "))
    let compared = try await program.run(["compare", "a", "both"], in: folder.path)
    #expect(compared.status == 0)
    #expect(compared.output.contains("note: the candidate warns: the times are from 2 machines"))
    #expect(try names == ["a", "b", "both"])
  }

  @Test("Impossible merges: 2, with the reason on one line, and nothing is left behind")
  func refusals() async throws {
    var other = RunFixture(id: "c")
    other.metadata.source.commit = "ffff"
    try other.write(to: folder.path("c"))
    let before = try names
    for (runs, words) in [
      (["a", "c"], "c: does not fit a: the commit is ffff, there 0123456789"),
      (["a", "a"], "a: does not fit a: they are the same run"),
      (["a", "nowhere"], "nowhere: there is no such folder"),
    ] {
      let outcome = try await program.run(["merge"] + runs + ["--into", "x"], in: folder.path)
      #expect(outcome.status == 2 && outcome.output == "")
      #expect(
        outcome.error.hasPrefix("error: ") && outcome.error.contains(words), "\(outcome.error)")
      #expect(outcome.error.count { $0 == "\n" } == 1)
    }
    let taken = try await program.run(["merge", "a", "b", "--into", "c"], in: folder.path)
    #expect(taken.status == 2 && taken.error.contains("c: there is something already"))
    #expect(try names == before)
  }

  @Test(
    "No room: 2, with the reason, and nothing is left behind",
    .disabled(
      if: Sanitizer.name == "thread",
      "ThreadSanitizer's own runtime needs room in a file, and a limit leaves it none"))
  func noRoom() async throws {
    let outcome = try await program.run(
      ["merge", "a", "b", "--into", "both"], script: "ulimit -f 1; \"$0\" \"$@\"", in: folder.path)
    #expect(outcome.status == 2 && outcome.output == "")
    #expect(outcome.error.contains("File too large"), "\(outcome.error)")
    #expect(try names == ["a", "b"])
  }

  @Test(
    "Ctrl-C at any moment: 130 and nothing left, or 0 and a whole run", arguments: [2, 8, 20, 60])
  func interrupted(_ milliseconds: Int) async throws {
    // A hundred thousand rows take long enough for the signal to arrive while reading, joining or writing.
    for (id, seconds) in [("l1", 0.0), ("l2", 5.0)] {
      var metadata = LargeRun.metadata(rounds: 40)
      metadata.id = id
      metadata.start += seconds
      metadata.hosts[0].cpuModel = id
      var fixture = RunFixture(id: id)
      fixture.metadata = metadata
      fixture.rows = LargeRun.rows(cells: 60, rounds: 40) { _ in seconds + 1 }.map {
        var row = $0
        row.run = id
        return row
      }
      try fixture.write(to: folder.path(id))
    }
    let outcome = try await program.run(
      ["merge", "l1", "l2", "--into", "all"], in: folder.path,
      once: "grep -q ^keystroke /proc/$program/comm",
      then: "sleep \(Double(milliseconds) / 100); kill -INT $program")
    if outcome.error.contains("interrupted") {
      #expect(outcome.status == 130 && outcome.error == "interrupted; nothing was written\n")
      #expect(try names == ["a", "b", "l1", "l2"])
    } else if outcome.status == 0 {
      #expect(try RunReader.read(folder.path("all")).metadata.status == .finished)
      #expect(try names == ["a", "all", "b", "l1", "l2"])
    } else {
      // A signal before the handler is installed, or after it is removed, ends the program. In the second case the run
      // is complete, and some of the output may have been written.
      #expect(outcome.status == 128 + Int(SIGINT), "\(outcome)")
      #expect(try names.filter { !["a", "all", "b", "l1", "l2"].contains($0) } == [])
      if try names.contains("all") {
        #expect(try RunReader.read(folder.path("all")).metadata.status == .finished)
      }
    }
  }

  @Test(
    "Arguments that make no sense: 64", arguments: [["a"], ["a", "b"], ["a", "b", "--into", ""]])
  func usage(_ arguments: [String]) async throws {
    let outcome = try await program.run(["merge"] + arguments, in: folder.path)
    #expect(outcome.status == 64)
  }
}
