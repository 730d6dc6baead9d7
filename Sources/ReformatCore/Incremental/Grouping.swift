/// The places of separators among the digits of an integer.
///
/// The rule of Unicode's number patterns: a first group at the decimal point, then groups of one other size, from a
/// least number of digits on (UTS 35, part 3, "Number Patterns").
struct Grouping: Sendable {
  /// The size of the group at the decimal point, and of those further left.
  let primary: Int
  let secondary: Int
  /// The minimum number of digits that are grouped.
  let threshold: Int

  init(_ format: IncrementalFormat) {
    let sizes = format.groupSizes.filter { $0 > 0 }
    primary = sizes.first ?? 1
    secondary = sizes.dropFirst().first ?? primary
    let (sum, overflows) = primary.addingReportingOverflow(max(1, format.minimumGroupingDigits))
    threshold = sizes.isEmpty || overflows ? Int.max : sum
  }

  /// The number of separators less than `distance` digits to the left of the decimal point, if `significant` digits are
  /// grouped.
  func separators(below distance: Int, of significant: Int) -> Int {
    let reach = min(distance, significant)
    guard significant >= threshold, reach > primary else { return 0 }
    return 1 + (reach - primary - 1) / secondary
  }

  /// The number of digits to the right of the leftmost of a number of separators.
  func digits(behind separators: Int) -> Int {
    separators == 0 ? 0 : primary + (separators - 1) * secondary
  }

  /// The size of a group, counted from 1 at the decimal point.
  func size(of group: Int) -> Int { group == 1 ? primary : secondary }

  private init(primary: Int, secondary: Int) {
    self.primary = primary
    self.secondary = secondary
    threshold = primary + 1
  }

  /// The ways in which locales group: 1,234,567; 12,34,567; 1234,5678.
  static let threes = Grouping(primary: 3, secondary: 3)
  static let lakhs = Grouping(primary: 3, secondary: 2)
  static let fours = Grouping(primary: 4, secondary: 4)

  /// True if runs of digits with separators between them are groups, zeros in front left aside.
  func groups(_ runs: ArraySlice<Int>, zeros: Int) -> Bool {
    guard threshold < Int.max, let first = runs.first, let last = runs.last, runs.count > 1,
      last == primary
    else { return false }
    return (1...max(1, secondary)).contains(first - zeros)
      && runs.dropFirst().dropLast().allSatisfy { $0 == secondary }
  }
}
