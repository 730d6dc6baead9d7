import FieldHost
import Testing
import UIKit
import UIKitSuites

/// Members of UIKit that subclasses of fields touch, each by the rule of Apple's documentation.
@Suite struct MemberTests {
  /// A field that notes what it is told of.
  final class Noting: UITextField {
    var log: [String] = []

    override func awakeFromNib() {
      super.awakeFromNib()
      log.append("awake")
    }
    override func willMove(toSuperview newSuperview: UIView?) {
      super.willMove(toSuperview: newSuperview)
      log.append(newSuperview == nil ? "out" : "in \(text ?? "")")
      if newSuperview == nil {
        NotificationCenter.default.removeObserver(self)
      } else {
        NotificationCenter.default.addObserver(
          self, selector: Noting.noted(_:), name: UITextField.textDidChangeNotification,
          object: self)
      }
    }
    override func didMoveToSuperview() { log.append("moved") }
    override func draw(_ rect: CGRect) {
      super.draw(rect)
      log.append("drawn \(isEditing)")
      addTarget(self, action: Noting.changed(field:), for: .editingChanged)
      addTarget(self, action: Noting.told, for: .editingChanged)
    }
    func changed(field: UITextField) { log.append("changed \(field.text ?? "")") }
    func told() { log.append("told") }
    func noted(_ notification: Notification) { log.append("noted \(text ?? "")") }
  }

  @Test("A field is shown before it is tapped; then targets, then observers, learn of a key")
  func life() {
    let field = UIKitField.begun(text: "1") { UIKitField(Noting()) }
    field.type("2")
    let log = DispatchQueue.main.sync { (field.textField as? Noting)?.log }
    #expect(
      log == ["in 1", "moved", "drawn false", "changed 12", "told", "noted 12"], "\(log ?? [])")
  }

  @Test @MainActor func observersEnd() {
    let (field, other) = (Noting(), Noting())
    for each in [field, other] { each.willMove(toSuperview: UIView()) }
    field.insertText("1")
    other.insertText("2")
    field.willMove(toSuperview: nil)
    field.insertText("3")
    #expect(field.log == ["in ", "noted 1", "out"] && other.log == ["in ", "noted 2"])
  }

  @Test @MainActor func nobodyIsKeptAlive() {
    @MainActor final class Target { func changed(_ sender: UIControl) { Issue.record("called") } }
    weak var gone: Noting?
    let field = UITextField()
    do {
      let target = Target()
      field.addTarget(target, action: Target.changed, for: .editingChanged)
      let noting = Noting()
      noting.willMove(toSuperview: UIView())
      gone = noting
    }
    field.insertText("1")
    NotificationCenter.default.post(
      name: UITextField.textDidChangeNotification, object: field)
    #expect(gone == nil)
  }

  @Test @MainActor func theBoundsAreTheFrame() {
    let field = UITextField(frame: CGRect(x: 3, y: 4, width: 50, height: 20))
    field.awakeFromNib()
    #expect(field.bounds == CGRect(x: 0, y: 0, width: 50, height: 20))
  }
}
