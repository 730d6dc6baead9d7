import BenchmarkModel
import BenchmarkWorker
import FieldHost
import Foundation
import KeystrokeBenchmarks
import KeystrokeSuites
import ReformatCore
import Synchronization
import Testing

/// Tests that every edit of the harness is made at the selection, as a user makes it.
@Suite struct UserSelectionTests {
  /// The number of edits, and those that were made elsewhere.
  private final class Edits: Sendable {
    private let noted = Mutex((made: 0, elsewhere: [String]()))

    func note(_ edit: TextEdit, _ selection: Range<Int>, in text: String) {
      let isKey =
        edit.replacement.isEmpty && selection.isEmpty
        && [edit.range.lowerBound, edit.range.upperBound].contains(selection.lowerBound)
      noted.withLock {
        $0.made += 1
        guard edit.range != selection, !isKey else { return }
        $0.elsewhere.append("\(text) \(selection): \(edit.range) by \(edit.replacement)")
      }
    }

    var made: Int { noted.withLock(\.made) }
    var elsewhere: [String] { noted.withLock(\.elsewhere) }
  }

  /// A field of somebody else's, which compares each edit with its selection.
  private final class Probe: HostedField {
    private let field: any HostedField
    private let edits: Edits

    init(_ field: any HostedField, _ edits: Edits) {
      self.field = field
      self.edits = edits
    }

    func apply(_ edit: TextEdit) -> Bool {
      edits.note(edit, field.selection, in: field.text)
      return field.apply(edit)
    }

    var text: String { field.text }
    var selection: Range<Int> {
      get { field.selection }
      set { field.selection = newValue }
    }
    var valueDescription: String? { field.valueDescription }
    var showsError: Bool { field.showsError }
    var counts: UpdateCounts { field.counts }
    func setMarkedText(_ composed: String) { field.setMarkedText(composed) }
    func unmarkText() { field.unmarkText() }
    func endEditing() { field.endEditing() }
    func write(_ value: Any) { field.write(value) }
    func moveToNextField() { field.moveToNextField() }
  }

  /// Returns a suite of one strategy, whose fields are probed, and the edits of them.
  private static func suite(_ strategy: StrategyEntry) throws -> (KeystrokeSuite, Edits) {
    let edits = Edits()
    var probed = StrategyEntry(
      strategy.name, values: strategy.values, promise: strategy.promise, caret: strategy.caret,
      takesGivenSymbols: strategy.takesGivenSymbols
    ) { configuration, phases in Probe(strategy.makeField(configuration, phases), edits) }
    probed.metrics = strategy.metrics
    let traces = Bundle.module.bundleURL.appending(path: "Fixtures/Traces")
    let suite = KeystrokeSuite(
      name: "Test", strategies: [probed],
      matrix: [("int", "en_US"), ("currency", "de_DE"), ("double", "ar_EG")].map { value, locale in
        .init(
          strategies: [strategy.name], values: [value], locales: [locale], lengths: [9],
          scripts: EditScript.allCases.map(\.rawValue))
      }, traces: try TraceReader.readAll(in: traces), traced: [strategy.name])
    return (suite, edits)
  }

  /// Every script and trace: as it is recorded, as it is measured, and as it is judged.
  @Test(arguments: Keystrokes.strategies.map(\.name))
  func scriptsAndTraces(_ name: String) throws {
    let strategy = try #require(Keystrokes.strategies.first { $0.name == name })
    let (suite, edits) = try Self.suite(strategy)
    let cells = suite.cells(matching: CellFilter())
    #expect(cells.count > EditScript.allCases.count / 2)
    for cell in cells {
      for session in try suite.sessions(of: cell, seed: 1) {
        let subject = session.makeSubject(phases: PhaseMarker())
        for index in 0..<session.keystrokeCount {
          subject.prepare(index)
          subject.press(index)
        }
        _ = session.judgement
      }
      #expect(edits.elsewhere.isEmpty, "\(cell.id): \(edits.elsewhere.first ?? "")")
      if !edits.elsewhere.isEmpty { return }
    }
    #expect(edits.made > 1000)
  }

  @Test(arguments: [
    StrategyEntry.incrementalDelegate, .incrementalOnChange(), .formatOnCommit, .delegateFilter,
  ])
  func hunts(_ strategy: StrategyEntry) throws {
    let (suite, edits) = try Self.suite(strategy)
    _ = try suite.hunt(
      HuntRequest(
        strategy: strategy.name, locales: ["en_US", "de_DE"], values: [], seed: 3, part: 0,
        keystrokes: 4000))
    #expect(edits.made > 1000 && edits.elsewhere.isEmpty, "\(edits.elsewhere.first ?? "")")
  }

  /// Ranges that are not selected, keys, and what the history takes back.
  @Test(arguments: [StrategyEntry.incrementalDelegate, .unformatted])
  func replays(_ strategy: StrategyEntry) throws {
    let (suite, edits) = try Self.suite(strategy)
    let actions: [UserAction] = [
      .replace(1..<3, by: "7"), .replace(0..<1, by: ""), .backspace, .delete,
      .replace(0..<0, by: "5"),
      .undo, .redo, .insert("6"), .undo,
    ]
    let editCase = EditCase(
      id: "1", locale: "en_US", value: "int", before: "1,234", selection: 5..<5,
      steps: actions.map { .init($0) })
    guard
      case .left(let states, _) = try suite.replay(
        [editCase], strategy: strategy.name, locales: [])[0]
    else {
      Issue.record("not tried")
      return
    }
    #expect(states.count == actions.count + 1)
    #expect(edits.made >= 5 && edits.elsewhere.isEmpty, "\(edits.elsewhere.first ?? "")")
  }

  /// The probe sees an edit elsewhere.
  @Test func theProbeIsLive() {
    let edits = Edits()
    let field = Probe(HeadlessField(strategy: Unformatted(), text: "123"), edits)
    for range in [0..<1, 1..<3] {
      _ = field.apply(TextEdit(range: range, replacement: ""))
      _ = field.apply(TextEdit(range: range, replacement: "4"))
    }
    #expect(edits.made == 4 && edits.elsewhere.count == 3)
  }
}
