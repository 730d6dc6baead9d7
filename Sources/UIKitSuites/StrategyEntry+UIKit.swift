import BenchmarkModel
import BenchmarkWorker
import Foundation
import KeystrokeSuites
import UIKit

extension StrategyEntry {
  /// Lists a text field of UIKit's with its delegate.
  ///
  /// ```swift
  /// StrategyEntry("my-card", of: .card) { _ in
  ///   let field = UITextField()
  ///   let delegate = MyCardDelegate()
  ///   field.delegate = delegate
  ///   return UIKitField(field, delegate: delegate, value: { delegate.digits })
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: without a `/`.
  ///   - kind: the kind of value that it holds.
  ///   - promise: what it promises to leave in the field.
  ///   - caret: what it promises about the caret while it is typed into.
  ///   - origin: the file that lists it, behind its module.
  ///   - textField: makes a fresh field for a locale; its text is put in afterwards.
  public init(
    _ name: String, of kind: OwnValueKind, promise: Promise = .formatted,
    caret: CaretPromise = .follows, origin: String = #fileID,
    textField: @escaping @MainActor @Sendable (FieldConfiguration) -> UIKitField
  ) {
    self.init(
      name, values: [.own(kind)], promise: promise, caret: caret, origin: origin,
      textField: textField)
  }

  /// Lists a text field of UIKit's with its delegate, for kinds of value of this package.
  ///
  /// - Parameters:
  ///   - name: without a `/`.
  ///   - values: the kinds of value that it can hold.
  ///   - promise: what it promises to leave in the field.
  ///   - caret: what it promises about the caret while it is typed into.
  ///   - origin: the file that lists it, behind its module.
  ///   - textField: makes a fresh field for a locale and a kind of value; its text is put in afterwards.
  public init(
    _ name: String, values: [ValueKind], promise: Promise = .formatted,
    caret: CaretPromise = .follows, origin: String = #fileID,
    textField: @escaping @MainActor @Sendable (FieldConfiguration) -> UIKitField
  ) {
    let names = AskedNames()
    self.init(name, values: values, promise: promise, caret: caret, origin: origin) {
      configuration, phases in
      // Tests play several fields at a time.
      if Thread.isMainThread { names.begin() }
      return UIKitField.begun(text: configuration.text, phases: phases) {
        textField(configuration)
      }
    }
    writtenType = { configuration in
      MainTurns.here.perform { textField(configuration) }.writtenType
    }
  }
}
