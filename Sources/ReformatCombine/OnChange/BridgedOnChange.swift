import Foundation
import OpenCombine
import ReformatCore

/// The published store behind a property wrapper that bridges its text to a number of the parent's.
///
/// The articles say of such a wrapper that it refreshes still more, and do not print one; this one is this project's own, in
/// its cheapest form: a number that is not new is not written. Writing it evaluates the parent's body, which makes the
/// field's body anew; a number that somebody else wrote becomes text there.
public final class BridgedOnChange<Style: ParseableFormatStyle>: TextStore
where Style.FormatOutput == String, Style.FormatInput: Equatable {
  @usableFromInline let store: OnChangeReformat<Style>
  @usableFromInline let model: BridgedModel<Style.FormatInput>
  @usableFromInline let style: Style
  @usableFromInline var parentNeedsUpdate = false
  private var observation: AnyCancellable?

  /// Bridges a store that reads and writes through `style` to a number that begins as its value.
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

  /// What the field is to show.
  public var text: String { store.text }

  /// The parent's number.
  public var value: Any? { model.number }

  /// Whether the text is shown as wrong.
  public var showsError: Bool { store.showsError }

  /// The binding's write.
  public func write(typed text: String) { store.write(typed: text) }

  /// Writes the parent's number.
  public func write(outside value: Any, phases: PhaseMarker) {
    guard let value = value as? Style.FormatInput else { return }
    phases.measure(.refresh) { model.number = value }
  }

  /// The store's action, then the number where it is new.
  @inlinable
  public func textDidChange(phases: PhaseMarker) -> Range<Int>? {
    let selection = store.textDidChange(phases: phases)
    phases.measure(.refresh) {
      if model.number != store.current { model.number = store.current }
    }
    return selection
  }

  /// What the store does.
  @inlinable
  public func editingDidEnd(phases: PhaseMarker) -> Range<Int>? {
    store.editingDidEnd(phases: phases)
  }

  /// The parent's body where the number was written: a number that is not the text's becomes text.
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

/// The object that a bridged number belongs to.
///
/// It announces by itself: `@Published` in a generic class would make its key paths anew at each access.
@usableFromInline
final class BridgedModel<Number>: ObservableObject {
  @usableFromInline let objectWillChange = ObservableObjectPublisher()
  @usableFromInline var number: Number? { willSet { objectWillChange.send() } }

  init(_ number: Number?) { self.number = number }
}
