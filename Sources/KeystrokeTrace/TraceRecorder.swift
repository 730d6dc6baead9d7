import Foundation
import ReformatCore
import Synchronization

/// Records a user's actions in a field of an app, as a line of a file of edit cases, which the benchmark replays.
///
/// A recorder follows one field. It gets each edit before the strategy does, and returns the trace at the end:
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
/// While it does not record, a call reads one flag. While it records, it stores at most ``capacity`` bytes. When they
/// are full, recording stops, and the trace has the number of dropped steps. Later steps are dropped,
/// not the first ones, since an edit can be replayed only after all earlier ones: a field is more than the text that it
/// shows.
///
/// With `masksDigits` each digit becomes a 7 of its own script before it is stored, and each letter another letter; see
/// ``DigitMask``. Lengths, separators and positions stay, and so do the costs that depend on them.
public final class TraceRecorder: Sendable {
  /// The default number of bytes of steps that are stored: a step takes about 64, and its text.
  public static let defaultCapacity = 65_536

  /// The name of the trace.
  public let name: String
  /// The identifier of the locale in which the field writes.
  public let locale: String
  /// The name of the kind of value, for example `int`.
  public let value: String
  /// The maximum number of bytes of steps that are stored.
  public let capacity: Int
  /// True if digits and letters are masked.
  public let masksDigits: Bool

  private let plain: ShownNumber
  private let isOn = Atomic(false)
  private let buffer: Mutex<TraceBuffer>

  /// Makes a recorder that does not record yet.
  ///
  /// - Parameters:
  ///   - name: a name of letters, digits, dots and dashes; any other character becomes a dash.
  ///   - locale: the identifier of the locale in which the field writes.
  ///   - value: the name of the kind of value, as in a cell.
  ///   - decimalSeparator: the text that the field writes before a fraction; nil if it has none.
  ///   - radix: the base of the field's digits, 10...36.
  ///   - masksDigits: true if digits and letters are masked before they are stored.
  ///   - capacity: the maximum number of bytes of steps that are stored.
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
    plain = ShownNumber(radix: radix, decimalSeparator: decimalSeparator)
    buffer = Mutex(TraceBuffer(capacity: capacity))
  }

  /// True if edits and events are recorded.
  public var isRecording: Bool { isOn.load(ordering: .relaxed) }

  /// Forgets the recording, and starts again.
  public func start() {
    buffer.withLock { $0 = TraceBuffer(capacity: capacity) }
    isOn.store(true, ordering: .relaxed)
  }

  /// Stops recording; recorded steps stay.
  public func stop() { isOn.store(false, ordering: .relaxed) }

  /// Records an edit that a user is about to make, before anything reformats it.
  ///
  /// - Parameters:
  ///   - edit: the edit, even if it will be refused.
  ///   - text: the text in the field before it.
  ///   - selection: the selection before it, in UTF-16 code units; a caret if it is empty. Without it, Backspace and
  ///     Delete cannot be distinguished.
  public func record(
    _ edit: @autoclosure () -> TextEdit, in text: @autoclosure () -> String,
    selection: @autoclosure () -> Range<Int>? = nil
  ) {
    guard isRecording else { return }
    keep(edit(), in: text(), selection: selection())
  }

  /// Records the edit that led from one text to another, if a field reports only texts.
  ///
  /// - Parameters:
  ///   - old: the text in the field before.
  ///   - new: the text that the user made of it, before anything reformats it.
  public func record(from old: @autoclosure () -> String, to new: @autoclosure () -> String) {
    guard isRecording else { return }
    let (old, new) = (old(), new())
    guard !old.isSame(as: new) else { return }
    keep(TextEdit(from: old, to: new), in: old, selection: nil)
  }

  /// Records an event around the field.
  ///
  /// An event that changes nothing, such as showing a keyboard that is already shown, is left out.
  public func record(_ event: SessionEvent) {
    guard isRecording else { return }
    // The clock is read under the lock, so that steps are in the order of their times, whichever thread comes first.
    buffer.withLock { $0.append(event, at: ContinuousClock.now) }
  }

  /// The trace as it is written to a file; nil if no edit was recorded.
  ///
  /// Only the user knows which number was meant. So the trace states the number that was left; if the field was wrong,
  /// correct `meant`.
  ///
  /// - Parameter text: the text in the field now.
  /// - Returns: a line of JSON, ended by a line feed.
  public func trace(leaving text: String) -> String? {
    let buffer = buffer.withLock { $0 }
    let left = buffer.meant ?? kept(plain.reading(text))
    return TraceLine(
      name: name, locale: locale, value: value, meant: left, text: buffer.textBefore,
      dropped: buffer.dropped, steps: buffer.finishedSteps
    ).written
  }

  private func keep(_ edit: TextEdit, in text: String, selection: Range<Int>?) {
    buffer.withLock { buffer in
      guard !buffer.isFull else {
        // The number that the stored steps have left; later texts belong to steps that are not stored.
        if buffer.meant == nil { buffer.meant = kept(plain.reading(text)) }
        buffer.dropped += 1
        return
      }
      let masked = TextEdit(range: edit.range, replacement: kept(edit.replacement))
      // Text that is typed over was selected, so the selection is not stored.
      buffer.append(
        masked, selection: selection == edit.range ? nil : selection, in: kept(text),
        at: ContinuousClock.now)
      if buffer.isFull { buffer.meant = kept(plain.reading(text)) }
    }
  }

  private func kept(_ text: String) -> String { masksDigits ? DigitMask.masked(text) : text }

  /// A name that the reader of traces accepts.
  private static func clean(_ name: String) -> String {
    name.isEmpty
      ? "-" : name.replacing(/[^A-Za-z0-9._-]/.matchingSemantics(.unicodeScalar), with: "-")
  }
}
