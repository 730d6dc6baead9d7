import ArgumentParser

/// A length of time as written on the command line: `500ms`, `30s`, `5m` or `2h`.
struct DurationOption: ExpressibleByArgument, CustomStringConvertible {
  /// The time in seconds.
  var seconds: Double

  /// The placeholder in the help.
  static let valueName = "duration"

  init(seconds: Double) { self.seconds = seconds }

  /// Reads a number with its unit; a number alone means seconds.
  init?(argument: String) {
    let units: [(String, Double)] = [("ms", 1e-3), ("s", 1), ("m", 60), ("h", 3600)]
    let unit = units.first { argument.hasSuffix($0.0) }
    let number = argument.dropLast(unit?.0.count ?? 0)
    guard number.wholeMatch(of: /[0-9]+(\.[0-9]+)?/) != nil, let value = Double(number),
      value.isFinite
    else { return nil }
    seconds = value * (unit?.1 ?? 1)
  }

  var milliseconds: Double { seconds * 1e3 }

  static let day = DurationOption(seconds: 86_400)

  /// Refuses 0, and more than `most`.
  func validate(_ option: String, atMost most: DurationOption) throws {
    guard seconds > 0, seconds <= most.seconds else {
      throw ValidationError("\(option) must be above 0 and at most \(most), not \(self).")
    }
  }

  var description: String {
    func whole(_ value: Double) -> String? { Int(exactly: value).map(String.init) }
    if seconds < 1, let number = whole(seconds * 1e3) { return "\(number)ms" }
    if seconds >= 3600, let number = whole(seconds / 3600) { return "\(number)h" }
    if seconds >= 60, let number = whole(seconds / 60) { return "\(number)m" }
    return "\(whole(seconds) ?? String(seconds))s"
  }

  var defaultValueDescription: String { description }
}

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
