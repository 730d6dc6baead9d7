import BenchmarkWorker
import WidgetHost
import WidgetSuites

// A keystroke in a real widget, by strategy, kind of value, locale, length and script: see WidgetSuite. With `frames FOLDER`
// the frames that are painted, as pictures; with `pace`, at 60 Hz, with the time that each took: see FrameReport. With `ratios
// TURNS` what a keystroke costs beside the other strategies: see RatioReport. With `toolkit` its version.

let arguments = CommandLine.arguments.dropFirst()
let operand = arguments.dropFirst().first
switch arguments.first {
case "frames": try FrameReport.pictures(in: operand ?? "frames")
case "pace": try FrameReport.pace()
case "ratios": try RatioReport().type(turns: operand.flatMap { Int($0) } ?? 50)
case "toolkit": print("GTK", Toolkit.version)
default: BenchmarkMain.run(WidgetSuite())
}
