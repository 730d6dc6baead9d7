import Foundation

/// The activity of the processes of a group so far, as the kernel reports it.
package struct ProcessActivity: Equatable, Sendable {
  /// The processor time of the processes, and of their children that have ended, in seconds.
  package var seconds = 0.0
  /// True if one of them has work to do: it runs, waits for a processor, or waits for a disk.
  package var isBusy = false
  /// The number of processes that have not ended.
  package var alive = 0

  /// Makes an activity of its parts.
  package init(seconds: Double, isBusy: Bool, alive: Int) {
    self.seconds = seconds
    self.isBusy = isBusy
    self.alive = alive
  }

  /// Reads the activity of a group, which has the number of its first process.
  package init(ofGroup group: pid_t) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    for name in names {
      guard let process = pid_t(name), getpgid(process) == group else { continue }
      add(process)
    }
  }

  /// The children of a process, also those that have ended and that it has not waited for.
  package static func children(of parent: pid_t) -> [pid_t] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { pid_t($0) }.filter { process in
      fields(of: process).map { pid_t($0[1]) == parent } ?? false
    }
  }

  /// Returns the fields of a process in proc(5), from its state on.
  private static func fields(of process: pid_t) -> [Substring]? {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      // The state follows the process's name, which may contain any character.
      let end = text.lastIndex(of: ")")
    else { return nil }
    let fields = text[text.index(after: end)...].split(separator: " ")
    return fields.count > 14 ? fields : nil
  }

  private mutating func add(_ process: pid_t) {
    guard let fields = Self.fields(of: process), let state = fields.first else { return }
    let ticks = fields[11...14].reduce(0) { $0 + (Double($1) ?? 0) }
    seconds += ticks / Self.ticksASecond
    guard state != "Z", state != "X" else { return }
    alive += 1
    if state == "R" || state == "D" { isBusy = true }
  }

  private static let ticksASecond = Double(max(1, sysconf(CInt(_SC_CLK_TCK))))
}
