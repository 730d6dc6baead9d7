import BenchmarkModel
import BenchmarkResults

/// A place that costs are attributed to.
struct ProfileSite: Hashable {
  /// The part of the keystroke, if it was measured.
  var phase: RowPhase?
  /// The function.
  var function: String
  /// Its source file, if known.
  var file: String?
  /// The line, if known; nil if lines are merged.
  var line: Int?

  /// The file and line for people; empty if not known.
  var place: String {
    StackFrame(function: function, file: file, line: line).place ?? ""
  }
}

extension Profile.Stack {
  /// The place in the source that the cost comes from: the innermost function of a package, otherwise the innermost
  /// function.
  ///
  /// It is the line of your own code that called into a library.
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
  /// Sorts by cost, most expensive first; equal costs by name, so that the order is always the same.
  ///
  /// - Parameter size: a size that is compared before the weight.
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
