import BenchmarkReport
import BenchmarkResults
import Glibc

/// Standard output for results: every write is checked, so that what is lost is said.
enum StandardOutput {
  /// Writes all of the text, without what a terminal would obey.
  ///
  /// - Throws: ``OutputError`` where standard output is closed, full, or a pipe that nobody reads.
  static func write(_ text: String) throws(OutputError) { try put(ShownText.document(text)) }

  /// Writes a screen, whose texts are safe already, with the colours of a terminal where these are wanted.
  static func write(_ screen: Screen, inColour: Bool) throws(OutputError) {
    try put(screen.text(inColour: inColour))
  }

  private static func put(_ text: String) throws(OutputError) {
    guard StandardStreams.write(text, to: STDOUT_FILENO) else {
      let reason = String(cString: strerror(errno))
      throw OutputError(
        description: "the results could not be written to standard output: \(reason)")
    }
  }
}
