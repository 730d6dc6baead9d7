import BenchmarkWorker
import FieldEvents

/// The way in which a screen prepares its form when it appears.
enum AppearanceKind: String, CaseIterable {
  /// At the first appearance, at once.
  case plain = "appearance-plain"
  /// At the first appearance, later; cancelled if the screen disappears before.
  case async = "appearance-async"
  /// At each appearance, as published without the guard.
  case unguarded = "appearance-unguarded"
}

/// A screen that prepares its form when it appears.
final class PreparedScreen {
  private enum Kind {
    case plain(Preparation)
    case async(AsyncPreparation)
    case unguarded
  }

  private let form: FormPreparation
  private let kind: Kind

  init(locale: String, kind: AppearanceKind, loop: JobLoop) {
    let form = FormPreparation(locale: locale)
    self.form = form
    self.kind =
      switch kind {
      case .plain: .plain(Preparation { form.run() })
      case .async: .async(AsyncPreparation(on: loop) { try await form.runLater() })
      case .unguarded: .unguarded
      }
  }

  /// The number of preparations that ran to their end.
  var runs: Int { form.runs }

  func appear() {
    switch kind {
    case .plain(let preparation): preparation.appear()
    case .async(let preparation): preparation.appear()
    case .unguarded: form.run()
    }
  }

  func disappear() {
    if case .async(let preparation) = kind { preparation.disappear() }
  }
}
