import Foundation
import OpenCombine
import ReformatCore

/// The published store behind a property wrapper that bridges its text to a number of the parent.
///
/// The articles say that such a wrapper refreshes even more, and do not print one; this one is this project's own, in
/// its cheapest form: a number that is not new is not written. Writing it evaluates the parent's body, which makes the
/// field's body again; there a number that another part of the app wrote becomes text.
public final class BridgedOnChange<Style: ParseableFormatStyle>: TextStore
where Style.FormatOutput == String, Style.FormatInput: Equatable {
  @usableFromInline let store: OnChangeReformat<Style>
  @usableFromInline let model: BridgedModel<Style.FormatInput>
  @usableFromInline let style: Style
  @usableFromInline var parentNeedsUpdate = false
  private var observation: AnyCancellable?

  /// Makes a bridge from a store that reads and writes through `style` to a number that begins as the store's value.
  public init(_ store: OnChangeReformat<Style>, style: Style) {
    self.store = store
    self.style = style
    model = BridgedModel(store.value as? Style.FormatInput)
  }

  /// Called before each write of the text or the number.
  public var willChange: (() -> Void)? {
    didSet {
      store.willChange = willChange
      observation = model.observe { [weak self] in
        self?.parentNeedsUpdate = true
        self?.willChange?()
      }
    }
  }

  /// The text that the field shows.
  public var text: String { store.text }

  /// The parent's number.
  public var value: Any? { model.number }

  /// True if the text is shown as wrong.
  public var showsError: Bool { store.showsError }

  /// Writes the text, as the binding does.
  public func write(typed text: String) { store.write(typed: text) }

  /// Writes the parent's number.
  public func write(outside value: Any, phases: PhaseMarker) {
    guard let value = value as? Style.FormatInput else { return }
    phases.measure(.refresh) { model.number = value }
  }

  /// Runs the store's action, then writes the number if it is new.
  @inlinable
  public func textDidChange(phases: PhaseMarker) -> Range<Int>? {
    let selection = store.textDidChange(phases: phases)
    phases.measure(.refresh) {
      if model.number != store.current { model.number = store.current }
    }
    return selection
  }

  /// Does the same as the store.
  @inlinable
  public func editingDidEnd(phases: PhaseMarker) -> Range<Int>? {
    store.editingDidEnd(phases: phases)
  }

  /// Evaluates the parent's body if the number was written: a number that differs from the text's becomes text.
  @inlinable
  public func evaluateBody(phases: PhaseMarker) -> Int {
    let bodies = store.evaluateBody(phases: phases)
    guard parentNeedsUpdate else { return bodies }
    parentNeedsUpdate = false
    if let number = model.number, number != store.current {
      store.write(outside: number, phases: phases)
    }
    return bodies + 1
  }
}

/// The object that owns a bridged number.
///
/// It announces changes itself, because `@Published` in a generic class would make its key paths again at each access.
@usableFromInline
final class BridgedModel<Number>: ObservableObject {
  @usableFromInline let objectWillChange = ObservableObjectPublisher()
  @usableFromInline var number: Number? { willSet { objectWillChange.send() } }

  init(_ number: Number?) { self.number = number }
}
