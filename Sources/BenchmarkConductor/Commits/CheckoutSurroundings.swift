import Foundation

/// A folder that serves as the root of the file system, with the checkout of a commit at the place of the user's
/// repository, and links to everything else around it.
///
/// Each path that leads out of the repository, such as the `../../keystroke-bench` of a dependency, leads from the
/// checkout to the same place as from the repository, through any number of levels and for dependencies of dependencies,
/// too. A path inside the repository leads to what the commit has.
package struct CheckoutSurroundings: Sendable {
  /// The user's repository.
  let root: String
  /// The folder that serves as the root of the file system.
  let folder: String
  /// The place of the checkout.
  var tree: String { folder + root }

  /// Names the places; ``link()`` makes them.
  init(of root: String, in folder: String) {
    self.root = root
    self.folder = folder
  }

  /// Makes the folders down to the checkout, and links their neighbours.
  ///
  /// - Throws: the errors of the file system.
  func link() throws {
    let manager = FileManager.default
    try manager.createDirectory(atPath: tree, withIntermediateDirectories: true)
    var real = ""
    for name in root.split(separator: "/").map(String.init) {
      // A folder that the user may not list has nothing that a manifest of the user's names; a name of bytes that are
      // no UTF-8 cannot be named in one either.
      for other in (try? manager.contentsOfDirectory(atPath: "\(real)/")) ?? [] where other != name
      {
        try? manager.createSymbolicLink(
          atPath: "\(folder)\(real)/\(other)", withDestinationPath: "\(real)/\(other)")
      }
      real += "/\(name)"
    }
  }

  /// The place that a path of a build means, with links resolved; nil if it lies in the checkout itself.
  func outside(_ path: String) -> String? {
    let real = URL(filePath: path).resolvingSymlinksInPath().path
    let here = URL(filePath: tree).resolvingSymlinksInPath().path
    return real == here || real.hasPrefix("\(here)/") ? nil : real
  }
}
