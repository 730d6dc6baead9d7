import ReformatCore

/// Equal subjects that get the same keystroke one after the other, between two clock readings.
///
/// A keystroke that is too short for the clock is measured as one of many; each is still the same keystroke on a field
/// in the same state.
final class SubjectBatch {
  private let only: (any MeasurableSubject)?
  private let all: [any MeasurableSubject]

  init(_ session: any MeasurableSession, count: Int, phases: PhaseMarker) {
    all = (0..<count).map { _ in session.makeSubject(phases: phases) }
    only = count == 1 ? all[0] : nil
  }

  func prepare(_ index: Int) {
    for subject in all { subject.prepare(index) }
  }

  func press(_ index: Int) {
    if let only { return only.press(index) }
    for subject in all { subject.press(index) }
  }
}
