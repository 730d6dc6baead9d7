import GnustepFormatter
import WidgetSuites

// Given `formatter`, this prints what GNUstep asks a formatter; all else is as in the other toolkits.
if CommandLine.arguments.dropFirst().first == "formatter" {
  FormatterReport.print()
} else {
  try WidgetProgram.run()
}
