import FieldHost
import Foundation
import ReformatCore

/// Fields of the published strategies, as the tests here need them.
enum Fields {
  static func delegateInt(
    _ locale: String = "en_US", text: String = "", value: Int? = nil, maximumLength: Int = 18
  ) -> HeadlessField {
    let strategy = DelegateFilter(
      style: IntegerFormatStyle<Int>(locale: Locale(identifier: locale)),
      rules: EditingRules(
        symbols: .of(locale), allowsFraction: false, maximumLength: maximumLength))
    return HeadlessField(strategy: strategy, text: text, value: value)
  }

  static func delegateDouble(_ locale: String = "en_US", fraction: ClosedRange<Int>? = nil)
    -> HeadlessField
  {
    HeadlessField(
      strategy: DelegateFilter(
        style: style(locale, fraction),
        rules: EditingRules(symbols: .of(locale), allowsFraction: true)))
  }

  static func onChangeInt(
    _ locale: String = "en_US", text: String = "", value: Int? = nil, maximumLength: Int = 18
  ) -> HeadlessField {
    let strategy = OnChangeReformat(
      style: IntegerFormatStyle<Int>(locale: Locale(identifier: locale)),
      rules: EditingRules(
        symbols: .of(locale), allowsFraction: false, maximumLength: maximumLength), text: text)
    return HeadlessField(strategy: strategy, text: text, value: value)
  }

  static func onChangeDouble(_ locale: String = "en_US", fraction: ClosedRange<Int>? = nil)
    -> HeadlessField
  {
    HeadlessField(
      strategy: OnChangeReformat(
        style: style(locale, fraction),
        rules: EditingRules(symbols: .of(locale), allowsFraction: true)))
  }

  private static func style(_ locale: String, _ fraction: ClosedRange<Int>?)
    -> FloatingPointFormatStyle<Double>
  {
    let style = FloatingPointFormatStyle<Double>(locale: Locale(identifier: locale))
    return fraction.map { style.precision(.fractionLength($0)) } ?? style
  }
}

extension HostedField {
  /// Types each character at the end.
  func typeEach(_ keys: String) {
    for key in keys {
      let end = text.utf16.count
      selection = end..<end
      type(String(key))
    }
  }
}
