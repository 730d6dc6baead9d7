import BenchmarkModel
import BenchmarkResults

/// A place that costs are put down to.
struct ProfileSite: Hashable {
  /// The part of the keystroke, if it was measured.
  var phase: RowPhase?
  /// The function.
  var function: String
  /// Its source file, if known.
  var file: String?
  /// The line, if known; nil where lines are not told apart.
  var line: Int?

  /// The file and line for people; empty where not known.
  var place: String {
    StackFrame(function: function, file: file, line: line).place ?? ""
  }
}

extension Profile.Stack {
  /// Where in the source the cost comes from: the innermost function of a package, else the innermost.
  ///
  /// That is the line of one's own code that called into a library.
  var source: ProfileSite? {
    (frames.last(where: \.isOfPackage) ?? frames.last).map {
      ProfileSite(phase: phase, function: $0.function, file: $0.file, line: $0.line)
    }
  }

  /// The innermost function, whose own cost it is.
  var leaf: ProfileSite? {
    frames.last.map { ProfileSite(phase: phase, function: $0.function, file: $0.file) }
  }

  /// All functions on the stack, each once.
  var functions: Set<ProfileSite> {
    Set(frames.map { ProfileSite(phase: phase, function: $0.function, file: $0.file) })
  }
}

extension [ProfileSite: Double] {
  /// The most expensive first; equal ones by name, so that the order is the same every time.
  ///
  /// - Parameter size: what counts before the weight does.
  /// - Returns: all of them, in order.
  func ranked(
    by size: (ProfileSite) -> Double = { _ in 0 }
  ) -> [(site: ProfileSite, weight: Double)] {
    map { (size: size($0.key), site: $0.key, weight: $0.value) }.sorted {
      (-$0.size, -$0.weight, $0.site.function, $0.site.place, $0.site.phase?.rawValue ?? "")
        < (-$1.size, -$1.weight, $1.site.function, $1.site.place, $1.site.phase?.rawValue ?? "")
    }.map { (site: $0.site, weight: $0.weight) }
  }
}
