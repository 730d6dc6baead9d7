import Foundation

/// The folder that the products of this build lie in.
///
/// On Linux the test bundle is an executable beside them.
struct BuildFolder {
  let path: String

  /// The folder of the running test bundle.
  ///
  /// - Throws: `MissingProduct` if something that the tests run is not there.
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

/// Something that has to be built before the tests can run.
struct MissingProduct: Error, CustomStringConvertible {
  let product: String
  let folder: String

  var description: String {
    "\(product) is not in \(folder). Build everything first: swift build -c release --build-tests"
  }
}
