import Foundation

/// The processors of this machine.
public enum Processors {
  /// Those that this process may run on, in ascending order; empty where the kernel does not tell.
  public static func allowed() -> [Int] {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("Cpus_allowed_list:") })
    else { return [] }
    return list(line.dropFirst("Cpus_allowed_list:".count).trimmingCharacters(in: .whitespaces))
  }

  /// Reads the kernel's notation, `0-3,8`; what is no number is left out.
  package static func list(_ text: String) -> [Int] {
    text.split(separator: ",").flatMap { part -> [Int] in
      let bounds = part.split(separator: "-").compactMap { Int($0) }
      guard let first = bounds.first, let last = bounds.last, first <= last else { return [] }
      return Array(first...last)
    }
  }
}
