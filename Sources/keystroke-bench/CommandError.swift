/// Why a command could not do its work, where no file is to blame.
struct CommandError: Error, CustomStringConvertible {
  /// What is wrong.
  private let problem: String
  /// What to do about it.
  private let cure: String?

  init(problem: String, cure: String? = nil) {
    self.problem = problem
    self.cure = cure
  }

  /// The problem and the cure, on one line.
  var description: String { cure.map { "\(problem); \($0)" } ?? problem }
}
