import BenchmarkModel
import BenchmarkResults

/// A column of a table, declared once for all formats, with its names and values.
package struct TableColumn<Row> {
  /// A value in a row.
  package enum Value: Encodable {
    case text(String)
    case number(Double)
    case integer(Int)
    case flag(Bool)
    /// A value that only JSON can hold.
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

  /// The title for people; nil if the column is only for programs.
  package let title: String?
  /// True if the column is aligned to the right for people.
  package let isNumber: Bool
  /// Its name in CSV; nil if CSV does not have it.
  package let csv: String?
  /// Its key in JSON; nil if JSON does not have it.
  package let json: String?
  /// The value in a row; nil if there is none.
  package let value: (Row) -> Value?
  private let text: ((Row) -> String)?

  /// Makes a column with a name for each format that has it.
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

  /// Makes a column for programs, with one name in both of their formats.
  package init(named name: String, people: Bool = false, value: @escaping (Row) -> Value?) {
    self.init(people ? name : nil, csv: name, json: name, value: value)
  }

  /// The text that people see in a row.
  package func shown(_ row: Row) -> String { text?(row) ?? value(row)?.field ?? "" }

  /// The suite and the cell: JSON has the cell's id, CSV each of its parts.
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

  /// Makes a table.
  package init(columns: [TableColumn<Row>], rows: [Row]) {
    self.columns = columns
    self.rows = rows
  }

  /// The table for people.
  package var grid: Grid {
    let shown = columns.filter { $0.title != nil }
    return Grid(
      shown.map { .init($0.title ?? "", number: $0.isNumber) },
      rows: rows.map { row in shown.map { $0.shown(row) } })
  }

  /// The table for spreadsheets.
  package func csv(hasHeader: Bool = true) -> String {
    let columns = columns.filter { $0.csv != nil }
    var text = CSVText(hasHeader ? columns.compactMap(\.csv) : [])
    for row in rows { text.append(columns.map { $0.value(row)?.field }) }
    return text.text
  }

  /// The table for programs: an object per row, without missing values.
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
