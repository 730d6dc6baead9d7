/// A program that the tests run and that is not installed.
struct MissingTool: Error, CustomStringConvertible {
  let tool: String
  /// What installs it.
  let cure: String

  /// A tool of a Debian package.
  static func debian(package: String, tool: String) -> MissingTool {
    MissingTool(tool: tool, cure: "apt-get install \(package) (scripts/bootstrap does)")
  }

  var description: String {
    "\(tool) is not installed, and this test is nothing without it: \(cure)"
  }
}
