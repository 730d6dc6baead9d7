/// A program that the tests run and that is not installed.
struct MissingTool: Error, CustomStringConvertible {
  let tool: String
  /// What installs it.
  let cure: String

  var description: String {
    "\(tool) is not installed, and this test is nothing without it: \(cure)"
  }
}
