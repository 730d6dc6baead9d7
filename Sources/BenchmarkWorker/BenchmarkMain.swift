import BenchmarkModel
import Foundation

/// The main function of a benchmark executable.
///
/// ```swift
/// BenchmarkMain.run(KeystrokeSuite(name: "MyBenchmarks", strategies: [...], matrix: [...]))
/// ```
///
/// If `keystroke-bench` launches it, it is a worker. Started by hand, it lists its cells or measures one.
public enum BenchmarkMain {
  /// Obeys the command line, and exits: 0 fine, 2 the work could not be done, 64 usage.
  public static func run(_ suite: @autoclosure () throws -> some BenchmarkSuite) -> Never {
    let options = WorkerOptions.parseOrExit()
    // If the conductor has exited, writing fails; it must not raise a signal.
    signal(SIGPIPE, SIG_IGN)
    do {
      let suite = try suite().leavingOut(options.without)
      if let id = options.cell, let calls = options.calls {
        // This makes no worker, because that would calibrate its clock, whose heap traffic differs from run to run.
        try press(calls, in: suite.sessions(of: cell(id), seed: options.seed))
        exit(0)
      }
      if let id = options.cell, let seconds = options.seconds {
        let sessions = try suite.sessions(of: cell(id), seed: options.seed)
        _ = WarmUp.run(sessions, before: seconds * 1e9)
        print(try press(for: seconds, in: sessions))
        exit(0)
      }
      var worker = try Worker(
        suite: suite, allowsDebug: options.allowDebug, isCold: options.cold)
      if options.list {
        for cell in suite.cells(matching: CellFilter()) { print(cell.id) }
      } else if let id = options.cell {
        try measureByHand(id, options: options, worker: &worker)
      } else if isatty(STDIN_FILENO) != 0 {
        print(WorkerOptions.help)
      } else {
        try worker.serve()
      }
      exit(0)
    } catch {
      FileHandle.standardError.write(Data("error: \(error)\n".utf8))
      exit(2)
    }
  }

  private static func cell(_ id: String) throws -> Cell {
    guard let cell = Cell(id: id) else {
      throw SuiteError("\(id) is not a cell: strategy/value/locale/length/script was expected")
    }
    return cell
  }

  private static func measureByHand(
    _ id: String, options: WorkerOptions, worker: inout Worker
  ) throws {
    let cell = try cell(id)
    let counted = try CountRequest(
      cell: cell, seed: options.seed, allocations: options.allocations, setUp: true
    ).reply(of: &worker)
    let timed = try TimeRequest(
      cell: cell, seed: options.seed, milliseconds: options.milliseconds, setUp: true
    ).reply(of: &worker)
    print("phase,metric,instrument,unit,count,min,p50,p90,p99,p999,max,mean")
    for row in counted.rows + timed.rows {
      let figures = row.figures.map { $0.map { "\($0)" } ?? "" }.joined(separator: ",")
      let metric = row.metric
      print(
        "\(row.phase.rawValue),\(metric.rawValue),\(row.instrument.rawValue),\(metric.unit),\(row.count),\(figures)"
      )
    }
    if let mismatch = counted.mismatch {
      let wrong = VisibleText.difference(CellMismatch(worker.suite.name, cell, mismatch))
      FileHandle.standardError.write(Data("wrong: \(wrong)\n".utf8))
    }
  }

  /// Presses keystrokes for this many seconds, the sessions in turn, and returns their number.
  ///
  /// ``Profiler`` knows this function by its name.
  @inline(never)
  private static func press(
    for seconds: Double, in sessions: [any MeasurableSession]
  ) throws -> Int {
    guard sessions.contains(where: { $0.keystrokeCount > 0 }) else {
      throw SuiteError("nothing to press: the sessions of the cell are empty; choose another cell")
    }
    let deadline = MonotonicClock.now() &+ UInt64(seconds * 1e9)
    var pressed = 0
    repeat {
      sessions.replay()
      pressed += sessions.keystrokeCount
    } while MonotonicClock.now() < deadline
    return pressed
  }

  /// Presses exactly this many keystrokes, the sessions in turn, each on a fresh subject.
  private static func press(_ calls: Int, in sessions: [any MeasurableSession]) throws {
    guard sessions.contains(where: { $0.keystrokeCount > 0 }) else {
      throw SuiteError("nothing to press: the sessions of the cell are empty; choose another cell")
    }
    var left = calls
    while left > 0 {
      for session in sessions where left > 0 {
        session.replay(atMost: left)
        left -= min(left, session.keystrokeCount)
      }
    }
  }
}
