import BenchmarkWorker
import Foundation
import KeystrokeSuites
import ReformatCore

extension FormatterEntry {
  /// The incremental engine: an edit at the end, an edit in front, and a paste over everything.
  public static let incremental: [FormatterEntry] = [
    incrementalEnd, incrementalFront, incrementalPaste,
  ]

  /// One edit at the end of a number: calls alternately delete a digit and insert it again.
  public static let incrementalEnd = FormatterEntry(
    "incremental-end", values: [.int], lengths: 1...1000
  ) { locale, number, _ in
    let end = number.text.utf16.count
    let digit = String(number.text.suffix(1))
    return editing(number, locale) { text in
      text == end
        ? (TextEdit(range: text - digit.utf16.count..<text, replacement: ""), .backspace)
        : (TextEdit(range: text..<text, replacement: digit), nil)
    }
  }

  /// One edit in front of a number: calls alternately insert a digit and delete it again.
  public static let incrementalFront = FormatterEntry(
    "incremental-front", values: [.int], lengths: 1...1000
  ) { locale, number, _ in
    let end = number.text.utf16.count
    let digit = String(number.text.prefix(1))
    return editing(number, locale) { text in
      text == end
        ? (TextEdit(range: 0..<0, replacement: digit), nil)
        : (TextEdit(range: 0..<digit.utf16.count, replacement: ""), .backspace)
    }
  }

  /// The whole number pasted over itself, separators and all.
  public static let incrementalPaste = FormatterEntry(
    "incremental-paste", values: [.int], lengths: 1...1000
  ) { locale, number, _ in
    editing(number, locale) { text in
      (TextEdit(range: 0..<text, replacement: number.text), nil)
    }
  }

  /// Calls that edit a number and lead back to it; the edit depends on the present length of the text.
  private static func editing(
    _ number: SampleNumber, _ locale: Locale,
    edit: @escaping (Int) -> (TextEdit, IncrementalEngine.DeletionKey?)
  ) -> FormatterCall {
    var format = IncrementalFormat.number(locale)
    format.maximumFractionDigits = 0
    var engine = IncrementalEngine(format: format, text: number.text)
    var length = number.text.utf16.count
    func call() -> String {
      let (edit, key) = edit(length)
      _ = engine.edit(edit.range, replacement: edit.replacement, key: key)
      _ = Int.read(engine.number, scale: 0)
      let shown = engine.render()
      length = engine.length
      return shown.text
    }
    return FormatterCall(
      run: { _ = call() },
      outcome: {
        _ = call()
        if length == number.text.utf16.count { return .text(engine.text) }
        return .text(call())
      })
  }
}
