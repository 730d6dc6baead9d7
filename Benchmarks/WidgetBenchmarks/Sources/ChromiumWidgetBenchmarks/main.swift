import WidgetSuites

try WidgetProgram.run()
