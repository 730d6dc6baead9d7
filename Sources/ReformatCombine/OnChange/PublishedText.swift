import OpenCombine
import ReformatCore

/// The text of an observable object, for strategies that have none of their own: each write is announced as by
/// `@Published`.
///
/// With it every onChange-hosted strategy pays for its publisher, so that two of them differ only in themselves.
public final class PublishedText: ObservableObject, AnnouncedText {
  @Published private var published: String
  private var observation: AnyCancellable?

  /// Called before each write.
  public var willChange: (() -> Void)? { didSet { observation = observe(willChange) } }

  /// Makes a text that a field shows at first.
  public init(_ text: String) { published = text }

  /// The text; a written text is copied, because the writer only lends it.
  public var text: String {
    get { published }
    set { published = String(ownCopyOf: newValue) }
  }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
  /// Subscribes to the announcements of the object, like a view that observes it.
  func observe(_ willChange: (() -> Void)?) -> AnyCancellable? {
    willChange.map { willChange in objectWillChange.sink { willChange() } }
  }
}

extension String {
  /// Makes a string that shares no memory with another; otherwise a field that continues to edit its own would have to
  /// copy it.
  @usableFromInline
  init(ownCopyOf text: String) { self.init(decoding: text.utf8, as: UTF8.self) }
}
