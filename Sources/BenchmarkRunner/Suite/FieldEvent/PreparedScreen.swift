import FieldEvents

/// A screen that prepares its form once, at its first appearance.
final class PreparedScreen {
  private enum Kind {
    case plain(Preparation)
    case async(AsyncPreparation)
  }

  private let form: FormPreparation
  private let kind: Kind

  init(locale: String, isAsync: Bool, loop: JobLoop) {
    let form = FormPreparation(locale: locale)
    self.form = form
    kind =
      isAsync
      ? .async(AsyncPreparation(on: loop) { try await form.runLater() })
      : .plain(Preparation { form.run() })
  }

  /// How often the preparation ran to its end.
  var runs: Int { form.runs }

  func appear() {
    switch kind {
    case .plain(let preparation): preparation.appear()
    case .async(let preparation): preparation.appear()
    }
  }

  func disappear() {
    if case .async(let preparation) = kind { preparation.disappear() }
  }
}
