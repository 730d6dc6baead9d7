import FieldHost
import Foundation
import ReformatCombine
import ReformatCore

/// Fields of the published strategies for these tests, with the published checks or the lean ones.
enum Fields: CaseIterable {
  case published
  case lean

  func delegateInt(
    _ locale: String = "en_US", text: String = "", value: Int? = nil, maximumLength: Int = 18,
    isInRange: @escaping (Int) -> Bool = { _ in true }
  ) -> HeadlessField {
    let style = IntegerFormatStyle<Int>(locale: Locale(identifier: locale))
    return switch self {
    case .published:
      HeadlessField(
        strategy: DelegateFilter(
          style: style, rules: published(locale, maximumLength: maximumLength)), text: text,
        value: value, isInRange: isInRange)
    case .lean:
      HeadlessField(
        strategy: LeanDelegateFilter(
          style: style, rules: lean(locale, maximumLength: maximumLength)), text: text,
        value: value, isInRange: isInRange)
    }
  }

  func delegateDouble(_ locale: String = "en_US", fraction: ClosedRange<Int>? = nil)
    -> HeadlessField
  {
    let style = style(locale, fraction)
    return switch self {
    case .published:
      HeadlessField(
        strategy: DelegateFilter(style: style, rules: published(locale, allowsFraction: true)))
    case .lean:
      HeadlessField(
        strategy: LeanDelegateFilter(style: style, rules: lean(locale, allowsFraction: true)))
    }
  }

  func onChangeInt(
    _ locale: String = "en_US", text: String = "", value: Int? = nil, maximumLength: Int = 18,
    isInRange: @escaping (Int) -> Bool = { _ in true }
  ) -> HeadlessField {
    let style = IntegerFormatStyle<Int>(locale: Locale(identifier: locale))
    return switch self {
    case .published:
      HeadlessField(
        store: OnChangeReformat(
          style: style, rules: published(locale, maximumLength: maximumLength), text: text,
          value: value, isInRange: isInRange))
    case .lean:
      HeadlessField(
        strategy: LeanOnChangeReformat(
          style: style, rules: lean(locale, maximumLength: maximumLength), text: text),
        text: text, value: value, isInRange: isInRange, boundText: PublishedText(text))
    }
  }

  func onChangeDouble(_ locale: String = "en_US", fraction: ClosedRange<Int>? = nil)
    -> HeadlessField
  {
    let style = style(locale, fraction)
    return switch self {
    case .published:
      HeadlessField(
        store: OnChangeReformat(style: style, rules: published(locale, allowsFraction: true)))
    case .lean:
      HeadlessField(
        strategy: LeanOnChangeReformat(style: style, rules: lean(locale, allowsFraction: true)))
    }
  }

  private func published(
    _ locale: String, allowsFraction: Bool = false, maximumLength: Int = 18
  ) -> PublishedRules {
    PublishedRules(
      locale: Locale(identifier: locale), allowsFraction: allowsFraction, allowsNegative: true,
      maximumLength: maximumLength)
  }

  private func lean(_ locale: String, allowsFraction: Bool = false, maximumLength: Int = 18)
    -> EditingRules
  {
    EditingRules(
      symbols: .of(locale), allowsFraction: allowsFraction, maximumLength: maximumLength)
  }

  private func style(_ locale: String, _ fraction: ClosedRange<Int>?)
    -> FloatingPointFormatStyle<Double>
  {
    let style = FloatingPointFormatStyle<Double>(locale: Locale(identifier: locale))
    return fraction.map { style.precision(.fractionLength($0)) } ?? style
  }
}

extension HostedField {
  /// Types each character at the end of the text.
  func typeEach(_ keys: String) {
    for key in keys {
      let end = text.utf16.count
      selection = end..<end
      type(String(key))
    }
  }
}
