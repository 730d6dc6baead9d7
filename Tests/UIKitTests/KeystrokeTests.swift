import FieldHost
import ReformatCore
import Testing
import UIKit
import UIKitSuites

/// A field of UIKit's as sessions are typed into it.
///
/// The tests are not isolated, so that later turns belong to their keystroke.
struct KeystrokeTests {
  /// The ways in which a delegate leaves work for later.
  enum Later: CaseIterable, Sendable {
    case queue, afterNow, task, queueTwice
  }

  /// A delegate that moves the caret to the front in a later turn.
  final class Front: NSObject, UITextFieldDelegate {
    let later: Later
    init(_ later: Later) { self.later = later }

    func textField(
      _ textField: UITextField, shouldChangeCharactersIn range: NSRange,
      replacementString string: String
    ) -> Bool {
      switch later {
      case .queue: DispatchQueue.main.async { Self.move(textField) }
      case .afterNow:
        DispatchQueue.main.asyncAfter(deadline: .now()) { Self.move(textField) }
      case .task: Task { @MainActor in Self.move(textField) }
      case .queueTwice:
        DispatchQueue.main.async { DispatchQueue.main.async { Self.move(textField) } }
      }
      return true
    }

    @MainActor private static func move(_ field: UITextField) {
      let start = field.beginningOfDocument
      field.selectedTextRange = field.textRange(from: start, to: start)
    }
  }

  @Test(
    "What a delegate leaves for later is done before the keystroke ends", arguments: Later.allCases)
  func later(_ later: Later) {
    let field = UIKitField.begun {
      let textField = UITextField()
      let delegate = Front(later)
      textField.delegate = delegate
      return UIKitField(textField, delegate: delegate)
    }
    for key in ["1", "2", "3"] { field.type(key) }
    #expect(field.text == "321")
    #expect(field.selection == 0..<0)
  }

  /// Writes down the phases, and what happened in each.
  final class Phases: PhaseObserver {
    private(set) var log: [String] = []
    private var phase: Phase?
    func switchPhase(to phase: Phase?) -> Phase? {
      let before = self.phase
      self.phase = phase
      return before
    }
    func note(_ what: String) { log.append("\(what): \(phase?.rawValue ?? "none")") }
  }

  @Test("Phases: the question is filter, what is told and later turns are format")
  func phases() {
    nonisolated(unsafe) let phases = Phases()
    let field = UIKitField.begun(phases: PhaseMarker(observer: phases)) {
      let delegate = RecordingDelegate()
      let textField = UITextField()
      textField.delegate = delegate
      delegate.whenAsked = { _ in
        phases.note("asked")
        DispatchQueue.main.async { phases.note("later") }
      }
      textField.addAction(UIAction { _ in phases.note("changed") }, for: .editingChanged)
      return UIKitField(textField, delegate: delegate)
    }
    field.type("1")
    #expect(phases.log == ["asked: filter", "changed: format", "later: format"])
  }

  @Test("Counts: one refresh for each turn that changed the text")
  func counts() {
    let field = UIKitField.begun(text: "5") {
      let delegate = RecordingDelegate()
      let textField = UITextField()
      textField.delegate = delegate
      delegate.mayChange = false
      delegate.whenAsked = { field in
        field.text = "6"
        field.text = "7"
        DispatchQueue.main.async { field.text = "8" }
      }
      return UIKitField(textField, delegate: delegate)
    }
    #expect(field.counts == UpdateCounts())
    #expect(!field.type("1"))
    #expect(field.text == "8")
    #expect(field.counts.bodyEvaluations == 2)
    #expect(field.counts.textAssignments == 3)
    #expect(field.counts.emissions == 0)
  }

  @Test("Return leaves the field, and a key comes back to it")
  func leaving() {
    let field = UIKitField.begun {
      let delegate = RecordingDelegate()
      return UIKitField(
        delegate.makeField(), delegate: delegate, value: { delegate.log.last },
        write: { delegate.log.append($0) })
    }
    field.type("1")
    field.endEditing()
    #expect(field.valueDescription == "ended 1")
    field.type("2")
    #expect(field.text == "12")
    field.write("written")
    #expect(field.valueDescription == "written")
    field.write(5)
    #expect(field.valueDescription == "written")
    field.clear()
    #expect(field.text == "")
  }
}
