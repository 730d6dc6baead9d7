import BenchmarkWorker

BenchmarkMain.run(Fields.suite())
