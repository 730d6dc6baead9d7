import BenchmarkModel
import BenchmarkWorker
import KeystrokeSuites
import ReformatCore
import Synchronization
import Testing
import UIKit
import UIKitSuites

/// Tests that a delegate is asked about a range that is selected, as UIKit asks.
struct UserSelectionTests {
  /// What a delegate was asked, and about what it was asked while something else was selected.
  private final class Asked: Sendable { let noted = Mutex((count: 0, elsewhere: [String]())) }

  /// A delegate that lets everything pass.
  private final class Probe: NSObject, UITextFieldDelegate {
    let asked: Asked
    init(_ asked: Asked) { self.asked = asked }

    func textField(
      _ textField: UITextField, shouldChangeCharactersIn range: NSRange,
      replacementString string: String
    ) -> Bool {
      let selected = [textField.selectedTextRange, textField.markedTextRange].compactMap(\.self)
      let isThere = selected.contains { selected in
        let start = textField.offset(
          from: textField.beginningOfDocument, to: selected.start)
        let end = textField.offset(from: textField.beginningOfDocument, to: selected.end)
        let isKey =
          string.isEmpty && start == end && [range.lowerBound, range.upperBound].contains(start)
        return isKey || (start == range.lowerBound && end == range.upperBound)
      }
      asked.noted.withLock {
        $0.count += 1
        if !isThere { $0.elsewhere.append("\(textField.text ?? "") \(range) by \(string)") }
      }
      return true
    }
  }

  @Test("In scripts and hunts", arguments: ["en_US", "de_DE"])
  func scriptsAndHunts(_ locale: String) throws {
    let asked = Asked()
    let entry = StrategyEntry("probe", values: [.int, .currency]) { _ in
      let field = UITextField()
      let delegate = Probe(asked)
      field.delegate = delegate
      return UIKitField(field, delegate: delegate)
    }
    let scripts = EditScript.allCases.map(\.rawValue)
    let suite = KeystrokeSuite(
      name: "Test", strategies: [entry],
      matrix: [
        .init(
          strategies: ["probe"], values: ["int", "currency"], locales: [locale], lengths: [7],
          scripts: scripts)
      ])
    for cell in suite.cells(matching: CellFilter()) {
      for session in try suite.sessions(of: cell, seed: 1) {
        let subject = session.makeSubject(phases: PhaseMarker())
        for index in 0..<session.keystrokeCount {
          subject.prepare(index)
          subject.press(index)
        }
        _ = session.judgement
      }
    }
    _ = try suite.hunt(
      HuntRequest(
        strategy: "probe", locales: [locale], values: [], seed: 3, part: 0, keystrokes: 1000))
    let (count, elsewhere) = asked.noted.withLock { $0 }
    #expect(count > 1000 && elsewhere.isEmpty, "\(elsewhere.count): \(elsewhere.first ?? "")")
  }
}
