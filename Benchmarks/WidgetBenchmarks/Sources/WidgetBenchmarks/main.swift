import BenchmarkWorker
import WidgetHost
import WidgetSuites

// A keystroke in a real widget, by strategy, kind of value, locale, length and script: see WidgetSuite. `frames FOLDER`
// writes the painted frames as pictures; `pace` types at 60 Hz and prints the time of each frame: see FrameReport.
// `ratios TURNS` compares the cost of a keystroke with that of the other strategies: see RatioReport. `toolkit` prints
// the toolkit's version.

let arguments = CommandLine.arguments.dropFirst()
let operand = arguments.dropFirst().first
switch arguments.first {
case "frames": try FrameReport.pictures(in: operand ?? "frames")
case "pace": try FrameReport.pace()
case "ratios": try RatioReport().type(turns: operand.flatMap { Int($0) } ?? 50)
case "toolkit": print("GTK", Toolkit.version)
default: BenchmarkMain.run(WidgetSuite())
}
