import Dispatch
import FieldHost
import ReformatCore
import UIKit

/// A text field of UIKit's as sessions are typed into it: its delegate runs as it is.
///
/// A keystroke is what UIKit does with a key, and what the delegate leaves for later turns of the main queue: those run
/// before the keystroke ends. The phase `filter` is the delegate's answer to
/// `textField(_:shouldChangeCharactersIn:replacementString:)`, with all that it writes there; `format` is what is told of
/// the change, editingChanged and the selection, and later turns; `refresh` is the body, evaluated once per turn that
/// changed the text, as UIKit draws once per turn. Emissions are editingChanged.
///
/// A worker makes and uses it on the main thread. A test makes and uses it off the main actor, in a function that is not
/// isolated: in one that is, later turns would run only when the test awaits something.
///
/// What of it changes is touched on the main queue alone, or by the one thread that presses its keys.
public final class UIKitField: HostedField, @unchecked Sendable {
  /// The number of turns without a change that end a keystroke: work that waits for other work may change something later.
  private static let idleTurns = 4
  /// The maximum number of turns of a keystroke.
  private static let longestKeystroke = 100

  /// The field that is typed into.
  public let textField: UITextField
  private let delegate: AnyObject?
  private let read: (@MainActor () -> Any?)?
  private let writer: Writer?
  private var turns = MainTurns.none
  /// Does what a user does; not isolated, since it is called where the main actor is.
  private let act: (Action) -> Bool
  private var phases = PhaseMarker()
  private var body = FieldBody(storing: "")
  private var evaluations = 0

  /// An action of a user in the field; false if the delegate refused it.
  private typealias Action = @MainActor (UITextField) -> Bool

  /// A way for the rest of the app to write the value.
  private struct Writer {
    var type: Any.Type
    var write: @MainActor (Any) -> Void
  }

  /// A field whose value nobody reads: only its text and caret are judged.
  ///
  /// - Parameters:
  ///   - textField: the field, with its delegate and targets.
  ///   - delegate: kept alive, since a field does not keep its delegate.
  @MainActor public init(_ textField: UITextField, delegate: AnyObject? = nil) {
    self.textField = textField
    self.delegate = delegate
    act = Self.actions(in: textField)
    read = nil
    writer = nil
  }

  /// A field with a value.
  ///
  /// - Parameters:
  ///   - textField: the field, with its delegate and targets.
  ///   - delegate: kept alive, since a field does not keep its delegate.
  ///   - value: reads the value that the app takes from the field; nil if there is none.
  ///   - write: writes a value from elsewhere in the app; nil if nothing does.
  @MainActor public init<Value>(
    _ textField: UITextField, delegate: AnyObject? = nil, value: @escaping @MainActor () -> Value?,
    write: (@MainActor (Value) -> Void)? = nil
  ) {
    self.textField = textField
    self.delegate = delegate
    act = Self.actions(in: textField)
    read = { value() }
    writer = write.map { write in
      Writer(type: Value.self, write: { if let value = $0 as? Value { write(value) } })
    }
  }

  /// Returns a function that does a user's actions in a field.
  ///
  /// The type that forgets the isolation is made once, since to make one allocates.
  private static func actions(in field: UITextField) -> (Action) -> Bool {
    let act: @MainActor (Action) -> Bool = { $0(field) }
    return unsafeBitCast(act, to: ((Action) -> Bool).self)
  }

  /// Makes a field, puts a text into it, shows it in a view and begins to edit it, as a tap does.
  ///
  /// - Parameters:
  ///   - text: the text before the first keystroke, with the caret behind it.
  ///   - phases: who is told of phases.
  ///   - make: makes the field, on the main actor.
  /// - Returns: the field.
  public static func begun(
    text: String = "", phases: PhaseMarker = PhaseMarker(), _ make: @MainActor () -> UIKitField
  ) -> UIKitField {
    let turns = MainTurns.here
    let field = turns.perform { make() }
    field.turns = turns
    turns.perform {
      if !text.isEmpty { field.textField.text = text }
      field.textField.willMove(toSuperview: UIView())
      field.textField.didMoveToSuperview()
      field.textField.draw(field.textField.bounds)
      field.textField.becomeFirstResponder()
    }
    field.settle()
    field.phases = phases
    field.evaluations = 0
    turns.perform {
      field.textField.phases = field.phases
      field.textField.assignments = 0
      field.textField.changesSent = 0
    }
    return field
  }

