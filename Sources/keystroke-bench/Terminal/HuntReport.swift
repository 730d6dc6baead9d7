import BenchmarkModel
import BenchmarkReport

/// The findings of a hunt: each wrong keystroke as shown by `replay`, the sessions as cases, and as tests.
struct HuntReport: Sendable {
  private let hunted: Hunted
  private let strategy: String

  init(_ hunted: Hunted, strategy: String) {
    self.hunted = hunted
    self.strategy = strategy
  }

  /// The number of keystrokes and of findings, in words.
  private var summary: String {
    let count = hunted.findings.count
    let found = count == 0 ? "nothing" : "\(count) kind\(count == 1 ? "" : "s") of fault"
    return "\(found) found in \(hunted.keystrokes) keystrokes of \(strategy)" + ambiguous + unjudged
  }

  /// The keystrokes that were taken for another edit; empty if there are none.
  private var ambiguous: String {
    guard hunted.ambiguous > 0 else { return "" }
    let share = Units.fixed(Double(hunted.ambiguous) / Double(hunted.keystrokes) * 1e6, 0)
    return "; \(hunted.ambiguous) ambiguous, \(share) per million: taken for another edit"
  }

  /// The keystrokes that were not judged; empty if there are none.
  private var unjudged: String {
    hunted.unjudged == 0
      ? "" : "; \(hunted.unjudged) not judged, since no rule tells what they should leave"
  }

  /// The report for people.
  var document: Document {
    let tests = hunted.findings.flatMap { $0.test.split(separator: "\n").map(String.init) }
    return Document(
      [.paragraph(summary, hunted.findings.isEmpty ? .good : .bad)]
        + hunted.findings.map { finding in
          let outcome = ReplayReport.Outcome(
            strategy: strategy, editCase: finding.editCase,
            left: .left(finding.states, mismatch: nil))
          return .section(
            finding.title, [.code(outcome.comparison + ["session    " + finding.line])])
        } + [
          .section(
            "As tests; makeField is yours, and makes a field as your StrategyEntry does",
            [.code(tests)])
        ])
  }
}

extension Hunted.Finding {
  fileprivate var title: String {
    "\(kind.rawValue): \(editCase.locale ?? ""), \(editCase.value ?? "")"
  }

  /// The session as a line of a file of cases.
  fileprivate var line: String { editCase.line(through: states) }

  /// The session as a test of Swift Testing.
  fileprivate var test: String {
    var lines = [
      "@Test func \(kind.functionName)() {",
      "  let field = makeField(\(locale), \(value), \(editCase.before.swiftLiteral))",
    ]
    for step in editCase.steps {
      if let selection = step.selection {
        lines.append("  field.selection = \(selection.lowerBound)..<\(selection.upperBound)")
      }
      lines.append("  " + step.action.call(editCase.value ?? ""))
      if let text = step.after { lines.append("  #expect(field.text == \(text.swiftLiteral))") }
      if let selection = step.selectionAfter {
        lines.append(
          "  #expect(field.selection == \(selection.lowerBound)..<\(selection.upperBound))")
      }
    }
    if let value = editCase.steps.last?.valueAfter {
      lines.append(
        "  #expect(field.valueDescription == \(value.isEmpty ? "nil" : value.swiftLiteral))")
    }
    return (lines + ["}"]).joined(separator: "\n")
  }

  private var locale: String { (editCase.locale ?? "").swiftLiteral }
  private var value: String { (editCase.value ?? "").swiftLiteral }
}

extension Hunted.Kind {
  /// The kind as a name in Swift: `decimalShape`.
  fileprivate var functionName: String {
    rawValue.split(separator: "-").enumerated().map { index, word in
      index == 0 ? String(word) : word.prefix(1).uppercased() + word.dropFirst()
    }.joined()
  }
}

extension UserAction {
  /// The action as a call of a field with this kind of value.
  fileprivate func call(_ kind: String) -> String {
    switch self {
    case .insert(let text): "field.type(\(text.swiftLiteral))"
    case .replace(let range, let text):
      "field.apply(TextEdit(range: \(range.lowerBound)..<\(range.upperBound), "
        + "replacement: \(text.swiftLiteral)))"
    case .backspace: "field.deleteBackward()"
    case .delete: "field.deleteForward()"
    case .compose(let text): "field.setMarkedText(\(text.swiftLiteral))"
    case .commit: "field.unmarkText()"
    case .endEditing: "field.endEditing()"
    case .nextField: "field.moveToNextField()"
    case .write(let value): "field.write(\(Self.written(value, as: kind)))"
    case .undo, .redo, .changeLocale, .screen: "// \(words)"
    }
  }

  private static func written(_ value: String, as kind: String) -> String {
    switch kind {
    case "int": value
    case "double", "double-2", "double-3": "Double(\(value))"
    case "decimal", "currency": "Decimal(string: \(value.swiftLiteral))!"
    case "percent": "Decimal(string: \(value.swiftLiteral))! / 100"
    default: value.swiftLiteral
    }
  }
}

extension String {
  /// The text as a Swift literal, with everything other than plain ASCII as escapes, because no-break spaces look like
  /// spaces.
  fileprivate var swiftLiteral: String {
    let escaped = unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case " "..."~": String(scalar)
      default: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      }
    }
    return "\"\(escaped.joined())\""
  }
}
