import Foundation

/// The folder that contains the products of this build.
///
/// On Linux the test bundle is an executable beside them.
struct BuildFolder {
  let path: String

  /// Returns the folder of the running test bundle.
  ///
  /// - Throws: `MissingProduct` if a program or library that the tests need does not exist.
  static func ofThisBuild() throws -> BuildFolder {
    let executable = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let folder = BuildFolder(path: (executable as NSString).deletingLastPathComponent)
    for product in ["libAllocatorShim.so", "libGlibcCounter.so", "ShimProbe", "SwiftShimProbe"] {
      guard FileManager.default.fileExists(atPath: folder.file(product)) else {
        throw MissingProduct(product: product, folder: folder.path)
      }
    }
    return folder
  }

  func file(_ name: String) -> String { path + "/" + name }

  var shim: String { file("libAllocatorShim.so") }
}

/// A product that has to be built before the tests can run.
struct MissingProduct: Error, CustomStringConvertible {
  let product: String
  let folder: String

  var description: String {
    "\(product) is not in \(folder). Build everything first: swift build -c release --build-tests"
  }
}
