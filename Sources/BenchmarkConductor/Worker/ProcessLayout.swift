import BenchmarkModel
import Glibc

/// Where a process lies in memory: drawn for a round, and the same for both of its processes.
///
/// Left to the kernel, each process would get its own, and what that does to caches and branch predictors is the largest
/// difference between two processes of one build: 2 % of a keystroke against 0.5 %. With one layout for both it cancels;
/// with another one in each round no single layout decides. (Variance reduction by common random numbers.)
package struct ProcessLayout {
  /// Bytes to make the environment longer by, which moves the stack; up to a page.
  let padding: Int
  /// The limit of the stack, in pages, below which the kernel maps libraries.
  private let stackPages: Int
  /// Bytes to allocate first, which moves the heap; below what malloc(3) would map by itself.
  package let heapShift: Int
  /// Whether the kernel is kept from drawing one.
  private let isFixed: Bool

  private static let pageSize = 4_096
  /// A gigabyte, more than any stack that a worker needs; the kernel takes it as room to leave free.
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

  /// Whether the kernel lets itself be kept from it; some containers forbid that.
  package static func canBeFixed() async -> Bool {
    await SystemTool.output("setarch", ["--addr-no-randomize", "true"]) != nil
  }

  /// The words to launch a program with: prlimit(1) and setarch(1) of util-linux.
  ///
  /// Where the stack may not be so large, libraries stay where they are.
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
