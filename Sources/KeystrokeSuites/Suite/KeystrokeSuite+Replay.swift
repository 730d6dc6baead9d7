import BenchmarkModel
import FieldHost
import Foundation
import ReformatCore

extension KeystrokeSuite {
  /// The strategies that can be replayed: all; if one cannot be tried with a case, the outcome has the reason.
  public var replayed: [String] { strategies.map(\.name) }

  /// Makes the edits of each case in a fresh field that holds the text before them.
  public func replay(_ cases: [EditCase], strategy name: String, locales: [String]) throws
    -> [EditCaseOutcome]
  {
    guard let strategy = strategies.first(where: { $0.name == name }) else {
      throw SuiteError.noStrategy(name, of: self.name, known: strategies.map(\.name))
    }
    if let problem = KnownLocales.problem(with: locales + cases.compactMap(\.locale)) {
      throw SuiteError(problem)
    }
    var finder = LocaleFinder(locales)
    return cases.map { strategy.replay($0, locales: &finder) }
  }
}

extension StrategyEntry {
  /// The error for a case that a strategy cannot be tried with.
  struct NotTried: Error {
    var reason: String
  }

  fileprivate func replay(_ editCase: EditCase, locales: inout LocaleFinder) -> EditCaseOutcome {
    do throws(NotTried) {
      let configuration = try configuration(of: editCase, locales: &locales)
      let meant = try editCase.meant.map { plain throws(NotTried) in
        try number(plain, as: configuration.value)
      }
      let field = makeField(configuration, PhaseMarker())
      guard field.text.unicodeScalars.elementsEqual(editCase.before.unicodeScalars) else {
        throw NotTried(reason: "its field does not begin with the text of its configuration")
      }
      field.selection = editCase.selection
      var states = [field.state]
      var history = ToolkitHistory()
      for step in editCase.steps {
        if case .write(let plain) = step.action { _ = try number(plain, as: configuration.value) }
        _ = history.perform(
          step.action, at: step.selection, on: field,
          WorkloadContext(locale: configuration.locale.identifier, value: configuration.value))
        states.append(field.state)
      }
      var mismatch: Mismatch?
      if let meant, let locale = editCase.locale {
        let workload = WorkloadContext(locale: locale, value: configuration.value)
        mismatch = SessionJudge(workload, promise).mismatch(of: field, meant: meant)
      }
      if let index = editCase.firstWrongStep(in: states, mismatch: mismatch) {
        let workload = workload(of: editCase, configuration, locales: &locales)
        let (before, after) = (states[index], states[index + 1])
        if isAmbiguous(editCase.steps[index], from: before, to: after, workload) {
          return .ambiguous(states)
        }
      }
      return .left(states, mismatch: mismatch)
    } catch { return .notTried(error.reason) }
  }

  /// The locale and the kind of value that write what a case writes, as far as there are such: if its symbols are given,
  /// those of a locale, with an affix as an amount in the locale's own currency.
  private func workload(
    of editCase: EditCase, _ configuration: FieldConfiguration, locales: inout LocaleFinder
  ) -> WorkloadContext {
    var locale = editCase.locale ?? configuration.locale.identifier
    var value = configuration.value
    if var style = editCase.symbols {
      let hasAffix = !style.prefix.isEmpty || !style.suffix.isEmpty
      (style.prefix, style.suffix) = ("", "")
      if let writing = try? locales.locale(writing: style) { locale = writing }
      if hasAffix, value.own == nil, let currency = Locale(identifier: locale).currency?.identifier
      {
        value = ValueKind(rawValue: "currency-\(currency)") ?? value
      }
    }
    return WorkloadContext(locale: locale, value: value)
  }

  /// True if a step left what another edit between the same texts should, and not what its own edit should.
  private func isAmbiguous(
    _ step: EditCase.Step, from before: FieldSnapshot, to after: FieldSnapshot,
    _ workload: WorkloadContext
  ) -> Bool {
    let selection = step.selection ?? before.selection
    guard caret == .followsTexts,
      case .edit(let edit) = step.action.keystroke(in: before.text, selection: selection, workload),
      let meant = MeantField(showing: before.text, workload),
      meant.met(
        by: HuntMove(action: step.action), at: selection, leaving: after, caret: .follows) == nil
    else { return false }
    return meant.otherIntention(
      leadingTo: RawKeystroke(before: before, edit: edit).result, leaving: after,
      isPiece: edit.replacement.count > 1) != nil
  }

  private func configuration(of editCase: EditCase, locales: inout LocaleFinder)
    throws(NotTried) -> FieldConfiguration
  {
    let value = try kind(of: editCase)
    var locale = editCase.locale
    // The locale does not matter if the symbols are given, or the field has a rule of its own.
    if let style = editCase.symbols, !takesGivenSymbols, values.contains(where: { $0.own == nil }) {
      do throws(LocaleFinder.NotFound) { locale = try locales.locale(writing: style) } catch {
        throw NotTried(reason: error.reason)
      }
    }
    return FieldConfiguration(editCase, value: value, locale: locale)
  }

  /// The kind of value that a case names, or the most similar one to what it allows.
  private func kind(of editCase: EditCase) throws(NotTried) -> ValueKind {
    if let name = editCase.value {
      guard let kind = kind(named: name) else { throw NotTried(reason: "it holds no \(name)") }
      return kind
    }
    let wanted: [ValueKind] =
      switch editCase.symbols?.maximumFraction {
      case 0: [.int, .double]
      case 2: [.double2, .double, .int]
      default: [.double, .int]
      }
    return wanted.first(where: values.contains) ?? values.first ?? .double
  }

  private func number(_ plain: String, as kind: ValueKind) throws(NotTried) -> MeantNumber {
    guard let number = MeantNumber(plain: plain, value: kind) else {
      throw NotTried(reason: "\(plain) is not a plain number of the kind \(kind.rawValue)")
    }
    return number
  }
}
