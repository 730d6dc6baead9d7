import BenchmarkModel
import BenchmarkWorker
import KeystrokeSuites

/// Events around the keystroke: the keyboard slides in and out, the screen appears, a form is filled in.
///
/// A keystroke of these cells is one notification, one appearance, or one step of a trace:
///
/// - `keyboard-delegate/none/none/10/show-hide`: the length is the number of observers.
/// - `appearance-async/none/none/1/first`: first, repeated and interrupted appearances of one screen.
/// - `delegate-filter/int/en_US/5/trace-form`: a trace whose events reach the screen around the field.
public struct FieldEventSuite: BenchmarkSuite {
  /// The name in the `suite` column.
  public let name: String

  private let keyboards: [KeyboardEntry]
  private let forms: [FormEntry]
  private let traces: [Trace]
  private let matrix: Matrix

  private static let none = "none"
  private static let mostObservers = 1000

  /// Makes a suite of keyboard entries, of appearances, and of each trace on each form.
  ///
  /// - Parameters:
  ///   - name: the name of the suite.
  ///   - keyboards: the ways to observe the keyboard.
  ///   - observers: the numbers of observers that they are measured with.
  ///   - forms: fields with a screen around them.
  ///   - traces: the traces, replayed on each form that can hold their value.
  public init(
    name: String, keyboards: [KeyboardEntry], observers: [Int], forms: [FormEntry],
    traces: [Trace]
  ) {
    self.name = name
    self.keyboards = keyboards
    self.forms = forms
    self.traces = traces
    let replays = traces.flatMap { trace in
      forms.filter { $0.strategy.values.contains(trace.value) }
        .map { Self.cell(trace, form: $0) }
    }
    matrix = Matrix(
      [
        .init(
          strategies: keyboards.map(\.name), values: [Self.none], locales: [Self.none],
          lengths: observers, scripts: KeyboardScript.allCases.map(\.rawValue)),
        .init(
          strategies: AppearanceKind.allCases.map(\.rawValue), values: [Self.none],
          locales: [Self.none],
          lengths: [1], scripts: AppearanceScript.allCases.map(\.rawValue)),
      ], and: replays)
  }

  /// The cells that match a filter; a number of observers that it names in full is added.
  public func cells(matching filter: CellFilter) -> [Cell] {
    let keyboardNames = keyboards.map(\.name)
    let keyboardScripts = KeyboardScript.allCases.map(\.rawValue)
    return matrix.cells(
      matching: filter,
      known: Matrix.Known(
        strategies: keyboardNames, values: [Self.none], isLocale: { $0 == Self.none },
        lengths: 1...Self.mostObservers, scripts: keyboardScripts,
        usual: Matrix.Block(
          strategies: keyboardNames, values: [Self.none], locales: [Self.none], lengths: [1],
          scripts: keyboardScripts))
    ).filter { !isLeftOut($0) }
  }

  /// The one session of a cell.
  public func sessions(of cell: Cell, seed: UInt64) throws -> [any MeasurableSession] {
    guard let session = session(of: cell) else {
      throw SuiteError("\(name) has no cell \(cell.id)")
    }
    return [session]
  }

  private func session(of cell: Cell) -> (any MeasurableSession)? {
    for trace in traces {
      guard let form = forms.first(where: { Self.cell(trace, form: $0) == cell }) else { continue }
      let configuration = FieldConfiguration(locale: trace.locale, value: trace.value).with(trace)
      return FormSession(entry: form, trace: trace, configuration: configuration)
    }
    guard cell.value == Self.none, cell.locale == Self.none, !isLeftOut(cell) else { return nil }
    if let script = AppearanceScript(rawValue: cell.script), cell.length == 1,
      let kind = AppearanceKind(rawValue: cell.strategy)
    {
      return AppearanceSession(kind: kind, script: script)
    }
    guard let entry = keyboards.first(where: { $0.name == cell.strategy }),
      let script = KeyboardScript(rawValue: cell.script),
      (1...Self.mostObservers).contains(cell.length)
    else { return nil }
    return KeyboardSession(entry: entry, screens: cell.length, script: script)
  }

  private static func cell(_ trace: Trace, form: FormEntry) -> Cell {
    Cell(
      strategy: form.strategy.name, value: trace.value.rawValue, locale: trace.locale,
      length: trace.length, script: trace.script)
  }

  /// True if a cell is left out: an action that is done at once cannot be interrupted, and a payload that would crash
  /// the program is not tried.
  private func isLeftOut(_ cell: Cell) -> Bool {
    if cell.script == AppearanceScript.interrupted.rawValue {
      return cell.strategy != AppearanceKind.async.rawValue
    }
    return cell.script == KeyboardScript.badPayload.rawValue
      && keyboards.contains { $0.name == cell.strategy && !$0.standsBadPayloads }
  }
}
