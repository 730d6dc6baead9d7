import Foundation
import OpenCombine
import ReformatCore

/// A store whose onChange action reformats the text after it has changed, as published, call by call.
///
/// Its defects are kept, because apps contain them. The text that is parsed and whose length is checked still contains
/// its grouping separators; only the check of characters strips them.
///
/// The published article and the demo that it links to differ; ``OnChangeForm`` selects one of them.
public final class OnChangeReformat<Style: ParseableFormatStyle>: PublishedStore, TextStore
where Style.FormatOutput == String, Style.FormatInput: Equatable {
  /// The input of the style.
  public typealias Value = Style.FormatInput

  @usableFromInline let style: Style
  @usableFromInline var rules: PublishedRules
  @usableFromInline let form: OnChangeForm
  @usableFromInline let isInRange: (Value) -> Bool
  @usableFromInline var backup: String
  @usableFromInline var current: Value?
  @usableFromInline var plainError = false

  /// Makes a store that checks by `rules`, reads and writes through `style`, and falls back to `text` at first.
  ///
  /// - Parameters:
  ///   - style: the style that reads and writes the text.
  ///   - rules: the rules for typed text.
  ///   - form: the published store to use.
  ///   - text: the text at first.
  ///   - value: the value of that text.
  ///   - isInRange: returns true if a value is shown as valid.
  public init(
    style: Style, rules: PublishedRules, form: OnChangeForm = .article, text: String = "",
    value: Value? = nil, isInRange: @escaping (Value) -> Bool = { _ in true }
  ) {
    self.style = style
    self.rules = rules
    self.form = form
    self.isInRange = isInRange
    backup = text
    current = value
    super.init(text: text)
  }

  /// The value that the last action read from the text.
  public var value: Any? { current }

  /// True if the text is shown as wrong.
  public var showsError: Bool { form == .demo ? publishedError : plainError }

  /// Writes the text of a value, as another part of the app would.
  public func write(outside value: Any, phases: PhaseMarker) {
    guard let value = value as? Value else { return }
    let text = phases.measure(.format) { style.format(value) }
    phases.measure(.refresh) { self.text = text }
  }

  /// Reads the text, and sets the error if there is a text but no value in range.
  @inlinable
  public func textDidChange(phases: PhaseMarker) -> Range<Int>? {
    current = read(phases: phases)
    phases.measure(.refresh) {
      let isFine = current.map(isInRange) ?? (text.isEmpty || text == "-")
      if form == .demo { publishedError = !isFine } else { plainError = !isFine }
    }
    return nil
  }

  /// Removes a decimal separator at the end of a longer text.
  @inlinable
  public func editingDidEnd(phases: PhaseMarker) -> Range<Int>? {
    let isTrailing = phases.measure(.filter) { endsWithSeparator }
    if isTrailing { phases.measure(.refresh) { _ = text.removeLast() } }
    return nil
  }

  @inlinable
  var endsWithSeparator: Bool {
    text.count > 1 && text.last.map(String.init) == rules.decimalSeparator
  }

  /// Parses the text again, because the demo's body reads its `result`.
  @inlinable
  public func evaluateBody(phases: PhaseMarker) -> Int {
    if form == .demo { _ = phases.measure(.parse) { try? style.parseStrategy.parse(text) } }
    return 0
  }
}

extension OnChangeReformat {
  /// The value of the text, as the store reads it: it backs up an unfinished text, restores the backup of a refused
  /// one, and writes the formatted value.
  @inlinable
  func read(phases: PhaseMarker) -> Value? {
    let verdict = phases.measure(.filter) { () -> Verdict in
      if isUnfinished(text) { return .unfinished }
      return refusal(of: text) == nil ? .taken : .refused
    }
    switch verdict {
    case .unfinished:
      phases.measure(.filter) { backup = text }
      return nil
    case .refused: break
    case .taken:
      if let parsed = phases.measure(.parse, { try? style.parseStrategy.parse(text) }) {
        rewrite(parsed, phases: phases)
        return parsed
      }
    }
    phases.measure(.refresh) { text = backup }
    return nil
  }

  @usableFromInline
  enum Verdict {
    case unfinished
    case refused
    case taken
  }

  /// True for an empty text, a lone minus or a lone decimal separator: no value yet, and nothing to refuse.
  @inlinable
  public func isUnfinished(_ text: String) -> Bool {
    if text.isEmpty || text == "-" { return true }
    return rules.allowsFraction && text == rules.decimalSeparator
  }

  /// The reason why a text is refused before it is parsed; nil if it is not.
  ///
  /// Each check scans the text again.
  @inlinable
  public func refusal(of text: String) -> Refusal? {
    let stripped = text.replacingOccurrences(of: rules.groupingSeparator, with: "")
    guard rules.allowsAll(stripped) else { return .character }
    if rules.allowsFraction, text.components(separatedBy: rules.decimalSeparator).count > 2 {
      return .secondSeparator
    }
    if rules.minuses(in: text) > 1 { return .twoMinuses }
    if rules.minuses(in: text) == 1, !text.hasPrefix("-") { return .minusNotInFront }
    return text.count < rules.maximumLength + rules.minuses(in: text) ? nil : .tooLong
  }

  /// Writes the formatted value, and restores the characters that the format has dropped, each with an announcement of
  /// its own.
  ///
  /// These are the decimal separator, and in the demo also the zeros at the end of the fraction.
  @inlinable
  func rewrite(_ value: Value, phases: PhaseMarker) {
    let hadSeparator = phases.measure(.format) { rules.holdsDecimalSeparator(text) }
    let zeros = phases.measure(.format) {
      form == .demo && hadSeparator ? text.reversed().prefix { $0 == "0" }.count : 0
    }
    let formatted = phases.measure(.format) { style.format(value) }
    phases.measure(.refresh) { text = formatted }
    if phases.measure(.format, { hadSeparator && !rules.holdsDecimalSeparator(text) }) {
      phases.measure(.refresh) { text.append(rules.decimalSeparator) }
    }
    if zeros > 0 {
      phases.measure(.refresh) { text += String(repeating: "0", count: zeros) }
    }
    phases.measure(.format) { backup = text }
  }
}

/// The published properties of a store.
///
/// They do not belong to a generic class, so that the key paths by which `@Published` is reached are made only once, as
/// in a published store, which is not generic either.
public class PublishedStore: ObservableObject {
  /// The text that the field is bound to.
  @Published public final var text: String
  @Published @usableFromInline final var publishedError = false
  private var observation: AnyCancellable?

  @usableFromInline
  init(text: String) { self.text = text }

  /// Called before each write of a published property.
  public final var willChange: (() -> Void)? { didSet { observation = observe(willChange) } }

  /// Writes the text, as the binding does.
  public final func write(typed text: String) { self.text = String(ownCopyOf: text) }
}

/// One of the two published stores.
public enum OnChangeForm: Sendable {
  /// The store of the article: `error` is a plain property.
  case article
  /// The store of the linked demo: `error` is published too, zeros at the end of a fraction are restored, and the body
  /// reads a `result` that parses the text again.
  case demo
}
