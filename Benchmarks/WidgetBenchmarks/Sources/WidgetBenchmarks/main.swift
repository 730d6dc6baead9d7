import BenchmarkWorker
import WidgetSuites

// A keystroke in a real widget, by strategy, kind of value, locale, length and script: see WidgetSuite. With `frames FOLDER`
// the frames that are painted, as pictures and, at 60 Hz, with the time that each took: see FrameReport.

let arguments = CommandLine.arguments.dropFirst()
if arguments.first == "frames", let folder = arguments.dropFirst().first {
  try FrameReport.pictures(in: folder)
} else if arguments.first == "pace" {
  try FrameReport.pace()
} else {
  BenchmarkMain.run(WidgetSuite())
}
