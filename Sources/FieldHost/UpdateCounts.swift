/// What one or more keystrokes made a field do.
///
/// Counts only ever grow. They belong to a model of toolkits that do not exist on Linux; see ``HeadlessField``.
public struct UpdateCounts: Hashable, Sendable {
  /// Published properties that announced a write, equal values included.
  public var emissions = 0
  /// onChange actions that ran.
  public var onChangeActions = 0
  /// Bodies evaluated: the refreshes.
  public var bodyEvaluations = 0
  /// Texts that code, not the user, put into the field.
  public var textAssignments = 0
  /// onChange actions dropped because an update had run two already.
  public var droppedActions = 0

  /// Nothing has happened yet.
  public init() {}

  /// What happened since `earlier`.
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
