/// A program that the tests run and that is not installed.
struct MissingTool: Error, CustomStringConvertible {
  let tool: String
  /// What installs it.
  let hint: String

  var description: String {
    "\(tool) is not installed, and this test is nothing without it: \(hint)"
  }
}
