import Foundation
import ReformatCore
import Synchronization

/// Writes down what a user does in a field of an app, in the format of traces, which the benchmark replays.
///
/// A recorder follows one field. It is told of each edit before the strategy is, and asked for the trace in the end:
///
/// ```swift
/// let recorder = TraceRecorder("checkout", locale: "en_US", value: "card", masksDigits: true)
/// recorder.start()
/// // In the field's delegate, or where the bound text changes:
/// recorder.record(
///   TextEdit(range: range, replacement: string), in: field.text, selection: selectedRange)
/// recorder.record(.commit)
/// // When the field is left:
/// let trace = recorder.trace(leaving: field.text)
/// ```
///
/// While it does not record, a call reads one flag. While it does, it keeps at most ``capacity`` bytes. When
/// they are full recording stops, and the trace says in its first line how many steps were dropped. What comes later is
/// dropped, and not what came first, since an edit can be replayed only on top of all those before it: a field is
/// more than the text that it shows.
///
/// With `masksDigits` each digit becomes a 7 of its own script before it is kept, and each letter another letter; see
/// ``DigitMask``. Lengths, separators and positions stay, and so do the costs that depend on them.
public final class TraceRecorder: Sendable {
  /// So many bytes of steps are kept: a step takes some 64, and its text.
  public static let defaultCapacity = 65_536

  /// What the trace is called.
  public let name: String
  /// The identifier of the locale in which the field writes.
  public let locale: String
  /// The name of the kind of value, for example `int`.
  public let value: String
  /// The most bytes of steps that are kept.
  public let capacity: Int
  /// Whether digits and letters are masked.
  public let masksDigits: Bool

  private let plain: PlainNumber
  private let isOn = Atomic(false)
  private let buffer: Mutex<TraceBuffer>

  /// A recorder that does not record yet.
  ///
  /// - Parameters:
  ///   - name: of letters, digits, dots and dashes; a dash stands for anything else.
  ///   - locale: the identifier of the locale in which the field writes.
  ///   - value: the name of the kind of value, as in a cell.
  ///   - decimalSeparator: what the field writes before a fraction; nil where it has none.
  ///   - radix: the base of the field's digits, 10...36.
  ///   - masksDigits: whether digits and letters are masked before they are kept.
  ///   - capacity: the most bytes of steps that are kept.
  public init(
    _ name: String, locale: String, value: String, decimalSeparator: String? = nil,
    radix: Int = 10, masksDigits: Bool = false, capacity: Int = defaultCapacity
  ) {
    precondition((10...36).contains(radix), "the base of digits is 10...36, not \(radix)")
    self.name = Self.clean(name)
    self.locale = locale
    self.value = value
    self.masksDigits = masksDigits
    self.capacity = capacity
    plain = PlainNumber(radix: radix, decimalSeparator: decimalSeparator)
    buffer = Mutex(TraceBuffer(capacity: capacity))
  }

  /// Whether what happens is recorded.
  public var isRecording: Bool { isOn.load(ordering: .relaxed) }

  /// Forgets what was recorded, and begins anew.
  public func start() {
    buffer.withLock { $0 = TraceBuffer(capacity: capacity) }
    isOn.store(true, ordering: .relaxed)
  }

  /// Records nothing more; what was recorded stays.
  public func stop() { isOn.store(false, ordering: .relaxed) }

  /// Records an edit that a user is about to make, before anything reformats it.
  ///
  /// - Parameters:
  ///   - edit: the edit, also one that will be refused.
  ///   - text: what stands in the field before it.
  ///   - selection: what is selected before it, in UTF-16 code units; a caret where it is empty. Without it Backspace
  ///     cannot be told from Delete.
  public func record(
    _ edit: @autoclosure () -> TextEdit, in text: @autoclosure () -> String,
    selection: @autoclosure () -> Range<Int>? = nil
  ) {
    guard isRecording else { return }
    keep(edit(), in: text(), selection: selection())
  }

  /// Records the edit that led from one text to another, where a field tells only of texts.
  ///
  /// - Parameters:
  ///   - old: what stood in the field before.
  ///   - new: what the user made of it, before anything reformats it.
  public func record(from old: @autoclosure () -> String, to new: @autoclosure () -> String) {
    guard isRecording else { return }
    let (old, new) = (old(), new())
    guard !old.isSame(as: new) else { return }
    keep(TextEdit(from: old, to: new), in: old, selection: nil)
  }

  /// Records what happens around the field.
  ///
  /// An event that changes nothing, as the keyboard's that shows already, is left out.
  public func record(_ event: SessionEvent) {
    guard isRecording else { return }
    // The clock is read under the lock: steps stand in the order of their times, whichever thread comes first.
    buffer.withLock { $0.append(event, at: ContinuousClock.now) }
  }

  /// The trace as it is written to a file, or nil where no edit was recorded.
  ///
  /// What was meant only the user knows. So the trace says of the number that should be left that it is the one that was
  /// left; where the field was wrong, correct `meant` in the first line.
  ///
  /// - Parameter text: what stands in the field now.
  /// - Returns: JSON Lines, ended by a line feed.
  public func trace(leaving text: String) -> String? {
    let buffer = buffer.withLock { $0 }
    let left = buffer.meant ?? kept(plain.reading(text))
    return TraceLines(
      name: name, locale: locale, value: value, meant: left, text: buffer.textBefore,
      dropped: buffer.dropped, steps: buffer.finishedSteps
    ).written
  }

  private func keep(_ edit: TextEdit, in text: String, selection: Range<Int>?) {
    buffer.withLock { buffer in
      guard !buffer.isFull else {
        // What the steps that were kept have left; later texts are of steps that are not there.
        if buffer.meant == nil { buffer.meant = kept(plain.reading(text)) }
        buffer.dropped += 1
        return
      }
      let masked = TextEdit(range: edit.range, replacement: kept(edit.replacement))
      // What is typed over was selected, which goes without saying.
      buffer.append(
        masked, selection: selection == edit.range ? nil : selection, in: kept(text),
        at: ContinuousClock.now)
      if buffer.isFull { buffer.meant = kept(plain.reading(text)) }
    }
  }

  private func kept(_ text: String) -> String { masksDigits ? DigitMask.masked(text) : text }

  /// A name as the reader of traces takes it.
  private static func clean(_ name: String) -> String {
    name.isEmpty
      ? "-" : name.replacing(/[^A-Za-z0-9._-]/.matchingSemantics(.unicodeScalar), with: "-")
  }
}
