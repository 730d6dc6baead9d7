// Measuring is for Linux; all else of a suite is portable, for tests of an app.
#if canImport(BenchmarkWorker)
  import BenchmarkModel
  import BenchmarkWorker
  import FieldHost
  import ReformatCore

  extension KeystrokeSuite: BenchmarkSuite {
    /// Records the sessions of a cell, each on a fresh field, and checks their results.
    public func sessions(of cell: Cell, seed: UInt64) throws -> [any MeasurableSession] {
      try fieldSessions(of: cell, seed: seed)
    }
  }

  extension FieldSession: MeasurableSession {
    /// The number of keystrokes.
    package var keystrokeCount: Int { recorded.keystrokes.count }

    /// Makes a fresh field.
    package func makeBare() -> AnyObject? { makeField() }

    /// Makes a fresh field that gets the keystrokes.
    package func makeSubject(phases: PhaseMarker) -> any MeasurableSubject {
      FieldSubject(field: makeField(phases: phases), recorded)
    }

    /// The indices of the keystrokes before which the user moves the caret, or selects.
    package var preparedKeystrokes: [Int] { recorded.selected }
  }

  /// A field that gets the keystrokes of a recorded session, each at the selection that it was recorded with.
  private final class FieldSubject: MeasurableSubject {
    private let field: any HostedField
    private let keystrokes: [Keystroke]
    private let selections: [Int: Range<Int>]

    init(field: any HostedField, _ recorded: RecordedSession) {
      self.field = field
      keystrokes = recorded.keystrokes
      selections = recorded.selections
    }

    func prepare(_ index: Int) {
      if let selection = selections[index] { field.selection = selection }
    }

    func press(_ index: Int) { field.press(keystrokes[index]) }

    var updates: UpdateTotals? {
      let counts = field.counts
      var others = field.screenCounts?.byMetric ?? [:]
      others[.textAssignments] = counts.textAssignments
      return UpdateTotals(
        emissions: counts.emissions, refreshes: counts.bodyEvaluations,
        droppedActions: counts.droppedActions, others: others)
    }
  }

  extension ScreenCounts {
    fileprivate var byMetric: [Metric: Int] {
      [
        .signals: signals, .layoutCalls: layoutCalls, .frames: frames,
        .flickerFrames: flickerFrames,
      ]
    }
  }
#endif
