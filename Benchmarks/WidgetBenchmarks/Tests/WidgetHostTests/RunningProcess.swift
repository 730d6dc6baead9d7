import Foundation

/// A process of this machine.
struct RunningProcess {
  private var number: Int32
  /// The name of its program, as the kernel shortens it.
  var name: String
  private var parent: Int32
  /// The time at which it started, in ticks since the machine did.
  private var start: String

  /// Reads the process of a number; nil if there is none, or if it has ended and only its parent has not noticed.
  private init?(_ number: Int32) {
    guard let status = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8),
      let opening = status.firstIndex(of: "("), let closing = status.lastIndex(of: ")")
    else { return nil }
    // The fields of proc(5) from the third one: state, parent, and so on.
    let fields = status[closing...].split(separator: " ").dropFirst().map(String.init)
    guard fields.count > 19, fields[0] != "Z", let parent = Int32(fields[1]) else { return nil }
    self.number = number
    name = String(status[status.index(after: opening)..<closing])
    self.parent = parent
    start = fields[19]
  }

  /// Returns the processes that a process has started, and those that these have started.
  static func all(below ancestor: Int32) throws -> [RunningProcess] {
    let numbers = try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap(
      Int32.init)
    let children = Dictionary(
      grouping: numbers.compactMap { RunningProcess($0) }, by: \.parent)
    var found: [RunningProcess] = []
    var parents = [ancestor]
    while let parent = parents.popLast() {
      found += children[parent] ?? []
      parents += (children[parent] ?? []).map(\.number)
    }
    return found
  }

  /// True until the process ends, even if another one gets its number then.
  var isRunning: Bool {
    guard let now = RunningProcess(number) else { return false }
    return now.start == start
  }
}
