import Foundation
import OpenCombine
import OpenCombineFoundation
import ReformatCore

/// Links a bound number with the text of its field, as published: it publishes the text, reads it on the next turn of
/// the run loop, and writes the number.
final class NumberTransformer: ObservableObject {
  /// A number that another object owns.
  struct Binding {
    var get: () -> Int
    var set: (Int) -> Void
  }

  /// The text in the field, as typed or as written by code.
  @Published private(set) var text: String
  /// The number of texts that were published and not yet delivered.
  private(set) var waiting = 0

  private let binding: Binding
  private let format: WholeNumberFormat
  private let phases: PhaseMarker
  private var subscription: AnyCancellable?
  private var observation: AnyCancellable?

  /// Formats the bound number and subscribes to its own text; the first emission, which a subscriber gets at once, is
  /// dropped.
  init(_ binding: Binding, format: WholeNumberFormat, runLoop: RunLoop, phases: PhaseMarker) {
    self.binding = binding
    self.format = format
    self.phases = phases
    text = phases.measure(.format) { format.string(binding.get()) }
    subscription = $text.dropFirst().receive(on: runLoop).sink { [weak self] in self?.receive($0) }
  }

  /// Lets the object that shows the text observe it.
  func observe(willChange: @escaping () -> Void) {
    observation = objectWillChange.sink { willChange() }
  }

  /// Publishes a text; one from code is published like any other.
  func publish(_ text: String) {
    waiting += 1
    self.text = text
  }

  private func receive(_ text: String) {
    waiting -= 1
    if let number = phases.measure(.parse, { format.number(text) }) {
      phases.measure(.refresh) { binding.set(number) }
    } else if !phases.measure(.filter, { text.isEmpty }) {
      let old = phases.measure(.format) { format.string(binding.get()) }
      phases.measure(.refresh) { publish(old) }
    }
  }
}
