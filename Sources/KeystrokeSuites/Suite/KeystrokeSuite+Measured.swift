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
    /// Nil: the cost is not known.

    /// Makes a fresh field.
    package func makeBare() -> AnyObject? { makeField() }

    /// Makes a fresh field that gets the keystrokes.
    package func makeSubject(phases: PhaseMarker) -> any MeasurableSubject {
      let field = FieldSubject(
        field: makeField(phases: phases), keystrokes: recorded.keystrokes)
      return recorded.selections.isEmpty
        ? field : SelectingSubject(field, selections: recorded.selections)
    }
  }

  /// A field that gets the keystrokes of a recorded session.
  private final class FieldSubject: MeasurableSubject {
    let field: any HostedField
    private let keystrokes: [Keystroke]

    init(field: any HostedField, keystrokes: [Keystroke]) {
      self.field = field
      self.keystrokes = keystrokes
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

  /// A field whose user also moves the caret; only such a field pays for that.
  private final class SelectingSubject: MeasurableSubject {
    private let subject: FieldSubject
    private let selections: [Int: Range<Int>]

    init(_ subject: FieldSubject, selections: [Int: Range<Int>]) {
      self.subject = subject
      self.selections = selections
    }

    func press(_ index: Int) {
      if let selection = selections[index] { subject.field.selection = selection }
      subject.press(index)
    }

    var updates: UpdateTotals? { subject.updates }
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
