/// The names of the files in the folder of a run.
struct RunFolder {
  /// The folder, without a slash at its end.
  let path: String

  init(_ path: String) {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    self.path = path
  }

  /// The file with what the run says about itself.
  var metadata: String { "\(path)/run.json" }
  /// The file with its rows.
  var samples: String { "\(path)/\(SampleFile.name)" }
}
