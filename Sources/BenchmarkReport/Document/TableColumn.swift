import BenchmarkModel
import BenchmarkResults

/// A column of a table, declared once for all formats: its names, and what stands in it.
package struct TableColumn<Row> {
  /// What stands in a row.
  package enum Value: Encodable {
    case text(String)
    case number(Double)
    case integer(Int)
    case flag(Bool)
    /// What JSON alone can hold.
    case tree(any Encodable)

    /// The field of a CSV file.
    var field: String? {
      switch self {
      case .text(let text): text
      case .number(let number):
        CSVText.usesSemicolons
          ? FigureText.field(number)?.replacing(".", with: ",") : FigureText.field(number)
      case .integer(let number): String(number)
      case .flag(let flag): String(flag)
      case .tree: nil
      }
    }

    package func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .text(let text): try container.encode(text)
      case .number(let number): try container.encode(number)
      case .integer(let number): try container.encode(number)
      case .flag(let flag): try container.encode(flag)
      case .tree(let tree): try container.encode(tree)
      }
    }
  }

  /// What people see above it; nil where it is for programs.
  package let title: String?
  /// Whether people see it to the right.
  package let isNumber: Bool
  /// Its name in CSV; nil where it is not there.
  package let csv: String?
  /// Its key in JSON; nil where it is not there.
  package let json: String?
  /// What stands in a row; nil where nothing does.
  package let value: (Row) -> Value?
  private let text: ((Row) -> String)?

  /// A column with a name for each format that has it.
  package init(
    _ title: String? = nil, number: Bool = false, csv: String? = nil, json: String? = nil,
    text: ((Row) -> String)? = nil, value: @escaping (Row) -> Value?
  ) {
    self.title = title
    isNumber = number
    self.csv = csv
    self.json = json
    self.text = text
    self.value = value
  }

  /// A column for programs, of one name in both of their formats.
  package init(named name: String, people: Bool = false, value: @escaping (Row) -> Value?) {
    self.init(people ? name : nil, csv: name, json: name, value: value)
  }

  /// What people see in a row.
  package func shown(_ row: Row) -> String { text?(row) ?? value(row)?.field ?? "" }

  /// The suite and the cell: JSON has its id, CSV each of its parts.
  package static func cell(_ subject: @escaping (Row) -> SeriesKey.Subject)
    -> [TableColumn]
  {
    [TableColumn(named: "suite") { .text(subject($0).suite) }]
      + Cell.Part.allCases.map { part in
        TableColumn(csv: part.rawValue) { .text(subject($0).cell[part]) }
      } + [TableColumn(json: "cell") { .text(subject($0).cell.id) }]
  }

  /// The phase, the metric and the instrument; nil for the whole cell.
  package static func measure(_ measure: @escaping (Row) -> SeriesKey.Measure?) -> [TableColumn] {
    [
      TableColumn(named: "phase", people: true) { measure($0).map { .text($0.phase.rawValue) } },
      TableColumn(named: "metric", people: true) { measure($0).map { .text($0.metric.rawValue) } },
      TableColumn(named: "instrument") { measure($0).map { .text($0.instrument.rawValue) } },
    ]
  }
}

/// Rows with their columns.
package struct Table<Row> {
  private let columns: [TableColumn<Row>]
  private let rows: [Row]

  /// Puts a table together.
  package init(columns: [TableColumn<Row>], rows: [Row]) {
    self.columns = columns
    self.rows = rows
  }

  /// For people.
  package var grid: Grid {
    let shown = columns.filter { $0.title != nil }
    return Grid(
      shown.map { .init($0.title ?? "", number: $0.isNumber) },
      rows: rows.map { row in shown.map { $0.shown(row) } })
  }

  /// For spreadsheets, with rows of another kind behind it, which have some of the columns.
  package func csv(adding others: [[String: String]] = [], hasHeader: Bool = true) -> String {
    let columns = columns.filter { $0.csv != nil }
    let names = columns.compactMap(\.csv)
    var text = CSVText(hasHeader ? names : [])
    for row in rows { text.append(columns.map { $0.value(row)?.field }) }
    for other in others { text.append(names.map { other[$0] }) }
    return text.text
  }

  /// For programs: an object a row, without what is missing.
  package var json: [JSONRow] { rows.map { JSONRow(row: $0, columns: columns) } }

  /// A row as an object.
  package struct JSONRow: Encodable {
    fileprivate let row: Row
    fileprivate let columns: [TableColumn<Row>]

    private struct Key: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }

      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    package func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      for column in columns {
        guard let name = column.json, let value = column.value(row) else { continue }
        try container.encode(value, forKey: Key(stringValue: name))
      }
    }
  }
}
