/// The counts of a field during one or more keystrokes.
///
/// Counts never decrease. They belong to a model of toolkits that do not exist on Linux; see ``HeadlessField``.
public struct UpdateCounts: Hashable, Sendable {
  /// Writes that published properties announced, including equal values.
  public var emissions = 0
  /// onChange actions that ran.
  public var onChangeActions = 0
  /// Bodies evaluated: the refreshes.
  public var bodyEvaluations = 0
  /// Texts that code, not the user, wrote into the field.
  public var textAssignments = 0
  /// onChange actions that were dropped because an update had already run two.
  public var droppedActions = 0

  /// Makes counts of 0.
  public init() {}

  /// The counts since `earlier`.
  public static func - (later: UpdateCounts, earlier: UpdateCounts) -> UpdateCounts {
    var difference = UpdateCounts()
    difference.emissions = later.emissions - earlier.emissions
    difference.onChangeActions = later.onChangeActions - earlier.onChangeActions
    difference.bodyEvaluations = later.bodyEvaluations - earlier.bodyEvaluations
    difference.textAssignments = later.textAssignments - earlier.textAssignments
    difference.droppedActions = later.droppedActions - earlier.droppedActions
    return difference
  }
}
