import BenchmarkModel
import BenchmarkWorker
import Foundation
import KeystrokeSuites
import ReformatCore

/// A number to be formatted or parsed, in each of its forms.
public struct SampleNumber: Sendable {
  /// The number as the locale writes it.
  ///
  /// It is made of digits and the locale's symbols, so that no formatter judges itself.
  public let text: String
  /// The exact value.
  public let decimal: Decimal
  /// The value if it is whole, otherwise its whole part; 0 beyond the range of `Int`.
  public let int: Int
  /// The nearest value.
  public let double: Double

  /// Makes a number with this many digits, the same for the same arguments on every machine.
  ///
  /// Kinds with a fraction have two of the digits in it if there are enough. The number does not end in a zero, which a
  /// formatter would drop.
  init(kind: ValueKind, symbols: LocaleSymbols, length: Int, seed: UInt64, variant: Int) {
    var random = SplitMix64(seed: seed, "format", kind.rawValue, String(length), String(variant))
    var digits = ""
    for place in 0..<length {
      let isEnd = place == 0 || place == length - 1
      digits += String(isEnd ? 1 + random.below(9) : random.below(10))
    }
    let behind = kind.allowsFraction ? min(2, length - 1) : 0
    let meant = MeantNumber(
      integer: String(digits.dropLast(behind)),
      fraction: behind == 0 ? nil : String(digits.suffix(behind)))
    text = meant.written(symbols)
    decimal = meant.value ?? 0
    int = Int(meant.integer) ?? 0
    double = Double("\(meant.integer).\(meant.fraction ?? "0")") ?? 0
  }
}

extension ValueKind {
  /// The numbers of digits that such a number holds exactly, including the fraction.
  var exactLengths: ClosedRange<Int> {
    switch self {
    case .int: 1...18
    case .double, .double2, .double3: 1...15
    case .decimal, .currency, .percent, .number: 1...38
    case .hex: 1...6
    case .own(let kind): 1...(kind.digitLimit ?? 38)
    }
  }
}
