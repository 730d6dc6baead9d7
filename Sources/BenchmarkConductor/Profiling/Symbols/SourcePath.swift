/// Names source files so that the name is the same wherever they were built.
package enum SourcePath {
  /// The path inside the package, behind `checkouts` that of a dependency; else the base name.
  package static func short(_ path: String) -> String {
    let parts = path.split(separator: "/")
    if let checkouts = parts.lastIndex(of: "checkouts"), checkouts > 0,
      parts[checkouts - 1] == ".build", checkouts + 1 < parts.count
    {
      return parts[(checkouts + 1)...].joined(separator: "/")
    }
    for folder in ["Sources", "Benchmarks", "Tests"] {
      if let root = parts.dropLast().lastIndex(where: { $0 == folder }) {
        return parts[root...].joined(separator: "/")
      }
    }
    return parts.last.map(String.init) ?? path
  }
}
