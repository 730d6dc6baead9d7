/// A view that tells its targets of events: closures in a `UIAction`, or methods of an object.
///
/// A selector needs Objective-C: where Apple's has `#selector(changed)`, write the method of the class, `Self.changed`.
@preconcurrency @MainActor open class UIControl: UIView {
  /// The events of controls (`UIControl.Event`): those that a text field sends.
  public struct Event: OptionSet, Sendable {
    /// The bits, as Apple's headers have them.
    public let rawValue: UInt

    /// The events of these bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Editing has begun.
    public static let editingDidBegin = Event(rawValue: 1 << 16)
    /// The user has changed the text.
    public static let editingChanged = Event(rawValue: 1 << 17)
    /// Editing has ended.
    public static let editingDidEnd = Event(rawValue: 1 << 18)
    /// Return has been pressed.
    public static let editingDidEndOnExit = Event(rawValue: 1 << 19)
    /// All events of editing.
    public static let allEditingEvents = Event(rawValue: 0x000F_0000)
    /// All events.
    public static let allEvents = Event(rawValue: 0xFFFF_FFFF)
  }

  /// True if the control can be used (`UIControl.isEnabled`): true by default.
  open var isEnabled = true

  private var targets: [(action: UIAction, events: Event)] = []

  /// Calls a method of an object for events, with this control (`UIControl.addTarget(_:action:for:)`).
  ///
  /// The object is not kept alive, and its method is not called once it has gone.
  public func addTarget<Target: AnyObject, Sender>(
    _ target: Target?, action: @escaping @MainActor (Target) -> @MainActor (Sender) -> Void,
    for controlEvents: Event
  ) {
    addAction(
      UIAction { [weak target] sent in
        if let target, let sender = sent.sender as? Sender { action(target)(sender) }
      }, for: controlEvents)
  }

  /// Calls a method without a parameter of an object for events (`UIControl.addTarget(_:action:for:)`).
  public func addTarget<Target: AnyObject>(
    _ target: Target?, action: @escaping @MainActor (Target) -> @MainActor () -> Void,
    for controlEvents: Event
  ) {
    addAction(
      UIAction { [weak target] _ in if let target { action(target)() } }, for: controlEvents)
  }

  /// Adds an action for events (`UIControl.addAction(_:for:)`); it replaces one with the same identifier for them.
  open func addAction(_ action: UIAction, for controlEvents: Event) {
    removeAction(identifiedBy: action.identifier, for: controlEvents)
    targets.append((action, controlEvents))
  }

  /// Has an action not called for events any more (`UIControl.removeAction(_:for:)`).
  open func removeAction(_ action: UIAction, for controlEvents: Event) {
    removeAction(identifiedBy: action.identifier, for: controlEvents)
  }

  /// Has the action with an identifier not called for events any more (`UIControl.removeAction(identifiedBy:for:)`).
  open func removeAction(identifiedBy actionIdentifier: UIAction.Identifier, for events: Event) {
    for index in targets.indices where targets[index].action.identifier == actionIdentifier {
      targets[index].events.subtract(events)
    }
    targets.removeAll { $0.events.isEmpty }
  }

  /// Calls an action (`UIControl.sendAction(_:)`).
  open func sendAction(_ action: UIAction) { action.perform(from: self) }

  /// Calls the actions of events, in the order in which they were added (`UIControl.sendActions(for:)`).
  open func sendActions(for controlEvents: Event) {
    guard !targets.isEmpty else { return }
    for target in targets where !target.events.isDisjoint(with: controlEvents) {
      sendAction(target.action)
    }
  }
}

/// Called when an action is performed (`UIActionHandler`).
public typealias UIActionHandler = @MainActor (_ action: UIAction) -> Void

/// A closure as the target of a control (`UIAction`).
@preconcurrency @MainActor open class UIAction: NSObject {
  /// The identifier of an action (`UIAction.Identifier`).
  public struct Identifier: Hashable, RawRepresentable, Sendable {
    /// The name.
    public let rawValue: String

    /// The identifier with this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The identifier with this name.
    public init(_ rawValue: String) { self.rawValue = rawValue }
  }

  /// The title (`UIAction.title`); nothing shows it.
  open var title: String
  /// The identifier: a new one unless one was given (`UIAction.identifier`).
  public let identifier: Identifier
  /// The object that performs the action while it does, else nil (`UIAction.sender`).
  public private(set) var sender: Any?
  private let handler: UIActionHandler

  /// Creates an action (`UIAction.init(title:image:identifier:discoverabilityTitle:attributes:state:handler:)`).
  public init(
    title: String = "", identifier: Identifier? = nil, handler: @escaping UIActionHandler
  ) {
    self.title = title
    self.identifier = identifier ?? Identifier(UUID().uuidString)
    self.handler = handler
    super.init()
  }

  fileprivate func perform(from sender: UIControl) {
    self.sender = sender
    handler(self)
    self.sender = nil
  }
}
