import Foundation
import Subprocess
import Testing

/// What the programs leave to libdispatch.
///
/// On Linux it corrupts its list of descriptors where a pipe hangs up while it is let go, as each worker's end does, and the
/// program ends with a signal: https://github.com/swiftlang/swift-corelibs-libdispatch/issues/949. Subprocess waits for
/// pipes by epoll of its own.
struct DispatchTests {
  /// What makes a source of libdispatch that waits for a pipe.
  private static let sources = [
    "$s8Dispatch0A6SourceC08makeRead", "$s8Dispatch0A6SourceC09makeWrite", "$s8Dispatch0A2IOC",
    "dispatch_io_", "_dispatch_source_type_read", "_dispatch_source_type_write",
  ]
  /// What of Foundation does so, and is called without its name.
  private static let handlers = [
    "readabilityHandler", "writeabilityHandler", "InBackgroundAndNotify",
  ]

  @Test(
    "No program waits for a pipe by libdispatch, in its own code or its packages'",
    arguments: ["keystroke-bench", "KeystrokeBenchmarks"])
  func symbols(_ name: String) async throws {
    let imported = try await Subprocess.run(
      .name("nm"), arguments: ["-D", "--undefined-only", BuiltProgram(name).path],
      output: .string(limit: 1 << 24), error: .discarded)
    try #require(imported.terminationStatus.isSuccess)
    let symbols = imported.standardOutput.split(separator: "\n").compactMap {
      $0.split(separator: " ").last
    }
    // Else this would not be the table that lists them.
    try #require(symbols.contains { $0.hasPrefix("$s8Dispatch") })
    #expect(symbols.filter { symbol in Self.sources.contains { symbol.hasPrefix($0) } } == [])
  }

  @Test("No code has Foundation wait for a pipe by libdispatch")
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
