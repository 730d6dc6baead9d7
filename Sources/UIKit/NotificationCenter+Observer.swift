import Synchronization

/// The observers that were added with a method, by object.
private let observers = Mutex<[ObjectIdentifier: [Observation]]>([:])

/// A registration with the centre.
private struct Observation: @unchecked Sendable {
  let observer: WeakReference<AnyObject>
  let token: any NSObjectProtocol
  let center: NotificationCenter
}

/// An object that is not kept alive; it is touched on the main actor alone.
private final class WeakReference<Object: AnyObject>: @unchecked Sendable {
  weak var object: Object?
  init(_ object: Object) { self.object = object }
}

extension NotificationCenter {
  /// Calls a method of an object for notifications (`NotificationCenter.addObserver(_:selector:name:object:)`).
  ///
  /// A selector needs Objective-C: where Apple's has `#selector(changed(_:))`, write the method of the class, `Self.changed(_:)`.
  /// The object is not kept alive, and need not be removed before it goes.
  @MainActor public func addObserver<Observer: AnyObject>(
    _ observer: Observer,
    selector: @escaping @MainActor (Observer) -> @MainActor (Notification) -> Void,
    name: Notification.Name?, object: Any?
  ) {
    let reference = WeakReference(observer)
    let token = addObserver(forName: name, object: object, queue: nil) { note in
      nonisolated(unsafe) let note = note
      MainActor.assumeIsolated {
        if let observer = reference.object { selector(observer)(note) }
      }
    }
    let observation = Observation(
      observer: WeakReference(observer as AnyObject), token: token, center: self)
    let gone = observers.withLock { observers in
      let gone = observers.values.joined().filter { $0.observer.object == nil }
      // Without the keys of what is gone, the next field costs what the last one did.
      observers = observers.mapValues { $0.filter { $0.observer.object != nil } }
        .filter { !$0.value.isEmpty }
      observers[ObjectIdentifier(observer), default: []].append(observation)
      return gone
    }
    for observation in gone { observation.center.removeObserver(observation.token) }
  }

  /// Calls no method of an object any more (`NotificationCenter.removeObserver(_:)`).
  @MainActor public func removeObserver<Observer: UIResponder>(_ observer: Observer) {
    let mine = observers.withLock { observers in
      let mine = observers[ObjectIdentifier(observer)]?.filter { $0.center === self } ?? []
      observers[ObjectIdentifier(observer)]?.removeAll { $0.center === self }
      return mine
    }
    for observation in mine { removeObserver(observation.token) }
  }
}
