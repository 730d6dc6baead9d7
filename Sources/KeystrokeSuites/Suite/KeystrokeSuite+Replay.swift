import BenchmarkModel
import BenchmarkWorker
import FieldHost
import ReformatCore

extension KeystrokeSuite {
  /// All strategies can be tried; where one cannot meet a case, the outcome says why.
  public var replayed: [String] { strategies.map(\.name) }

  /// Makes the edit of each case in a fresh field that holds the text before it.
  public func replay(_ cases: [EditCase], strategy name: String, locales: [String]) throws
    -> [EditCaseOutcome]
  {
    guard let strategy = strategies.first(where: { $0.name == name }) else {
      throw SuiteError("\(self.name) has no strategy \(name)")
    }
    if let problem = KnownLocales.problem(with: locales) { throw SuiteError(problem) }
    var finder = LocaleFinder(locales)
    return cases.map { strategy.replay($0, locales: &finder) }
  }
}

extension StrategyEntry {
  fileprivate func replay(_ editCase: EditCase, locales: inout LocaleFinder) -> EditCaseOutcome {
    let configuration: FieldConfiguration
    do throws(LocaleFinder.NotFound) {
      configuration = try self.configuration(of: editCase, locales: &locales)
    } catch {
      return .notTried(error.reason)
    }
    let field = makeField(configuration, PhaseMarker())
    guard field.text == editCase.before else {
      return .notTried("its field does not begin with the text of its configuration")
    }
    field.selection = editCase.selection
    field.apply(editCase.edit)
    return .left(text: field.text, selection: field.selection)
  }

  private func configuration(of editCase: EditCase, locales: inout LocaleFinder)
    throws(LocaleFinder.NotFound) -> FieldConfiguration
  {
    FieldConfiguration(
      editCase, value: kind(of: editCase.style),
      locale: isIndependentOfLocales ? nil : try locales.locale(writing: editCase.style))
  }

  /// Whether no locale's numbers matter: they are given, or the rule is the field's own.
  private var isIndependentOfLocales: Bool {
    takesGivenSymbols || values.allSatisfy { $0.own != nil }
  }

  /// The kind of value that comes closest to what a case allows, among those that the strategy can hold.
  private func kind(of style: NumberStyle) -> ValueKind {
    let wanted: [ValueKind] =
      switch style.maximumFraction {
      case 0: [.int, .double]
      case 2: [.double2, .double, .int]
      default: [.double, .int]
      }
    return wanted.first(where: values.contains) ?? values.first ?? .double
  }
}
