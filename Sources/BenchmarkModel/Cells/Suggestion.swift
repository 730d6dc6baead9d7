/// Finds the known words that are similar to an unknown one.
package enum Suggestion {
  /// Returns `did you mean X?` with the nearest known words; empty if none is near.
  package static func words(for word: String, among known: some Sequence<String>) -> String {
    let nearest = nearest(to: word, among: known)
    return nearest.isEmpty ? "" : "did you mean \(nearest.joined(separator: " or "))?"
  }

  /// The nearest known words, at most two; they differ from the word in at most a third of the letters.
  package static func nearest(to word: String, among known: some Sequence<String>) -> [String] {
    let word = word.lowercased()
    let found = Set(known).map { (letters(word, $0.lowercased()), $0) }
      .filter { $0.0 <= max(1, max(word.count, $0.1.count) / 3) }
      .sorted { ($0.0, $0.1) < ($1.0, $1.1) }
    return found.filter { $0.0 == found[0].0 }.prefix(2).map(\.1)
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
  /// The words that were probably meant, if a filter matches nothing; nil if no word of the cells is near.
  package func suggestion(among cells: some Sequence<Cell>) -> String? {
    let parts: [(String, [String], (Cell) -> String)] = [
      ("strategy", strategy, \.strategy), ("value", value, \.value), ("locale", locale, \.locale),
      ("script", script, \.script),
    ]
    for (option, patterns, part) in parts {
      let known = Set(cells.map(part))
      for word in patterns
      where word != Self.everything && !known.contains(where: Glob(word).matches) {
        let hint = Suggestion.words(for: word, among: known)
        if !hint.isEmpty { return "--\(option) \(word) is not there; \(hint)" }
      }
    }
    return nil
  }
}
