import BenchmarkModel

/// Writes rows as lines of `samples.csv`, refusing everything that the reader would refuse.
struct RowEncoder {
  /// The file that errors name.
  let file: String
  /// The lines so far, each with its line break.
  private(set) var bytes: [UInt8] = []

  init(file: String) { self.file = file }

  /// Adds one line; on an error nothing is added.
  mutating func append(_ row: Row) throws(Problem) {
    try check(row)
    let series = row.series
    field(row.run)
    field(row.commit)
    field(row.round)
    field(series.suite)
    field(series.cell.strategy)
    field(series.cell.value)
    field(series.cell.locale)
    field(series.cell.length)
    field(series.cell.script)
    field(series.phase.rawValue)
    field(series.metric.rawValue)
    field(series.instrument.rawValue)
    field(row.unit)
    field(row.count)
    for figure in Figure.allCases {
      if let value = row.summary[figure] { FigureText.append(value, to: &bytes) }
      bytes.append(UInt8(ascii: ","))
    }
    if let text = row.text { bytes.append(contentsOf: text.rawValue.utf8) }
    bytes.append(UInt8(ascii: "\n"))
  }

  private func check(_ row: Row) throws(Problem) {
    func refuse(_ problem: String) -> Problem {
      Problem(file: file, problem: "a row for \(row.series) was not written: \(problem)")
    }
    if !(0...ResultsBounds.rounds).contains(row.round) {
      throw refuse("its round is \(row.round)")
    }
    if !(0...ResultsBounds.count).contains(row.count) { throw refuse("its count is \(row.count)") }
    if !(0...ResultsBounds.length).contains(row.cell.length) {
      throw refuse("its length is \(row.cell.length)")
    }
    let names = [
      row.run, row.commit, row.suite, row.cell.strategy, row.cell.value, row.cell.locale,
      row.cell.script,
    ]
    if let name = names.first(where: { $0.utf8.count > ResultsBounds.nameBytes }) {
      throw refuse("a name of \(name.utf8.count) bytes")
    }
    if let fault = row.summary.fault(as: row.metric) { throw refuse(fault.problem) }
    if row.run.isEmpty { throw refuse("it names no run") }
    if row.suite.isEmpty { throw refuse("it names no suite") }
    if Cell(id: row.cell.id) != row.cell {
      throw refuse("its cell has a part that is empty or has a /")
    }
    for figure in Figure.allCases {
      if let value = row.summary[figure], !(0...ResultsBounds.figure).contains(value) {
        throw refuse("its \(figure.name) is \(value)")
      }
    }
  }

  private mutating func field(_ number: Int) {
    bytes.append(contentsOf: String(number).utf8)
    bytes.append(UInt8(ascii: ","))
  }

  private mutating func field(_ text: String) {
    CSVField.append(text, to: &bytes)
    bytes.append(UInt8(ascii: ","))
  }
}

/// A field of a CSV file as in RFC 4180.
package enum CSVField {
  /// Appends a text, in quotes only if it needs them.
  package static func append(
    _ text: String, to bytes: inout [UInt8], separator: UInt8 = UInt8(ascii: ",")
  ) {
    guard text.utf8.contains(where: { [0x22, separator, 0x0A, 0x0D].contains($0) }) else {
      bytes.append(contentsOf: text.utf8)
      return
    }
    bytes.append(0x22)
    for byte in text.utf8 {
      if byte == 0x22 { bytes.append(0x22) }
      bytes.append(byte)
    }
    bytes.append(0x22)
  }
}
