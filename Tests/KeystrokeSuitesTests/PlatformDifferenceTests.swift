import BenchmarkModel
import BenchmarkWorker
import FieldHost
import Foundation
import KeystrokeSuites
import ReformatCore
import Testing

/// Tests that a wrong cell is explained by what Foundation does otherwise here, and by nothing else.
///
/// They fail once Foundation no longer does.
@Suite struct PlatformDifferenceTests {
  /// A field that writes its amount when editing ends.
  private struct WrittenAtEnd<Value: Hashable & Sendable>: ReformatStrategy {
    var hosting: Hosting { .commit }
    let write: @Sendable (Decimal) -> String
    let value: @Sendable (Decimal) -> Value

    mutating func editingDidEnd(_ text: String, value: Value?, phases: PhaseMarker)
      -> Reaction<Value>
    {
      guard let amount = Decimal(string: text) else { return .nothing }
      return Reaction(text: write(amount), value: .set(self.value(amount)))
    }
  }

  /// The notes of the wrong sessions of a cell, whose field writes by `write`.
  private static func notes(
    _ locale: String, _ kind: ValueKind = .currency,
    _ write: @escaping @Sendable (Decimal) -> String
  ) throws -> [String?] {
    let entry = StrategyEntry("written", values: [kind], promise: .formattedAtEnd) {
      _, phases -> any HostedField in
      guard kind == .double2 else {
        return HeadlessField(strategy: WrittenAtEnd(write: write) { $0 }, phases: phases)
      }
      let strategy = WrittenAtEnd(write: write) { Double("\($0)") ?? 0 }
      return HeadlessField(strategy: strategy, phases: phases)
    }
    let suite = KeystrokeSuite(name: "Test", strategies: [entry], matrix: [])
    let cell = Cell(
      strategy: "written", value: kind.rawValue, locale: locale, length: 9, script: "type")
    return try (1...8).flatMap { seed in
      try suite.sessions(of: cell, seed: UInt64(seed)).compactMap { $0.judgement?.mismatch?.note }
    }
  }

  private static func euros(
    _ amount: Decimal, _ locale: String?, _ change: (NumberFormatter) -> Void = { _ in }
  ) -> String {
    let formatter = NumberFormatter()
    if let locale { formatter.locale = Locale(identifier: locale) }
    formatter.numberStyle = .currency
    if locale != nil { formatter.currencyCode = "EUR" }
    change(formatter)
    return formatter.string(from: NSDecimalNumber(decimal: amount)) ?? ""
  }

  @Test func aFormatterWithoutALocale() throws {
    let notes = try Self.notes("en_US") { Self.euros($0, nil) }
    #expect(notes.count == 32 && notes.allSatisfy { $0?.contains("Locale.current") == true })
  }

  @Test func groupsOfIndianMoney() throws {
    let notes = try Self.notes("en_IN") { Self.euros($0, "en_IN") }
    #expect(notes.count == 32 && notes.allSatisfy { $0?.contains("groups of three") == true })
  }

  @Test(arguments: [ValueKind.currency, .double2])
  func roundingDown(_ kind: ValueKind) throws {
    let notes = try Self.notes("en_US", kind) {
      Self.euros($0, "en_US") {
        if kind == .double2 {
          ($0.numberStyle, $0.usesGroupingSeparator) = (.none, true)
          ($0.groupingSize, $0.minimumIntegerDigits) = (3, 1)
        }
        ($0.minimumFractionDigits, $0.maximumFractionDigits) = (2, 2)
        $0.roundingMode = .down
      }
    }
    #expect(!notes.isEmpty && notes.allSatisfy { $0?.contains("as a Double") == true })
  }

  /// What has another reason gets no note: other digits, another text, another locale, a missing group.
  @Test func otherFaults() throws {
    let wrong: [@Sendable (Decimal) -> String] = [
      { Self.euros($0 + 1, "en_IN") }, { Self.euros($0, "en_IN") + "!" },
      { Self.euros($0, "de_DE") }, { Self.euros($0, "en_IN").filter { $0 != "," } },
      { Self.euros($0 * 10, nil) },
    ]
    for write in wrong { #expect(try Self.notes("en_IN", .currency, write).isEmpty) }
  }
}
