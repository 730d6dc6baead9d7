/// An error: a program that the tests run is not installed.
struct MissingTool: Error, CustomStringConvertible {
  let tool: String
  /// The command that installs the program.
  let hint: String

  var description: String {
    "\(tool) is not installed, and this test is nothing without it: \(hint)"
  }
}
