import FieldHost
import ReformatCore

/// The choices for putting a strategy behind the widget.
public struct WidgetOptions: Sendable {
  /// The time at which an onChange action runs.
  public enum Moment: Sendable {
    /// In the handler that the toolkit calls after the edit.
    case handler
    /// In the update phase of the next frame, before any layout or painting.
    case update
    /// When the toolkit has nothing else to do, after a frame.
    case idle
  }

  /// The time at which an onChange action runs.
  public var moment: Moment
  /// True if a text is written as a whole, as published; otherwise only the difference is written.
  public var writesWhole: Bool
  /// True if an onChange action is told of the selection, as in a field that is bound to it.
  public var tellsSelection: Bool

  /// Makes options; by default as published, in the update phase.
  public init(moment: Moment = .update, writesWhole: Bool = true, tellsSelection: Bool = false) {
    self.moment = moment
    self.writesWhole = writesWhole
    self.tellsSelection = tellsSelection
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
    var leavesMarkedTextAlone = true
    switch model {
    case let model as HeadlessField:
      leavesMarkedTextAlone = model.leavesMarkedTextAlone
      hosting =
        switch model.host {
        case .erased(let strategy):
          AnsweringHosting(strategy, writesWhole: options.writesWhole)
        case .bound(let store, let announcements):
          BoundHosting(store, announcements, options)
        }
    case let model as PublishedField: hosting = PublishedHosting(model.strategy)
    default: fatalError("\(Swift.type(of: model)) cannot be put into a window")
    }
    self.init(
      hosting, text: model.text, leavesMarkedTextAlone: leavesMarkedTextAlone, driver: driver,
      phases: phases)
  }
}
