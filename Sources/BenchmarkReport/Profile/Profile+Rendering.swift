import BenchmarkModel
import BenchmarkResults

extension Profile {
  /// The profile in a format, with a line break at its end.
  ///
  /// - Parameters:
  ///   - format: the format.
  ///   - top: the maximum number of lines of a table in the text.
  /// - Returns: the text of the file.
  /// - Throws: the errors of the JSON encoder, for weights that are not finite.
  package func rendered(as format: ProfileFormat, top: Int = 20) throws -> String {
    switch format {
    case .text: document(top: top).text()
    case .folded: folded
    case .speedscope: try speedscope
    case .svg: FlameGraph(self).svg
    }
  }

  /// Brendan Gregg's folded form: the stack, outermost first and the phase before it, a space, the cost.
  var folded: String {
    var lines: [String: Double] = [:]
    for stack in stacks {
      let phase = stack.phase.map { [$0.rawValue] } ?? []
      let line = (phase + stack.frames.map(\.folded)).joined(separator: ";")
      lines[line, default: 0] += stack.weight
    }
    return lines.sorted { $0.key < $1.key }
      .map { "\($0.key) \(FigureText.text($0.value))\n" }.joined()
  }
}
