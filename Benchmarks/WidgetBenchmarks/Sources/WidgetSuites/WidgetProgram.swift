import BenchmarkWorker
import WidgetHost

/// The program of a toolkit, which links the toolkit's implementation of CWidget.h.
package enum WidgetProgram {
  /// Runs the worker of a keystroke in a real widget, by strategy, kind of value, locale, length and script: see
  /// ``WidgetSuite``.
  ///
  /// Given `frames FOLDER`, writes the painted frames as pictures instead; given `pace`, types at 60 Hz and prints the
  /// time of each frame: see ``FrameReport``. Given `ratios TURNS`, compares the cost of a keystroke with that of the
  /// other strategies: see ``RatioReport``. Given `habits`, prints what undo and composing do: see
  /// ``HabitReport``. Given `toolkit`, prints the toolkit's name and version.
  package static func run() throws {
    let arguments = CommandLine.arguments.dropFirst()
    let operand = arguments.dropFirst().first
    switch arguments.first {
    case "frames": try FrameReport.pictures(in: operand ?? "frames")
    case "pace": try FrameReport.pace()
    case "ratios": try RatioReport().type(turns: operand.flatMap { Int($0) } ?? 50)
    case "habits": HabitReport.print()
    case "toolkit": print(Toolkit.name)
    default: BenchmarkMain.run(WidgetSuite())
    }
  }
}
