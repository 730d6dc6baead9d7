import BenchmarkConductor
import BenchmarkModel
import Foundation

/// The counts of valgrind's memcheck: allocations and bytes over the system's allocator, counted
/// by a tool that shares nothing with the shim.
struct Memcheck {
  /// The heap usage of one call.
  struct Usage {
    var allocations: Double
    var bytes: Double
  }

  /// By cell; those that could not be counted are not there.
  var usages: [Cell: Usage] = [:]
  /// The reason why not all were counted, with the hint; nil if all were.
  var problem: String?

  /// The number of calls of one count; a second count makes twice as many in the same session, since what the process
  /// spends once is in both.
  private static let calls = BodyCell.callsASession / 2

  /// Counts cells of an executable, two at a time.
  static func heapUsage(of cells: [Cell], executable: String) async -> Memcheck {
    var memcheck = Memcheck()
    do {
      let folder = try TemporaryPlace.fresh()
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let copy = "\(folder)/worker"
      // valgrind 3.19 gives up at the DWARF 5 of clang 21, which it does not need.
      _ = try await SystemTool.standardError(
        of: "strip", ["--strip-debug", "-o", copy, executable], package: "binutils")
      for cell in cells {
        async let once = total(cell, calls: calls, executable: copy)
        async let twice = total(cell, calls: 2 * calls, executable: copy)
        let (few, many) = try await (once, twice)
        memcheck.usages[cell] = Usage(
          allocations: Double(many.allocations - few.allocations) / Double(calls),
          bytes: Double(many.bytes - few.bytes) / Double(calls))
      }
    } catch {
      memcheck.problem = "\(error)"
    }
    return memcheck
  }

  private static func total(
    _ cell: Cell, calls: Int, executable: String
  ) async throws -> (allocations: Int, bytes: Int) {
    let text = try await SystemTool.standardError(
      of: "valgrind",
      // Only the heap is of interest; the other checks take time.
      [
        "--vgdb=no", "--undef-value-errors=no", "--leak-check=no", executable, "--cell", cell.id,
        "--calls",
        "\(calls)",
      ], package: "valgrind")
    // ==1==   total heap usage: 7,028 allocs, 7,021 frees, 1,194,203 bytes allocated
    let line = /total heap usage: ([0-9,]+) allocs, [0-9,]+ frees, ([0-9,]+) bytes allocated/
    guard let match = text.firstMatch(of: line),
      let allocations = Int(match.1.filter { $0 != "," }),
      let bytes = Int(match.2.filter { $0 != "," })
    else {
      throw RunError(
        "valgrind's memcheck reported no heap usage of \(cell.id): use valgrind 3.15 or newer")
    }
    return (allocations, bytes)
  }
}
