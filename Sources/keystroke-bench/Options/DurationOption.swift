import ArgumentParser

/// A length of time as written on the command line: `500ms`, `30s`, `5m` or `2h`.
struct DurationOption: ExpressibleByArgument, CustomStringConvertible {
  /// The time in seconds.
  var seconds: Double

  /// The placeholder in the help.
  static let valueName = "duration"

  /// The number that came without a unit; nobody can tell which one was meant.
  private var bareNumber: String?

  init(seconds: Double) { self.seconds = seconds }

  /// Reads a number with its unit; ``validate(_:atMost:)`` refuses one without.
  init?(argument: String) {
    let units: [(String, Double)] = [("ms", 1e-3), ("s", 1), ("m", 60), ("h", 3600)]
    let unit = units.first { argument.hasSuffix($0.0) }
    let number = argument.dropLast(unit?.0.count ?? 0)
    guard number.wholeMatch(of: /[0-9]+(\.[0-9]+)?/) != nil, let value = Double(number),
      value.isFinite
    else { return nil }
    seconds = value * (unit?.1 ?? 1)
    bareNumber = unit == nil ? argument : nil
  }

  var milliseconds: Double { seconds * 1e3 }

  static let day = DurationOption(seconds: 86_400)

  /// Refuses a number without a unit, nothing at all, and more than `most`.
  func validate(_ option: String, atMost most: DurationOption) throws {
    if let number = bareNumber {
      throw ValidationError(
        "\(option) needs a unit, as in \(option) \(number)ms, \(number)s or \(number)m.")
    }
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

  /// Refuses a share of 1 or more, which is all.
  func validate(_ option: String) throws {
    guard value < 1 else {
      throw ValidationError(
        "\(option) must be a share below 1, not \(value), which is \(value * 100) %: 1 % is 0.01 or 1%."
      )
    }
  }
}
