import FieldHost
import ReformatCore

/// The choices for putting a strategy behind the widget.
public struct WidgetOptions: Sendable {
  /// True if an onChange action waits until the toolkit is idle; otherwise it runs in the next frame's update phase.
  public var isIdle: Bool
  /// True if a text is written as a whole, as published; otherwise only the difference is written.
  public var writesWhole: Bool

  /// Makes options; by default as published, in the update phase.
  public init(isIdle: Bool = false, writesWhole: Bool = true) {
    self.isIdle = isIdle
    self.writesWhole = writesWhole
  }
}

extension WidgetField {
  /// Puts the strategy of a field without a screen into the window; do not use that field any more.
  ///
  /// - Parameters:
  ///   - model: a fresh field.
  ///   - options: the choices.
  ///   - driver: the driver that presses the keys.
  ///   - phases: the marker for the phases.
  public convenience init(
    _ model: any HostedField, options: WidgetOptions, driver: any Driver, phases: PhaseMarker
  ) {
    let hosting: any WidgetHosting
    switch model {
    case let model as HeadlessField:
      hosting =
        switch model.host {
        case .erased(let strategy):
          AnsweringHosting(strategy, writesWhole: options.writesWhole)
        case .bound(let store, let announcements):
          BoundHosting(
            store, announcements, at: options.isIdle ? .idle : .update,
            writesWhole: options.writesWhole)
        }
    case let model as PublishedField: hosting = PublishedHosting(model.strategy)
    default: fatalError("\(Swift.type(of: model)) cannot be put into a window")
    }
    self.init(hosting, text: model.text, driver: driver, phases: phases)
  }
}
