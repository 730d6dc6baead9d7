import OpenCombine
import ReformatCore

/// The text of an observable object, for strategies that keep none of their own: each write is announced as
/// `@Published` does it.
///
/// With it every onChange-hosted strategy pays for its publisher, and two of them differ in nothing but themselves.
public final class PublishedText: ObservableObject, AnnouncedText {
  @Published private var published: String
  private var observation: AnyCancellable?

  /// Called before each write.
  public var willChange: (() -> Void)? { didSet { observation = observe(willChange) } }

  /// The text that a field shows at first.
  public init(_ text: String) { published = text }

  /// The text; whoever writes it lends it only, so it is copied.
  public var text: String {
    get { published }
    set { published = String(ownCopyOf: newValue) }
  }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
  /// Subscribes to what the object announces, as a view does that observes it.
  func observe(_ willChange: (() -> Void)?) -> AnyCancellable? {
    willChange.map { willChange in objectWillChange.sink { willChange() } }
  }
}

extension String {
  /// A string that shares no memory with another: a field that went on to edit its own would have to copy it.
  @usableFromInline
  init(ownCopyOf text: String) { self.init(decoding: text.utf8, as: UTF8.self) }
}
