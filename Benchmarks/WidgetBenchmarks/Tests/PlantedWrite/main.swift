import BenchmarkWorker
import CPlantedWrite
import WidgetSuites

// Every text is written into the widget twice: a comparison must report it.

plant_second_write()
BenchmarkMain.run(WidgetSuite())