  /// The type of the value that the app writes into the field; nil if nothing does.
  var writtenType: Any.Type? { writer?.type }
}

// MARK: - What is there

extension UIKitField {
  /// The text in the field.
  public var text: String { textField.currentText }

  /// The selection in UTF-16 code units; a caret if it is empty.
  ///
  /// Setting it is a tap.
  public var selection: Range<Int> {
    get { textField.currentSelection }
    set {
      perform {
        $0.selectAsUser(newValue)
        return true
      }
    }
  }

  /// The value as Swift describes it, or nil if there is none.
  public var valueDescription: String? {
    guard let read else { return nil }
    return turns.perform { read().map { String(describing: $0) } }
  }

  /// Always false: a text field of UIKit's shows no error itself.
  public var showsError: Bool { false }

  /// The number of updates of the field since it was made.
  public var counts: UpdateCounts {
    var counts = UpdateCounts()
    counts.bodyEvaluations = evaluations
    counts.emissions = textField.changesSent
    counts.textAssignments = textField.assignments
    return counts
  }
}

// MARK: - What a user does

extension UIKitField {
  /// Makes an edit as a user's key or paste does; a field that is not being edited is tapped first.
  ///
  /// - Returns: false if the delegate refused it.
  @discardableResult public func apply(_ edit: TextEdit) -> Bool {
    perform { $0.becomeFirstResponder() && $0.makeUserEdit(edit.range, edit.replacement) }
  }

  /// Shows what is composed so far in the place of the selection, or of what was composed before.
  public func setMarkedText(_ composed: String) {
    perform { $0.becomeFirstResponder() && $0.composeAsUser(composed) }
  }

  /// Ends composing; the text stays, and editingChanged is sent.
  public func unmarkText() {
    perform {
      $0.unmarkText()
      return true
    }
  }

  /// Presses Return, and leaves the field if it is still being edited.
  public func endEditing() {
    perform {
      $0.pressReturn()
      return $0.resignFirstResponder()
    }
  }

  /// Taps the clear button.
  public func clear() {
    perform {
      $0.pressClear()
      return true
    }
  }

  /// Has another part of the app write the value; one of another type is left out.
  public func write(_ value: Any) {
    guard let writer else { return }
    // Nobody else uses it: a keystroke ends before the next begins.
    nonisolated(unsafe) let value = value
    turns.perform { writer.write(value) }
    settle()
  }

  /// Does what a user does, and lets later turns end the keystroke.
  ///
  /// - Returns: false if the delegate refused it.
  @discardableResult private func perform(_ action: Action) -> Bool {
    guard case .awaited = turns else {
      let isDone = act(action)
      settle()
      return isDone
    }
    // The queue goes on by itself, so all of it is in the phase of later turns but what `act` marks.
    return phases.measure(.format) {
      let isDone = DispatchQueue.main.sync {
        let isDone = act(action)
        draw()
        return isDone
      }
      settle()
      return isDone
    }
  }

  /// Draws, and takes the turns that the delegate has left work for, as part of the keystroke.
  private func settle() {
    phases.measure(.format) {
      var idle = 0
      var taken = 0
      draw()
      while idle < Self.idleTurns, taken < Self.longestKeystroke {
        taken += 1
        idle = takeTurn() ? 0 : idle + 1
      }
    }
  }

  /// Lets the main queue have one turn, and draws.
  ///
  /// - Returns: true if there was another text to draw.
  private func takeTurn() -> Bool {
    if case .awaited = turns { return DispatchQueue.main.sync { draw() } }
    turns.takeOne()
    return draw()
  }

  /// Evaluates the body if there is another text to draw.
  ///
  /// - Returns: true if there was one.
  @discardableResult private func draw() -> Bool {
    guard textField.needsDisplay else { return false }
    textField.needsDisplay = false
    phases.measure(.refresh) {
      let new = FieldBody(text: textField.currentText, isValid: true)
      if !new.isSame(as: body) { body.store(new) }
    }
    evaluations += 1
    return true
  }
}
