import Foundation
import OpenCombine
import OpenCombineFoundation
import ReformatCore

/// A field whose text is published and read on the next turn of the run loop, exactly as published.
///
/// Its model are two linked limits: low's setter raises high to at least low + 10, high's lowers low to at
/// most high - 10, so one keystroke can refresh two fields. Low is typed into.
///
/// Its defects are kept: people have them in their apps. A text that is no number is replaced by the last value, so
/// a minus typed into an emptied field brings the old number back. The formatter has style none, which does not
/// group. An emptied field keeps its value.
public final class PublisherTransform: PublishingStrategy {
  /// How far the two limits stay apart.
  static let distance = 10

  private let low: Limit
  private let high: Limit
  private let format: WholeNumberFormat
  private let phases: PhaseMarker
  private var waiting = 0
  private var subscriptions: Set<AnyCancellable> = []

  /// Called before each write of a text or limit.
  public var fieldWillChange: ((FieldRole) -> Void)?

  /// Subscribes to the texts of both fields.
  ///
  /// - Parameters:
  ///   - locale: whose digits and minus are written.
  ///   - text: what stands in the field that is typed into, before it has been edited.
  ///   - low: the limit behind it.
  ///   - high: the other limit; raised where it is too near.
  ///   - runLoop: takes the turns; that of the thread on which the texts are typed.
  ///   - phases: who is told of parsing and formatting.
  public init(
    locale: Locale, text: String = "", low: Int = 0, high: Int = 10, runLoop: RunLoop = .current,
    phases: PhaseMarker = PhaseMarker()
  ) {
    format = WholeNumberFormat(locale: locale)
    self.phases = phases
    self.low = Limit(text: text, value: low)
    let high = max(high, low.saturating(adding: Self.distance))
    self.high = Limit(text: format.string(high), value: high)
    subscribe(to: self.low, as: .typed, on: runLoop)
    subscribe(to: self.high, as: .beside, on: runLoop)
  }

  /// The low limit.
  public var value: Any? { low.value }

  /// Whether a text was published and not yet delivered.
  public var isWaiting: Bool { waiting > 0 }

  /// The text of a field, as typed or as last written.
  public func text(of field: FieldRole) -> String { limit(field).text }

  /// Publishes the text of the low limit's field.
  public func publish(_ text: String) { write(text, to: .typed) }

  private func limit(_ field: FieldRole) -> Limit { field == .typed ? low : high }

  /// The first emission, which a subscriber gets at once, is dropped; the others wait for the run loop.
  private func subscribe(to limit: Limit, as field: FieldRole, on runLoop: RunLoop) {
    limit.objectWillChange
      .sink { [weak self] in self?.fieldWillChange?(field) }
      .store(in: &subscriptions)
    limit.$text
      .dropFirst()
      .receive(on: runLoop)
      .sink { [weak self] text in self?.receive(text, from: field) }
      .store(in: &subscriptions)
  }

  /// A text from code is published like any other.
  private func write(_ text: String, to field: FieldRole) {
    waiting += 1
    limit(field).text = text
  }

  private func receive(_ text: String, from field: FieldRole) {
    waiting -= 1
    if let number = phases.measure(.parse, { format.number(text) }) {
      set(field, to: number)
    } else if !text.isEmpty {
      show(field)
    }
  }

  private func set(_ field: FieldRole, to value: Int) {
    limit(field).value = value
    switch field {
    case .typed:
      let least = value.saturating(adding: Self.distance)
      if high.value < least { move(.beside, to: least) }
    case .beside:
      let most = value.saturating(adding: -Self.distance)
      if low.value > most { move(.typed, to: most) }
    }
  }

  /// What the other limit does to this one, its field's text included.
  private func move(_ field: FieldRole, to value: Int) {
    limit(field).value = value
    show(field)
  }

  /// Sets the text to the formatted value.
  private func show(_ field: FieldRole) {
    write(phases.measure(.format) { format.string(limit(field).value) }, to: field)
  }
}

extension Int {
  /// The sum, or the largest or smallest number where it is beyond that.
  fileprivate func saturating(adding other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? (other > 0 ? .max : .min) : sum
  }
}
