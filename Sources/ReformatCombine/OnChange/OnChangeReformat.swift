import Foundation
import OpenCombine
import ReformatCore

/// A store whose onChange action reformats the text after it has changed, as published, call by call.
///
/// Its defects are kept: people have them in their apps. The text that is parsed and whose length is
/// checked still holds its grouping separators; only the check of characters strips them.
///
/// The published article and the demo that it links to differ; ``OnChangeForm`` says which is meant.
public final class OnChangeReformat<Style: ParseableFormatStyle>: PublishedStore, TextStore
where Style.FormatOutput == String, Style.FormatInput: Equatable {
  /// What the style formats.
  public typealias Value = Style.FormatInput

  @usableFromInline let style: Style
  @usableFromInline var rules: PublishedRules
  @usableFromInline let form: OnChangeForm
  @usableFromInline let isInRange: (Value) -> Bool
  @usableFromInline var backup: String
  @usableFromInline var current: Value?
  @usableFromInline var plainError = false

  /// A store that checks by `rules`, reads and writes through `style`, and falls back to `text` at first.
  ///
  /// - Parameters:
  ///   - style: reads and writes the text.
  ///   - rules: what may be typed.
  ///   - form: which of the two published stores it is.
  ///   - text: what stands there at first.
  ///   - value: what that stands for.
  ///   - isInRange: whether a value is shown as valid.
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

  /// What the last action made of the text.
  public var value: Any? { current }

  /// Whether the text is shown as wrong.
  public var showsError: Bool { form == .demo ? publishedError : plainError }

  /// Writes the text of a value, as another part of the app would.
  public func write(outside value: Any, phases: PhaseMarker) {
    guard let value = value as? Value else { return }
    let text = phases.measure(.format) { style.format(value) }
    phases.measure(.refresh) { self.text = text }
  }

  /// Reads the text, and flags an error where no value is in range though there is a text.
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

  /// The demo's body reads the `result`, which parses the text anew.
  @inlinable
  public func evaluateBody(phases: PhaseMarker) -> Int {
    if form == .demo { _ = phases.measure(.parse) { try? style.parseStrategy.parse(text) } }
    return 0
  }
}

extension OnChangeReformat {
  /// The store's read: backs an unfinished text up, restores a refused one, and writes one that it can read anew.
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

  /// Empty, a lone minus, or a lone decimal separator: no value yet, and nothing to refuse.
  @inlinable
  public func isUnfinished(_ text: String) -> Bool {
    if text.isEmpty || text == "-" { return true }
    return rules.allowsFraction && text == rules.decimalSeparator
  }

  /// Why a text is refused before it is parsed, or nil where it is not: each check asks the text anew.
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

  /// Writes the formatted value, and puts back what the format has dropped, each with an announcement of its own.
  ///
  /// That is the decimal separator, and in the demo the zeros at the end of the fraction too.
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
/// They are of no generic class: the key paths by which `@Published` is reached are then made once, as in a published store,
/// which is not generic either, and not anew at each access.
public class PublishedStore: ObservableObject {
  /// What the field is bound to.
  @Published public final var text: String
  @Published @usableFromInline final var publishedError = false
  private var observation: AnyCancellable?

  @usableFromInline
  init(text: String) { self.text = text }

  /// Called before each write of a published property.
  public final var willChange: (() -> Void)? { didSet { observation = observe(willChange) } }

  /// The binding's write.
  public final func write(typed text: String) { self.text = String(ownCopyOf: text) }
}

/// Which of the two published stores is meant.
public enum OnChangeForm: Sendable {
  /// That of the article: `error` is a plain property.
  case article
  /// That of the linked demo: `error` is published too, zeros at the end of a fraction are put back, and the body reads
  /// a `result` that parses the text anew.
  case demo
}
