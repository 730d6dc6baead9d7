import BenchmarkWorker
import CombineSuites
import KeystrokeSuites
import WidgetHost
import WidgetSuites

// onchange-reformat whose format has moved to an idle function, under its own name: a comparison must say so.

BenchmarkMain.run(
  WidgetSuite([.init(.onChangeReformat, WidgetOptions(isIdle: true), name: "onchange-reformat")]))
