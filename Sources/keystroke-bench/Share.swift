import ArgumentParser

/// A share as people write it: `3%`, `3 %` or `0.03`.
struct Share: ExpressibleByArgument, Sendable {
  var value: Double

  init?(argument: String) {
    let isPercent = argument.hasSuffix("%")
    let digits = isPercent ? argument.dropLast() : argument[...]
    guard let number = Double(digits.last == " " ? digits.dropLast() : digits), number > 0,
      number.isFinite
    else { return nil }
    value = isPercent ? number / 100 : number
  }
}
