import Foundation
import OpenCombine
import ReformatCore

/// A pair of fields whose texts are published and read on the next turn of the run loop, as published, call by call.
///
/// Its model is ``LinkedLimits``, so one keystroke can refresh two fields. The parent's body makes a formatter, a
/// wrapper and a transformer for each field at every evaluation and drops the old ones. So the text after a valid edit
/// is that of a new transformer: `7` after `007`. A wrapper is a value of two references, so only its transformer is
/// modelled here.
///
/// Its defects are kept, because apps contain them. A text that is not a number is replaced by the last value, so a minus
/// typed into an emptied field brings the old number back. The formatter has style none, which does not group. An
/// emptied field keeps its value. One defect is only documented: near `Int.max` the published sum of a limit and the
/// distance overflows, and crashes the program.
public final class PublisherTransform: PublishingStrategy {
  private let model: LinkedLimits
  private let locale: Locale
  private let runLoop: RunLoop
  private let phases: PhaseMarker
  private var first: NumberTransformer
  private var second: NumberTransformer
  private var observation: AnyCancellable?

  /// Called before each write of a text or limit.
  public var willChange: ((PublishedChange) -> Void)? { didSet { observeAll() } }

  /// Makes the transformers of both fields.
  ///
  /// - Parameters:
  ///   - locale: the locale whose digits and minus are written; the published code uses that of the device.
  ///   - model: the limits behind the fields; the first field edits the lower one.
  ///   - runLoop: the run loop of the thread on which the texts are typed.
  ///   - phases: the marker for parsing and formatting.
  public init(
    locale: Locale, model: LinkedLimits = LinkedLimits(), runLoop: RunLoop = .current,
    phases: PhaseMarker = PhaseMarker()
  ) {
    self.locale = locale
    self.model = model
    self.runLoop = runLoop
    self.phases = phases
    first = Self.transformer(.first, of: model, locale, runLoop, phases)
    second = Self.transformer(.second, of: model, locale, runLoop, phases)
  }

  /// The limit that a field edits.
  public func value(of field: FieldRole) -> Any? { field == .first ? model.low : model.high }

  /// True if a text was published and not yet delivered.
  public var isWaiting: Bool { first.waiting > 0 || second.waiting > 0 }

  /// The text of a field, as typed or as last written.
  public func text(of field: FieldRole) -> String { transformer(field).text }

  /// Publishes a copy of the field's text.
  public func publish(_ text: String, in field: FieldRole) {
    transformer(field).publish(String(ownCopyOf: text))
  }

  /// Writes a limit, as the published button does that sets both.
  public func write(_ value: Any, of field: FieldRole) {
    guard let value = value as? Int else { return }
    phases.measure(.refresh) { field == .first ? model.setLow(value) : model.setHigh(value) }
  }

  /// Makes a formatter and a transformer for each field and observes them; the old ones are dropped, with the texts
  /// that they have not delivered.
  public func evaluateParent() {
    first = Self.transformer(.first, of: model, locale, runLoop, phases)
    second = Self.transformer(.second, of: model, locale, runLoop, phases)
    observe(first, as: .first)
    observe(second, as: .second)
  }

  private func transformer(_ field: FieldRole) -> NumberTransformer {
    field == .first ? first : second
  }

  private static func transformer(
    _ field: FieldRole, of model: LinkedLimits, _ locale: Locale, _ runLoop: RunLoop,
    _ phases: PhaseMarker
  ) -> NumberTransformer {
    let binding =
      field == .first
      ? NumberTransformer.Binding(get: { model.low }, set: { model.setLow($0) })
      : NumberTransformer.Binding(get: { model.high }, set: { model.setHigh($0) })
    return NumberTransformer(
      binding, format: WholeNumberFormat(locale: locale), runLoop: runLoop, phases: phases)
  }

  private func observeAll() {
    observation = model.objectWillChange.sink { [weak self] in self?.willChange?(.model) }
    observe(first, as: .first)
    observe(second, as: .second)
  }

  private func observe(_ transformer: NumberTransformer, as field: FieldRole) {
    transformer.observe { [weak self] in self?.willChange?(.text(field)) }
  }
}
