import Glibc
import Synchronization

/// Processes that a worker started in groups of their own, and so out of its process group.
///
/// When their parent ends, the kernel gives them to this process, which asked for that; they are ended once no worker runs.
/// What a build left running before, such as a compiler's server, is the user's and stays.
package enum OrphanedProcesses {
  private struct State {
    /// The orphans that were there before the first worker; nil if there was no worker yet.
    var known: Set<pid_t>?
    /// The number of workers that run.
    var workers = 0
    /// The number of tools that run, which are children in groups of their own, too.
    var tools = 0
    /// The groups of workers that have ended, in which there may be others that nobody has waited for.
    var groups: Set<pid_t> = []
  }

  private static let state = Mutex(State())

  /// A worker is about to be launched.
  static func begin() {
    state.withLock { state in
      state.workers += 1
      guard state.known == nil else { return }
      adoptOrphans()
      state.known = Set(orphans(state))
    }
  }

  /// A worker has ended, and its group was killed.
  static func finish(_ group: pid_t?) {
    let isLast = state.withLock { state in
      state.workers -= 1
      if let group { state.groups.insert(group) }
      // Also those of before, which may have taken a moment to end.
      state.groups = state.groups.filter { group in
        while waitpid(-group, nil, WNOHANG) > 0 {}
        return waitpid(-group, nil, WNOHANG) == 0
      }
      return state.workers == 0
    }
    if isLast { end() }
  }

  /// Runs a tool; until it has ended, nothing in this session is taken for an orphan.
  static func sparing<Result>(_ tool: () async throws -> Result) async rethrows -> Result {
    state.withLock { $0.tools += 1 }
    defer { state.withLock { $0.tools -= 1 } }
    return try await tool()
  }

  /// Ends those whose parents have ended; each may leave others.
  ///
  /// - Parameter all: true to end what this process launched itself, too, since it ends now.
  package static func end(all: Bool = false) {
    for _ in 0..<100 {
      let found = state.withLock { state in
        state.known.map { known in
          (all ? ProcessActivity.children(of: getpid()) : orphans(state)).filter {
            !known.contains($0)
          }
        } ?? []
      }
      guard !found.isEmpty else { return }
      for process in found {
        kill(process, SIGKILL)
        if waitpid(process, nil, WNOHANG) == 0 { usleep(2_000) }
      }
    }
  }

  /// Children that this process did not launch itself: those in another session, in which it launches none, and if neither a
  /// worker nor a tool runs, those with the environment of a worker.
  private static func orphans(_ state: State) -> [pid_t] {
    ProcessActivity.children(of: getpid()).filter {
      getsid($0) != getsid(0)
        || (state.workers == 0 && state.tools == 0 && WorkerLaunch.hasEnvironment($0))
    }
  }

  /// See prctl(2); Swift's Glibc module does not have it.
  private static func adoptOrphans() {
    typealias Control =
      @convention(c) (CInt, CUnsignedLong, CUnsignedLong, CUnsignedLong, CUnsignedLong) -> CInt
    let setChildSubreaper: CInt = 36
    guard let symbol = dlsym(nil, "prctl") else { return }
    _ = unsafeBitCast(symbol, to: Control.self)(setChildSubreaper, 1, 0, 0, 0)
  }
}
