/// The checkout in the working folder.
struct Checkout: Equatable {
  /// What stands for a commit where there is none.
  static let unknown = "none"

  /// Its commit, abbreviated.
  var commit: String
  /// What differs from the commit, in a few words; nil where nothing does that could change what is measured.
  var changes: String?

  /// The checkout as it is; nil where there is none.
  ///
  /// Files that git does not know are changes only where they are sources: a folder of results is no reason to doubt
  /// which code ran.
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

  /// How the names of files end that a build may compile without being told of them.
  private static let sourceEndings = [
    "swift", "c", "h", "cc", "cpp", "cxx", "hpp", "m", "mm", "s", "S", "modulemap",
  ]

  /// The first file that changed, and how many others did.
  ///
  /// - Parameters:
  ///   - tracked: what `git status --porcelain=v2 -z` says of files that git knows.
  ///   - untracked: the paths of sources that it does not know, each with a NUL behind it.
  /// - Returns: the words, or nil where nothing changed.
  static func words(tracked: String, untracked: String) -> String? {
    var paths: [String] = []
    var isOrigin = false
    for entry in tracked.split(separator: "\0") {
      // Behind a file that was renamed stands its former path.
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
