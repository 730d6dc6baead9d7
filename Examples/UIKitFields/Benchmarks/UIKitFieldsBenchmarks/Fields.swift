import BenchmarkModel
import KeystrokeSuites
import UIKit
import UIKitFields
import UIKitSuites

/// The three fields, with their delegates as they are.
public enum Fields {
  /// Dollars, whose caret keeps its distance from the end.
  public static let money = money("money-field", keepsCaret: true)

  /// The same under a name, or with the fault of leaving the caret at the end.
  public static func money(_ name: String, keepsCaret: Bool) -> StrategyEntry {
    StrategyEntry(name, of: .dollars) { _ in
      let field = UITextField()
      let delegate = MoneyFieldDelegate(keepsCaret: keepsCaret)
      field.delegate = delegate
      return UIKitField(
        field, delegate: delegate, value: { delegate.amount },
        write: { delegate.show($0, in: field) })
    }
  }

  /// A card number, which is grouped in editingChanged.
  public static let card = StrategyEntry("card-field", of: .card) { _ in
    let field = UITextField()
    let delegate = CardFieldDelegate()
    delegate.attach(to: field)
    return UIKitField(
      field, delegate: delegate, value: { delegate.digits.isEmpty ? nil : delegate.digits })
  }

  /// A phone number, whose caret moves in a later turn.
  public static let phone = StrategyEntry("phone-field", of: .phone) { _ in
    let field = UITextField()
    let delegate = PhoneFieldDelegate()
    field.delegate = delegate
    return UIKitField(
      field, delegate: delegate, value: { delegate.digits.isEmpty ? nil : delegate.digits })
  }

  /// A suite of the three, and of more strategies that hold dollars.
  public static func suite(with more: [StrategyEntry] = []) -> KeystrokeSuite {
    KeystrokeSuite(
      name: "UIKitFields", strategies: [money, card, phone] + more,
      matrix: [
        block([money.name] + more.map(\.name), .dollars, lengths: [3, 6, 9]),
        block([card.name], .card, lengths: [4, 9, 16]),
        block([phone.name], .phone, lengths: [3, 7, 10]),
      ])
  }

  private static func block(_ names: [String], _ kind: OwnValueKind, lengths: [Int])
    -> Matrix.Block
  {
    .init(
      strategies: names, values: [kind.name], locales: ["en_US"], lengths: lengths,
      scripts: EditScript.allCases.map(\.rawValue))
  }
}
