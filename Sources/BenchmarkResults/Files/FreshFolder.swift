import Foundation
import Glibc

/// A folder that is filled next to its final place, so that it appears there complete or not at all.
enum FreshFolder {
  /// A path that no other fresh folder has, of this process or another.
  ///
  /// A name with a leading dot is not a name of a baseline, so the remains of a killed process are never listed.
  static func path(in parent: String, for name: some StringProtocol) -> String {
    "\(parent)/.\(name).\(getpid())-\(UInt32.random(in: 0 ... .max)).new"
  }

  /// The path of the folder that is moved away for it, and kept until it is in place.
  static func old(of fresh: String) -> String { "\(fresh).old" }

  /// Exchanges it with another folder; false if the system cannot do so.
  static func exchange(_ fresh: String, with path: String) -> Bool {
    // Swift's Glibc module lacks it: see renameat2(2).
    typealias Rename =
      @convention(c) (
        CInt, UnsafePointer<CChar>, CInt, UnsafePointer<CChar>, CUnsignedInt
      ) -> CInt
    let exchange: CUnsignedInt = 1 << 1
    guard let symbol = dlsym(nil, "renameat2") else { return false }
    return unsafeBitCast(symbol, to: Rename.self)(AT_FDCWD, fresh, AT_FDCWD, path, exchange) == 0
  }

  /// Removes the fresh folders of killed processes, and restores the folders that they had moved away.
  static func sweep(in parent: String, for name: some StringProtocol) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    for left in names where left.hasPrefix(".\(name).") {
      let end = left.dropFirst(name.count + 2).split(
        separator: ".", omittingEmptySubsequences: false)
      guard end == [end[0], "new"] || end == [end[0], "new", "old"],
        let process = pid_t(end[0].prefix { $0 != "-" }),
        process > 0, kill(process, 0) == -1, errno == ESRCH
      else { continue }
      if end.count == 3, rename("\(parent)/\(left)", "\(parent)/\(name)") == 0 { continue }
      try? FileManager.default.removeItem(atPath: "\(parent)/\(left)")
    }
  }
}
