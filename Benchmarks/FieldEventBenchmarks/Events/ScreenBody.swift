import Foundation
import ReformatCore

/// The body of a screen with one field: it is evaluated, compared with the last one, and applied.
public struct ScreenBody {
  /// The number of evaluations, which are the refreshes.
  public private(set) var evaluations = 0
  /// The layout that the body describes.
  public private(set) var layout: Layout

  private let frame: CGRect
  private let phases: PhaseMarker

  /// The positions on the screen, in points.
  public struct Layout: Hashable, Sendable {
    /// The height that the keyboard leaves.
    public var visibleHeight: Double
    /// The distance by which the content is scrolled so that the field can be seen.
    public var scrollOffset: Double
  }

  /// The bottom of the field, as a share of the screen's height, and the room below it in points.
  private static let fieldBottom = 0.75
  private static let margin = 8.0

  /// Makes the body of a screen with this frame, in points, not evaluated yet.
  public init(frame: CGRect, phases: PhaseMarker) {
    self.frame = frame
    self.phases = phases
    layout = Layout(visibleHeight: Double(frame.height), scrollOffset: 0)
  }

  /// Evaluates the body for a screen that is covered by this height at the bottom, in points.
  public mutating func evaluate(inset: Double) {
    evaluations += 1
    phases.measure(.refresh) {
      let height = Double(frame.height)
      let visible = height - inset
      let field = height * Self.fieldBottom + Self.margin
      let new = Layout(visibleHeight: visible, scrollOffset: max(0, field - visible))
      if new != layout { layout = new }
    }
  }
}
