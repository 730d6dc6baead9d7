import FieldHost
import Foundation
import ReformatCore

/// A strategy that publishes texts, and reacts on the run loop's next turn.
///
/// That turn is one of GLib's main loop at the priority of events, in which Foundation's run loop runs once; a frame
/// comes after it. The strategy has a pair of fields, of which the first is in the window.
final class PublishedHosting: WidgetHosting {
  private let strategy: any PublishingStrategy
  private var turnIsDue = false
  private var parentNeedsUpdate = false
  private var fieldsNeedUpdate: Set<FieldRole> = []

  init(_ strategy: any PublishingStrategy) {
    self.strategy = strategy
    strategy.willChange = { [weak self] in self?.willChange($0) }
  }

  private var emissions = 0

  var value: Any? { strategy.value(of: .first) }
  var showsError: Bool { false }
  var isPending: Bool { turnIsDue }

  func textDidChange(in field: WidgetField) -> HostedChange? {
    let text = field.text
    field.phases.measure(.refresh) { strategy.publish(text, in: .first) }
    evaluateBodies(field)
    return nil
  }

  func editingDidEnd(in field: WidgetField) {}

  func write(_ value: Any, in field: WidgetField) {
    strategy.write(value, of: .first)
    evaluateBodies(field)
  }

  func takeTurn(in field: WidgetField) {
    turnIsDue = false
    _ = RunLoop.current.run(mode: .default, before: .distantPast)
    evaluateBodies(field)
  }

  private func willChange(_ change: PublishedChange) {
    emissions += 1
    switch change {
    case .text(let role): fieldsNeedUpdate.insert(role)
    case .model: parentNeedsUpdate = true
    }
  }

  private func evaluateBodies(_ field: WidgetField) {
    if parentNeedsUpdate {
      parentNeedsUpdate = false
      field.counts.bodyEvaluations += 1
      field.phases.measure(.refresh) { strategy.evaluateParent() }
      fieldsNeedUpdate = [.first, .second]
    }
    field.counts.bodyEvaluations += fieldsNeedUpdate.count
    if fieldsNeedUpdate.contains(.first) {
      let text = field.phases.measure(.refresh) { strategy.text(of: .first) }
      field.take(HostedChange(text: text))
    }
    fieldsNeedUpdate = []
    field.counts.emissions = emissions
    guard strategy.isWaiting, !turnIsDue else { return }
    turnIsDue = true
    Screen.shared.requestTurn(isIdle: false)
  }
}
