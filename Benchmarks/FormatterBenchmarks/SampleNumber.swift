import BenchmarkModel
import BenchmarkWorker
import Foundation
import KeystrokeSuites
import ReformatCore

/// A number to be formatted or parsed, in each of its shapes.
public struct SampleNumber: Sendable {
  /// The number as the locale writes it.
  ///
  /// It is put together from digits and the locale's symbols, so that no formatter is its own judge.
  public let text: String
  /// The exact value.
  public let decimal: Decimal
  /// The value where it is whole, else its whole part; 0 beyond the range of `Int`.
  public let int: Int
  /// The nearest value.
  public let double: Double

  /// A number of so many digits, the same for the same arguments on every machine.
  ///
  /// Kinds with a fraction have two of the digits in it where there are enough. The number ends in no zero, which a
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
  /// How many digits such a number holds exactly, fraction included.
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
