import BenchmarkResults
import Foundation
import Subprocess

/// Git, started so that a repository and its configuration can run nothing: the one place that starts it.
///
/// Whatever of the environment speaks of a repository is left out, since a hook that runs this program sets it. Hooks,
/// file system monitors and programs that show or check commits are off.
package enum Git {
  /// The rights that a call has beside reading.
  package enum Rights: Sendable {
    /// Nothing: no network, no lock, no filter of the repository's own.
    case reading
    /// All that the user's own `git checkout` and `git add` would do: filters, and fetching what a partial clone lacks.
    case working
  }

  /// Runs a command, which may fail.
  ///
  /// - Parameters:
  ///   - arguments: the command and its arguments.
  ///   - folder: the folder that it works in; nil for the present folder.
  ///   - rights: what it may do.
  ///   - variables: more environment.
  ///   - input: what it is given to read.
  /// - Returns: what it left behind.
  /// - Throws: ``Problem`` if git cannot be started.
  package static func run(
    _ arguments: [String], in folder: String? = nil, _ rights: Rights = .reading,
    _ variables: [Environment.Key: String] = [:], input: Data? = nil
  ) async throws -> SystemTool.Outcome {
    var changes = variablesWithout { $0.hasPrefix("GIT_") }
    changes.merge(always) { $1 }
    if rights == .reading { changes.merge(reading) { $1 } }
    for (name, value) in variables { changes[name] = value }
    do {
      return try await SystemTool.run(
        "git", options + arguments, environment: .inherit.updating(changes), in: folder,
        input: input)
    } catch let error as SubprocessError {
      throw Problem(starting: error)
    }
  }

  /// Runs a command, and returns what it writes, trimmed.
  ///
  /// - Throws: ``Problem`` with git's own words if it fails.
  package static func text(
    of arguments: [String], in folder: String? = nil, _ rights: Rights = .reading,
    _ variables: [Environment.Key: String] = [:], input: Data? = nil
  ) async throws -> String {
    let outcome = try await run(arguments, in: folder, rights, variables, input: input)
    guard outcome.isSuccess else { throw Problem(arguments, outcome) }
    return outcome.text
  }

  /// The fields that a command with `-z` writes, each with a NUL behind it; bytes that are no UTF-8 are replaced.
  package static func fields(
    of arguments: [String], in folder: String? = nil, _ rights: Rights = .reading,
    _ variables: [Environment.Key: String] = [:]
  ) async throws -> [String] {
    let outcome = try await run(arguments, in: folder, rights, variables)
    guard outcome.isSuccess else { throw Problem(arguments, outcome) }
    return outcome.output.split(separator: 0, omittingEmptySubsequences: false).dropLast()
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// The repository around a folder: its outermost folder, and the folder relative to it, with a slash at its end unless empty.
  ///
  /// A bare repository has no such folder: it is the one that was given, so that nothing is written into git's own.
  ///
  /// - Throws: ``Problem`` that says whether there is no git, no repository, or one that git refuses.
  package static func place(of folder: String) async throws -> (root: String, prefix: String) {
    // One at a time, since a path may have line breaks.
    func answer(_ option: String) async throws -> String {
      let outcome = try await run(["rev-parse", option], in: folder)
      guard outcome.isSuccess, outcome.output.last == UInt8(ascii: "\n") else {
        throw Problem(looking: folder, outcome)
      }
      return String(decoding: outcome.output.dropLast(), as: UTF8.self)
    }
    if try await answer("--is-bare-repository") == "true" {
      return (URL(filePath: folder).resolvingSymlinksInPath().path, "")
    }
    return (try await answer("--show-toplevel"), try await answer("--show-prefix"))
  }

  /// Settings, each with the scope that it comes from, such as `global` or `local`; the last one of a name holds.
  package static func settings(
    in folder: String
  ) async throws -> [(scope: String, name: String, value: String)] {
    let fields = try await fields(of: ["config", "--null", "--show-scope", "--list"], in: folder)
    return stride(from: 0, to: fields.count - 1, by: 2).map { place in
      let parts = fields[place + 1].split(separator: "\n", maxSplits: 1)
      // A name without a value means true.
      return (fields[place], String(parts[0]), parts.count > 1 ? String(parts[1]) : "true")
    }
  }

  /// Returns true if a setting belongs to the repository itself, and not to its user or the system.
  package static func isOfRepository(_ scope: String) -> Bool {
    scope == "local" || scope == "worktree"
  }

  /// Changes of the environment that leave out what names a repository, for builds, which keep the rest.
  package static var withoutRepository: [Environment.Key: String?] {
    variablesWithout(repositoryVariables.contains)
  }

  /// As `git rev-parse --local-env-vars` has them, without those of the configuration.
  private static let repositoryVariables: Set = [
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_DIR", "GIT_GRAFT_FILE",
    "GIT_IMPLICIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_INTERNAL_SUPER_PREFIX", "GIT_NAMESPACE",
    "GIT_NO_REPLACE_OBJECTS", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX", "GIT_QUARANTINE_PATH",
    "GIT_REPLACE_REF_BASE", "GIT_SHALLOW_FILE", "GIT_WORK_TREE",
  ]

  private static func variablesWithout(
    _ isLeftOut: (String) -> Bool
  ) -> [Environment.Key: String?] {
    ProcessInfo.processInfo.environment.keys.filter(isLeftOut).reduce(into: [:]) {
      $0.updateValue(nil, forKey: Environment.Key(stringLiteral: $1))
    }
  }

  private static let options =
    [
      "core.hooksPath=/dev/null", "core.fsmonitor=false", "core.untrackedCache=false",
      "log.showSignature=false", "diff.external=",
    ].flatMap { ["-c", $0] } + ["--no-pager"]

  /// Its words are those of no other language, since they are read.
  private static let always: [Environment.Key: String?] = [
    "LC_ALL": "C", "GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_REPLACE_OBJECTS": "1",
  ]

  /// The list of protocols overrides every configuration; older versions of git do not know the second.
  private static let reading: [Environment.Key: String?] = [
    "GIT_ALLOW_PROTOCOL": "none", "GIT_NO_LAZY_FETCH": "1", "GIT_SSH_COMMAND": "false",
  ]
}

extension Problem {
  /// Git could not be started.
  init(starting error: SubprocessError) {
    if error.code == .executableNotFound {
      self.init("there is no git on PATH", hint: "apt-get install git")
    } else {
      self.init("git could not be started: \(SystemTool.reason(of: error))")
    }
  }

  /// A command failed.
  init(_ arguments: [String], _ outcome: SystemTool.Outcome) {
    let command = arguments.first { !$0.hasPrefix("-") && !$0.contains("=") } ?? arguments[0]
    let words = Self.words(outcome)
    self.init(
      "git \(command) failed: \(words)",
      hint: words.contains(/git.lfs/) ? "install git-lfs, and see `git lfs version`" : nil)
  }

  /// No repository was found around a folder, or git refuses it.
  init(looking folder: String, _ outcome: SystemTool.Outcome) {
    let words = Self.words(outcome)
    let folder = folder == "." ? "the present folder" : folder
    if words.contains("dubious ownership") {
      let line = outcome.error.split(separator: "\n").last { $0.contains("safe.directory ") }
      self.init(
        "git refuses the repository around \(folder), which belongs to another user: \(words)",
        hint: "if you trust it: "
          + (line?.trimmingCharacters(in: .whitespaces)
            ?? "git config --global --add safe.directory FOLDER"))
    } else if words.contains("not a git repository") {
      self.init("\(folder) is not in a git repository")
    } else {
      self.init("git cannot use the repository around \(folder): \(words)")
    }
  }

  /// The errors of a command, without what git puts before them; advice is left out.
  private static func words(_ outcome: SystemTool.Outcome) -> String {
    let marks = #/fatal: |error: /#
    let lines = outcome.error.split(whereSeparator: \.isNewline).filter {
      !$0.starts(with: #/hint: |warning: /#)
    }
    let errors = lines.filter { $0.starts(with: marks) }
    // A filter or a shell says first what git's own words follow from.
    let told = errors.isEmpty ? lines.suffix(1) : lines.prefix(1) + errors.filter { $0 != lines[0] }
    return told.isEmpty
      ? "no reason given"
      : told.prefix(3).map { $0.trimmingPrefix(marks) }.joined(separator: "; ")
  }
}
