import BenchmarkModel

/// Writes sites as lines of `sites.csv`, refusing everything that the reader would refuse.
struct SiteEncoder {
  /// The file that errors name.
  let file: String
  /// The header and the lines so far, each with its line break.
  private(set) var bytes = Array("\(SiteFile.header)\n".utf8)

  init(file: String) { self.file = file }

  /// Adds one line; on an error nothing is added.
  mutating func append(_ site: CostSite) throws(Problem) {
    try check(site)
    let texts = [
      site.suite, site.cell.strategy, site.cell.value, site.cell.locale, String(site.cell.length),
      site.cell.script, site.phase.rawValue, site.metric.rawValue, site.instrument.rawValue,
      site.stack.folded,
    ]
    for text in texts {
      CSVField.append(text, to: &bytes)
      bytes.append(CSVReader.comma)
    }
    FigureText.append(site.count, to: &bytes)
    bytes.append(CSVReader.comma)
    if let size = site.bytes { FigureText.append(size, to: &bytes) }
    bytes.append(CSVReader.lineFeed)
  }

  private func check(_ site: CostSite) throws(Problem) {
    func refuse(_ problem: String) -> Problem {
      Problem(file: file, problem: "a site of \(site.series) was not written: \(problem)")
    }
    if site.suite.isEmpty { throw refuse("it names no suite") }
    if Cell(id: site.cell.id) != site.cell {
      throw refuse("its cell has a part that is empty or has a /")
    }
    if site.stack.isEmpty { throw refuse("its stack is empty") }
    if site.stack.contains(where: { $0.function.isEmpty || $0.file == "" }) {
      throw refuse("a frame has an empty name")
    }
    if let line = site.stack.lazy.compactMap(\.line).first(where: { $0 < 1 }) {
      throw refuse("a frame is on line \(line)")
    }
    for (name, figure) in [("count", site.count), ("bytes", site.bytes ?? 0)]
    where !(figure >= 0 && figure.isFinite) {
      throw refuse("its \(name) is \(figure)")
    }
  }
}
