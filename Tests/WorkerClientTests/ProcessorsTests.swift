import Testing
import WorkerClient

struct ProcessorsTests {
  @Test(arguments: [("0-3,8", [0, 1, 2, 3, 8]), ("1", [1]), ("", []), ("3-1", []), ("x", [])])
  func processorsAreReadAsTheKernelWritesThem(_ text: String, _ expected: [Int]) {
    #expect(Processors.list(text) == expected)
  }

  @Test func thisProcessMayRunSomewhere() {
    #expect(!Processors.allowed().isEmpty)
  }
}
