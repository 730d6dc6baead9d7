/// The checkout in the working folder.
struct Checkout: Equatable {
  /// The placeholder for a missing commit.
  static let unknown = "none"

  /// Its commit, abbreviated.
  var commit: String
  /// The differences from the commit, in a few words; nil if nothing differs that could change the measurements.
  var changes: String?

  /// The present checkout; nil if there is none.
  ///
  /// Untracked files count as changes only if they are sources: a folder of results is no reason to doubt which code
  /// ran.
  static func present() async -> Checkout? {
    guard let commit = await MachineFacts.output("git", ["rev-parse", "--short=10", "HEAD"])
    else { return nil }
    let tracked = await MachineFacts.output(
      "git", ["status", "--porcelain=v2", "-z", "--untracked-files=no"])
    let patterns = sourceEndings.map { ":(top)*.\($0)" }
    let untracked = await MachineFacts.output(
      "git",
      ["ls-files", "-z", "--others", "--exclude-standard", "--full-name", "--"] + patterns)
    guard let tracked, let untracked else {
      return Checkout(commit: commit, changes: "git does not say what changed")
    }
    return Checkout(commit: commit, changes: words(tracked: tracked, untracked: untracked))
  }

  /// The file extensions of sources that a build may compile without naming them.
  private static let sourceEndings = [
    "swift", "c", "h", "cc", "cpp", "cxx", "hpp", "m", "mm", "s", "S", "modulemap",
  ]

  /// The first file that changed, and the number of other ones.
  ///
  /// - Parameters:
  ///   - tracked: the output of `git status --porcelain=v2 -z` for tracked files.
  ///   - untracked: the paths of untracked sources, each followed by a NUL.
  /// - Returns: the words, or nil if nothing changed.
  static func words(tracked: String, untracked: String) -> String? {
    var paths: [String] = []
    var isOrigin = false
    for entry in tracked.split(separator: "\0") {
      // The entry of a renamed file is followed by its former path.
      guard !isOrigin else {
        isOrigin = false
        continue
      }
      isOrigin = entry.hasPrefix("2 ")
      let before = ["1": 8, "2": 9, "u": 10][String(entry.prefix(1))] ?? 0
      paths.append(String(entry.split(separator: " ", maxSplits: before).last ?? entry))
    }
    let unknown = untracked.split(separator: "\0").map { "\($0), which git does not know" }
    let all = paths.map { "\($0) changed" } + unknown
    guard let first = all.first else { return nil }
    return all.count == 1 ? first : "\(first), and \(all.count - 1) more"
  }
}
