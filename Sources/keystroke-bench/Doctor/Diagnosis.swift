import BenchmarkConductor
import BenchmarkModel
import BenchmarkResults
import Foundation

/// The findings on a machine, point by point, which tell whether it is fit to measure.
struct Diagnosis: Sendable {
  /// The severity of a point.
  enum Grade: String, Sendable {
    /// As it should be.
    case good = "ok"
    /// Figures may be worse for it.
    case poor = "warn"
    /// The work cannot be done.
    case bad = "fail"
  }

  /// One point.
  struct Point: Sendable {
    /// The name of what was checked.
    var name: String
    /// The result.
    var finding: String
    /// The severity of the result.
    var grade: Grade
    /// The hint: what to do about it; nil if nothing is to be done.
    var hint: String?
  }

  /// All points, in the order in which a person would look.
  var points: [Point]

  /// True if nothing prevents measuring.
  var canMeasure: Bool { !points.contains { $0.grade == .bad } }

  /// Looks at the build, the instruments and the machine.
  ///
  /// - Parameters:
  ///   - worker: the benchmark executable.
  ///   - shim: the library that counts allocations.
  /// - Returns: the points; a worker that cannot be launched is one of them.
  static func make(worker: String, shim: String) async -> Diagnosis {
    let begun = ProcessorTime()
    return Diagnosis(
      points: [
        await swift(), await build(worker), await shimPoint(worker: worker, shim: shim),
        tool(
          "taskset", need: "keeps a worker on one processor", package: "util-linux",
          grade: .bad),
        await temporaryFolder(), room(),
        await attempt("valgrind", "counts instructions: its counter was built", .bad) {
          try await ValgrindTools.check()
        },
        await attempt("git", "names the commit", .poor) {
          let place = try await Git.place(of: FileManager.default.currentDirectoryPath)
          _ = try await Checkout.head(of: place.root)
        },
        await attempt("lld", "links each round of ab anew", .poor) {
          _ = try SystemTool.toolchain("ld.lld")
        },
        await attempt("perf", "samples for profile --kind cpu", .poor) {
          try await Profiler.check()
        },
        clockSource(), await clock(worker), cores(), quota(), load(), governor(),
        virtualisation(), steal(since: begun),
      ])
  }

  /// A point that is good if the work can be done, and says why if it cannot.
  private static func attempt(
    _ name: String, _ finding: String, _ grade: Grade, _ body: () async throws -> Void
  ) async -> Point {
    do {
      try await body()
      return Point(name: name, finding: finding, grade: .good)
    } catch {
      let problem = error as? Problem ?? Problem("\(error)")
      return Point(name: name, finding: problem.problem, grade: grade, hint: problem.hint)
    }
  }

  /// The folder that workers are copied to, and whether a program can be run there.
  private static func temporaryFolder() async -> Point {
    let name = "temporary folder"
    let hint = "name another one with TMPDIR, or mount it without noexec"
    do {
      let folder = try TemporaryPlace.fresh()
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let program = "\(folder)/program"
      try Data("#!/bin/sh\n".utf8).write(to: URL(filePath: program))
      chmod(program, 0o700)
      let outcome = try? await SystemTool.run(program, [])
      guard outcome?.isSuccess == true else {
        return Point(
          name: name, finding: "\(TemporaryPlace.parent): no program can be run there", grade: .bad,
          hint: hint)
      }
      return room(name, in: TemporaryPlace.parent)
    } catch {
      return Point(name: name, finding: "\(error)", grade: .bad, hint: hint)
    }
  }

  private static func room() -> Point {
    room("room", in: FileManager.default.currentDirectoryPath)
  }

  /// The free room for copies of the worker, or for runs.
  private static func room(_ name: String, in folder: String) -> Point {
    var status = statvfs()
    guard statvfs(folder, &status) == 0 else {
      return Point(name: name, finding: "\(folder): unknown", grade: .poor)
    }
    let megabytes = Double(status.f_bavail) * Double(status.f_frsize) / 1e6
    let finding = "\(folder): \(Int(megabytes)) MB free"
    switch megabytes {
    case ..<32:
      return Point(name: name, finding: finding, grade: .bad, hint: "make room for 256 MB")
    case ..<256:
      return Point(name: name, finding: finding, grade: .poor, hint: "make room for 256 MB")
    default: return Point(name: name, finding: finding, grade: .good)
    }
  }

  private static func quota() -> Point {
    guard let processors = ProcessorQuota.processors() else {
      return Point(name: "CPU quota", finding: "none", grade: .good)
    }
    let isTight = processors < Double(max(2, Processors.allowed().count))
    return Point(
      name: "CPU quota", finding: "\(processors.rounded(places: 2)) processors",
      grade: isTight ? .poor : .good,
      hint: isTight
        ? "the kernel stops the worker when it is used up, and times are too high: lift it" : nil)
  }

  private static func swift() async -> Point {
    let hint = "install a toolchain from swift.org, and put it on the path"
    do {
      let version = try await MachineFacts.swiftVersion()
      return version == "unknown"
        ? Point(
          name: "swift", finding: "not found; without it ab cannot build commits", grade: .poor,
          hint: hint)
        : Point(name: "swift", finding: version, grade: .good)
    } catch {
      return Point(name: "swift", finding: "\(error)", grade: .bad, hint: hint)
    }
  }

