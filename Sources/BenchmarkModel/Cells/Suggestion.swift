/// Finds the known words that are similar to an unknown one.
package enum Suggestion {
  /// Returns `did you mean X?` with the nearest known words; empty if none is near.
  package static func words(for word: String, among known: some Sequence<String>) -> String {
    let nearest = nearest(to: word, among: known)
    return nearest.isEmpty ? "" : "did you mean \(nearest.joined(separator: " or "))?"
  }

  /// The nearest known words, at most two; they differ from the word in at most a third of the letters, or begin with it,
  /// or it with them.
  package static func nearest(to word: String, among known: some Sequence<String>) -> [String] {
    let word = word.lowercased()
    let all = Set(known).map { (letters(word, $0.lowercased()), $0) }
      .sorted { ($0.0, $0.1) < ($1.0, $1.1) }
    let found = all.filter { $0.0 <= max(1, max(word.count, $0.1.count) / 3) }
    if let first = found.first { return found.filter { $0.0 == first.0 }.prefix(2).map(\.1) }
    return all.map(\.1).filter { name in
      let name = name.lowercased()
      return min(word.count, name.count) > 2 && (name.hasPrefix(word) || word.hasPrefix(name))
    }.prefix(2).map(\.self)
  }

  /// The number of letters to insert, delete, replace, or swap with their neighbour: the optimal string alignment
  /// distance, of Damerau (CACM 1964) by the table of Wagner and Fischer (JACM 1974).
  package static func letters(_ a: String, _ b: String) -> Int {
    let (a, b) = (Array(a), Array(b))
    var rows = [Array(0...b.count)]
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        let replaced = rows[i][j] + (a[i] == b[j] ? 0 : 1)
        var least = min(replaced, row[j] + 1, rows[i][j + 1] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          least = min(least, rows[i - 1][j - 1] + 1)
        }
        row.append(least)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}

extension CellFilter {
  /// Says why a filter matches none of some cells: which word of which option, with what was probably meant, or which
  /// options do not go together.
  package func reason(among cells: some Collection<Cell>) -> String {
    let names = Cell.Part.allCases.map(\.rawValue)
    let parts: [WritableKeyPath<CellFilter, [String]>] = [
      \.strategy, \.value, \.locale, \.length, \.script,
    ]
    let used = parts.indices.filter { !self[keyPath: parts[$0]].isEmpty }
    /// The filter with some of its parts alone.
    func only(_ places: [Int]) -> CellFilter {
      var filter = CellFilter()
      for place in places { filter[keyPath: parts[place]] = self[keyPath: parts[place]] }
      return filter
    }
    for place in used where !cells.contains(where: only([place]).matches) {
      let known = Set(cells.map { $0.parts[place] })
      for word in self[keyPath: parts[place]] where !known.contains(where: Glob(word).matches) {
        let hint = Suggestion.words(for: word, among: known)
        if !hint.isEmpty { return "unknown --\(names[place]) \(word); \(hint)" }
      }
      return "\(only([place]).options) matches none of \(Self.listed(known))"
    }
    guard used.count > 1 else {
      return "none is listed for \(options), though some match: build the worker from this version"
    }
    let pairs = used.indices.flatMap { a in used[(a + 1)...].map { [used[a], $0] } }
    let apart = pairs.first { !cells.contains(where: only($0).matches) } ?? used
    return "no cell matches \(only(apart).options) at once, though some match each"
  }

  /// The first names in order, lengths by size, and how many more there are.
  private static func listed(_ names: Set<String>) -> String {
    let sorted = names.sorted { (Int($0) ?? 0, $0) < (Int($1) ?? 0, $1) }
    let rest = sorted.count - 8
    return sorted.prefix(8).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}
