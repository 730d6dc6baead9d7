import BenchmarkModel
import Foundation

/// The limit that control groups set on the processor time of this process, as a container has.
///
/// When the time of a period is used up, the kernel stops all processes of the group until the next one, and the clock goes on.
package enum ProcessorQuota {
  /// The processors that the time allows to keep busy, such as 0.2; nil if there is no limit, or the kernel does not tell.
  package static func processors() -> Double? {
    groups().compactMap { group -> Double? in
      // As of cgroup v2, then of v1.
      let texts =
        text("\(group)/cpu.max")?.split(separator: " ")
        ?? [text("\(group)/cpu.cfs_quota_us"), text("\(group)/cpu.cfs_period_us")]
        .compactMap { $0?[...] }
      let numbers = texts.compactMap { Double($0) }
      guard numbers.count == 2, numbers[0] > 0, numbers[1] > 0 else { return nil }
      return numbers[0] / numbers[1]
    }.min()
  }

  /// The seconds for which the kernel has stopped processes of the group so far; nil if it does not tell.
  package static func throttledSeconds() -> Double? {
    groups().compactMap { group in
      let lines = text("\(group)/cpu.stat")?.split(separator: "\n") ?? []
      let figures = lines.compactMap { line -> Double? in
        let words = line.split(separator: " ")
        guard words.count == 2, let number = Double(words[1]) else { return nil }
        switch words[0] {
        case "throttled_usec": return number / 1e6
        case "throttled_time": return number / 1e9
        default: return nil
        }
      }
      return figures.first
    }.max()
  }

  /// The folders of the control groups that this process is in, and of those around them.
  private static func groups() -> [String] {
    let root = "/sys/fs/cgroup"
    return (text("/proc/self/cgroup") ?? "").split(separator: "\n").flatMap { line -> [String] in
      // `0::/user.slice` of v2, `4:cpu,cpuacct:/docker/1f` of v1.
      let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3 else { return [] }
      let names = fields[1].split(separator: ",")
      guard fields[1].isEmpty || names.contains("cpu") else { return [] }
      let mounts =
        fields[1].isEmpty ? [root, "\(root)/unified"] : ["\(root)/\(fields[1])", "\(root)/cpu"]
      var path = String(fields[2])
      var paths = [path]
      while let slash = path.lastIndex(of: "/"), path != "/" {
        path = slash == path.startIndex ? "/" : String(path[..<slash])
        paths.append(path)
      }
      return mounts.flatMap { mount in paths.map { mount + $0 } }
    }
  }

  private static func text(_ path: String) -> String? {
    (try? String(contentsOfFile: path, encoding: .utf8))?
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

/// The seconds for which a quota stopped the rounds of a run.
struct ThrottledRounds {
  private var rounds = 0
  private var all = 0
  private var seconds = 0.0
  private var before: Double?
  private var start = ContinuousClock.now

  /// A round is disturbed beyond this share of its length.
  private static let share = 0.01

  /// Looks at the clock and at what was stopped so far.
  mutating func begin() {
    before = ProcessorQuota.throttledSeconds()
    start = .now
  }

  /// Adds what was stopped since the beginning of the round.
  mutating func end() {
    all += 1
    guard let before, let after = ProcessorQuota.throttledSeconds() else { return }
    let stopped = after - before
    guard stopped > Self.share * ((ContinuousClock.now - start) / .seconds(1)) else { return }
    rounds += 1
    seconds += stopped
  }

  /// The warning of the run; nil if no round was disturbed.
  var warning: String? {
    guard rounds > 0 else { return nil }
    let quota = ProcessorQuota.processors().map { " of \($0.rounded(places: 2)) processors" } ?? ""
    return
      "a CPU quota\(quota) stopped the worker for \(seconds.rounded(places: 1)) s, in \(rounds) of \(all) rounds: times are too high, counts are not; measure without a quota"
  }
}