  private static func greeting(_ worker: String, preload: String? = nil) async
    -> Result<WorkerGreeting, any Error>
  {
    let launch = WorkerLaunch(executable: worker, preload: preload, allowsDebug: true)
    do {
      return .success(try await WorkerProcess.with(launch) { worker in worker.greeting })
    } catch {
      return .failure(error)
    }
  }

  private static func build(_ worker: String) async -> Point {
    let hint = "swift build -c release"
    switch await greeting(worker) {
    case .failure(let error):
      return Point(name: "worker", finding: "\(error)", grade: .bad, hint: hint)
    case .success(let greeting) where greeting.configuration == .debug:
      return Point(name: "worker", finding: "a debug build", grade: .bad, hint: hint)
    case .success(let greeting):
      let newer = (try? await Checkout.present(for: greeting))?.newerSources?.first
      return Point(
        name: "worker",
        finding: "\(greeting.suite), release build by Swift \(greeting.program?.swift ?? "unknown")"
          + (newer.map { ", older than \($0)" } ?? ""),
        grade: newer == nil ? .good : .poor, hint: newer.map { _ in hint })
    }
  }

  private static func shimPoint(worker: String, shim: String) async -> Point {
    let hint = "scripts/install of keystroke-bench"
    guard let path = try? ShimLibrary.check(shim) else {
      return Point(name: "shim", finding: "\(shim) does not exist", grade: .bad, hint: hint)
    }
    switch await greeting(worker, preload: path) {
    case .failure(let error):
      return Point(name: "shim", finding: "\(error)", grade: .bad, hint: hint)
    case .success(let greeting):
      guard let version = greeting.allocatorVersion else {
        return Point(
          name: "shim",
          finding: "it is preloaded, but not live: \(greeting.shimProblem ?? "no reason given")",
          grade: .bad, hint: hint)
      }
      return Point(name: "shim", finding: "live, over jemalloc \(version)", grade: .good)
    }
  }

  private static func tool(_ name: String, need: String, package: String, grade: Grade) -> Point {
    SystemTool.find(name) != nil
      ? Point(name: name, finding: "found", grade: .good)
      : Point(
        name: name, finding: "not found; it \(need)", grade: grade,
        hint: "apt-get update && apt-get install \(package)")
  }

  private static func clockSource() -> Point {
    let source = MachineFacts.clockSource()
    let isFast = ["tsc", "kvm-clock", "hyperv_clocksource_tsc_page", "arch_sys_counter"].contains(
      source)
    return Point(
      name: "clock source", finding: source, grade: isFast ? .good : .poor,
      hint: isFast ? nil : "a reading may enter the kernel: see current_clocksource under /sys")
  }

  private static func clock(_ worker: String) async -> Point {
    guard case .success(let greeting) = await greeting(worker), let clock = greeting.clock else {
      return Point(name: "clock", finding: "not measured: no worker", grade: .poor)
    }
    let finding =
      "\(clock.overhead.rounded(places: 1)) ns a reading, steps of \(clock.resolution.rounded(places: 0)) ns"
    return Point(name: "clock", finding: finding, grade: clock.overhead < 100 ? .good : .poor)
  }

  private static func cores() -> Point {
    let count = Processors.allowed().count
    return count < 2
      ? Point(
        name: "cores", finding: "\(count)", grade: .poor,
        hint: "the conductor and the worker share one core; give it two")
      : Point(name: "cores", finding: "\(count)", grade: .good)
  }

  private static func load() -> Point {
    guard let load = MachineFacts.loadAverage() else {
      return Point(name: "load", finding: "unknown", grade: .poor)
    }
    let isQuiet = load < 0.5
    return Point(
      name: "load", finding: "\(load)", grade: isQuiet ? .good : .poor,
      hint: isQuiet ? nil : "wait until other work has ended; times will scatter")
  }

  private static func governor() -> Point {
    switch MachineFacts.governor() {
    case nil: Point(name: "governor", finding: "none to be seen", grade: .good)
    case "performance": Point(name: "governor", finding: "performance", grade: .good)
    case let other?:
      Point(
        name: "governor", finding: other, grade: .poor,
        hint: "cpupower frequency-set -g performance")
    }
  }

  /// The time that other guests took while the points above were looked at.
  private static func steal(since begun: ProcessorTime?) -> Point {
    guard let share = begun.flatMap({ ProcessorTime()?.stolenShare(since: $0) }) else {
      return Point(name: "steal time", finding: "unknown", grade: .poor)
    }
    return Point(
      name: "steal time", finding: "\((share * 100).rounded(places: 1)) %",
      grade: share > 0.01 ? .poor : .good,
      hint: share > 0.01 ? "the host runs other guests in place of this one: measure later" : nil)
  }

  private static func virtualisation() -> Point {
    MachineFacts.isVirtualised()
      ? Point(
        name: "virtualisation", finding: "a hypervisor; neighbours may take time", grade: .poor)
      : Point(name: "virtualisation", finding: "none", grade: .good)
  }
}
