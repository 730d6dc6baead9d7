import BenchmarkWorker
import CombineSuites
import KeystrokeSuites
import WidgetHost
import WidgetSuites

// This is onchange-reformat whose format has moved to an idle function, under the original name: a comparison must
// report it.

BenchmarkMain.run(
  WidgetSuite([.init(.onChangeReformat, WidgetOptions(moment: .idle), name: "onchange-reformat")]))
