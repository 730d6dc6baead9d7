import Foundation
import Subprocess
import Testing

/// Tests that the programs do not wait for pipes with libdispatch.
///
/// On Linux it corrupts its list of descriptors if a pipe hangs up while it is released, as at the end of each worker,
/// and the program crashes with a signal: https://github.com/swiftlang/swift-corelibs-libdispatch/issues/949.
/// Subprocess waits for pipes with its own epoll.
struct DispatchTests {
  /// Symbols of functions that create a libdispatch source for a pipe.
  private static let sources = [
    "$s8Dispatch0A6SourceC08makeRead", "$s8Dispatch0A6SourceC09makeWrite", "$s8Dispatch0A2IOC",
    "dispatch_io_", "_dispatch_source_type_read", "_dispatch_source_type_write",
  ]
  /// Names in Foundation that do the same, and are called without a symbol.
  private static let handlers = [
    "readabilityHandler", "writeabilityHandler", "InBackgroundAndNotify",
  ]

  @Test(
    "No program waits for a pipe with libdispatch, in its own code or its packages'",
    arguments: ["keystroke-bench", "KeystrokeBenchmarks"])
  func symbols(_ name: String) async throws {
    let imported = try await Subprocess.run(
      .name("nm"), arguments: ["-D", "--undefined-only", BuiltProgram(name).path],
      output: .string(limit: 1 << 24), error: .discarded)
    try #require(imported.terminationStatus.isSuccess)
    let symbols = imported.standardOutput.split(separator: "\n").compactMap {
      $0.split(separator: " ").last
    }
    // Otherwise this would not be the table that lists them.
    try #require(symbols.contains { $0.hasPrefix("$s8Dispatch") })
    #expect(symbols.filter { symbol in Self.sources.contains { symbol.hasPrefix($0) } } == [])
  }

  @Test("No code lets Foundation wait for a pipe with libdispatch")
  func sources() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let files = try #require(
      FileManager.default.enumerator(
        at: root.appending(path: "Sources"), includingPropertiesForKeys: nil))
    var read = 0
    for case let file as URL in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      read += 1
      for handler in Self.handlers {
        #expect(!text.contains(handler), "\(file.lastPathComponent): \(handler)")
      }
    }
    #expect(read > 100)
  }
}
