import BenchmarkResults

/// The programs of util-linux that workers are launched with.
package enum MeasuringTools {
  /// Checks that they are there, before minutes of counting.
  ///
  /// - Parameter isPaired: True for a paired comparison, which draws a layout for each round.
  /// - Throws: ``Problem`` that names the one that is missing.
  package static func check(isPaired: Bool = false) throws {
    for name in ["taskset"] + (isPaired ? ["prlimit", "setarch"] : [])
    where SystemTool.find(name) == nil {
      throw Problem(
        "\(name), which workers are launched with, is not on PATH: apt-get install util-linux, or put its folder on PATH"
      )
    }
  }
}
