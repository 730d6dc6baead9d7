import BenchmarkConductor
import BenchmarkModel
import BenchmarkResults
import Foundation
import RunFixtures
import Testing

@Suite struct KeptCountsTests {
  @Test("Counts are read only with their digest and their dependencies")
  func damage() throws {
    let folder = try TemporaryFolder()
    let cell = Cell(strategy: "s", value: "v", locale: "l", length: 1, script: "t")
    func kept(_ dependency: String = "program") -> KeptCounts<[Int]> {
      KeptCounts(folder.path("counts"), dependencies: [dependency])
    }
    #expect(kept()[cell] == nil)
    var counts = kept()
    counts.save([cell: [1]], functions: [cell: ["f", "g"]])
    #expect(kept()[cell] == [1] && kept().functions(of: cell) == ["f", "g"])
    #expect(kept("another program")[cell] == nil)

    let text = try folder.text("counts")
    let nothing = SHA256.digest(of: [UInt8]("{".utf8))
    for damaged in ["", "{", "\(nothing)\n{", text.replacing("[1]", with: "[0]")] {
      try folder.write(damaged, to: "counts")
      #expect(kept()[cell] == nil, "\(damaged)")
    }
  }
}
