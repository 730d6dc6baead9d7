import CardField
import FieldHost
import Foundation
import KeystrokeTrace
import ReformatCore
import Testing

/// Tests that the benchmark's trace was recorded from this field, and can be recorded again.
@Suite("The trace of a checkout")
struct CheckoutTraceTests {
  private static let file = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Benchmarks/CardFieldBenchmarks/Traces/checkout.jsonl").standardized

  /// Makes the edits of a user, and records them as an app would.
  private static func recorded(pause: Duration?) async throws -> String? {
    let field = HeadlessField(strategy: CardDelegate())
    let recorder = TraceRecorder("checkout", locale: "en_US", value: "card", masksDigits: true)
    recorder.start()
    func replace(_ range: Range<Int>? = nil, by text: String) async throws {
      let edit = TextEdit(range: range ?? field.selection, replacement: text)
      recorder.record(edit, in: field.text, selection: field.selection)
      field.apply(edit)
      if let pause { try await Task.sleep(for: pause) }
    }
    try await replace(by: "4000-0566")
    for key in ["5", "5", "6", "x", "6", "5"] { try await replace(by: key) }
    // A surplus digit is deleted, and a missing one is inserted, behind a space.
    try await replace(12..<13, by: "")
    field.selection = 10..<10
    try await replace(by: "7")
    field.selection = 15..<15
    try await replace(14..<15, by: "")
    let end = field.text.utf16.count
    field.selection = end..<end
    for key in "6555" { try await replace(by: String(key)) }
    recorder.record(.commit)
    field.endEditing()
    return recorder.trace(leaving: field.text)
  }

  @Test("The trace equals a new recording, except for the times")
  func same() async throws {
    if ProcessInfo.processInfo.environment["KEYSTROKE_BENCH_REWRITE_GOLDEN"] == "1" {
      let trace = try #require(await Self.recorded(pause: .milliseconds(150)))
      try Data(trace.utf8).write(to: Self.file)
    }
    func withoutTimes(_ trace: String) -> String { trace.replacing(/,"time":[0-9.]+/, with: "") }
    let stored = try String(contentsOf: Self.file, encoding: .utf8)
    let recorded = try #require(await Self.recorded(pause: nil))
    #expect(withoutTimes(recorded) == withoutTimes(stored))
  }

  @Test("The trace contains no digit of the card")
  func masked() throws {
    let trace = try String(contentsOf: Self.file, encoding: .utf8)
    let texts = trace.matches(of: /"(?:meant|replacement|before)":"([^"]*)"/).map(\.output.1)
      .joined()
    #expect(texts.contains("7777-7777"))
    #expect(texts.allSatisfy { !$0.isNumber || $0 == "7" })
  }
}
