import BenchmarkModel
import Glibc

/// The position of a process in memory: random for each round, and the same for both of its processes.
///
/// If the kernel chose it, each process would get another, and its effect on caches and branch predictors is the
/// largest difference between two processes of one build: 2 % of a keystroke against 0.5 %. With one layout for both it
/// cancels; with another one in each round no single layout decides. (Variance reduction by common random numbers.)
package struct ProcessLayout {
  /// The number of bytes to add to the environment, which moves the stack; up to a page.
  let padding: Int
  /// The limit of the stack, in pages, below which the kernel maps libraries.
  private let stackPages: Int
  /// The number of bytes to allocate first, which moves the heap; below the size that malloc(3) would map separately.
  package let heapShift: Int
  /// True if the kernel's address randomisation is turned off.
  private let isFixed: Bool

  private static let pageSize = 4_096
  /// A gigabyte, more than any worker's stack needs; the kernel leaves this much room free.
  private static let fewestStackPages = 1 << 18
  private static let stackPageChoices = 1 << 16
  private static let mostHeapShift = 64 << 10

  /// Draws a layout.
  package init(_ random: inout SplitMix64, isFixed: Bool) {
    self.isFixed = isFixed
    padding = random.below(Self.pageSize) + 1
    stackPages = Self.fewestStackPages + random.below(Self.stackPageChoices)
    heapShift = random.below(Self.mostHeapShift / 16) * 16 + 16
  }

  /// True if the kernel's randomisation can be turned off; some containers forbid that.
  package static func canBeFixed() async -> Bool {
    await SystemTool.output("setarch", ["--addr-no-randomize", "true"]) != nil
  }

  /// The command that launches a program with this layout: prlimit(1) and setarch(1) of util-linux.
  ///
  /// If the stack limit may not be that large, libraries stay at their usual place.
  var command: [String] {
    guard isFixed else { return [] }
    let stack = stackPages * Self.pageSize
    var limit = rlimit()
    let isAllowed =
      getrlimit(__rlimit_resource_t(RLIMIT_STACK.rawValue), &limit) == 0
      && limit.rlim_max >= rlim_t(stack)
    return (isAllowed ? ["prlimit", "--stack=\(stack):"] : []) + ["setarch", "--addr-no-randomize"]
  }
}
