import FieldHost
import ReformatCore

/// How a strategy is put behind the widget, where its hosting leaves a choice.
public struct WidgetOptions: Sendable {
  /// Whether an onChange action waits until the toolkit is idle, instead of running in the next frame's update phase.
  public var isIdle: Bool
  /// Whether a text is written as a whole, as published, or only what differs.
  public var writesWhole: Bool

  /// As published, in the update phase.
  public init(isIdle: Bool = false, writesWhole: Bool = true) {
    self.isIdle = isIdle
    self.writesWhole = writesWhole
  }
}

extension WidgetField {
  /// Puts what stands behind a field without a screen into the window; that field is not to be used any more.
  ///
  /// - Parameters:
  ///   - model: a fresh field.
  ///   - options: how.
  ///   - driver: what presses the keys.
  ///   - phases: who is told of phases.
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
