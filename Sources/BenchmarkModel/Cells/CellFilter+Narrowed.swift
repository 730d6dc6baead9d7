extension CellFilter {
  /// The parts that are narrowed, the one that matters least first, with the name that is kept longest in each.
  private static let narrowed = [
    (part: Cell.Part.script, kept: "type"), (.length, "9"), (.locale, "en_US"), (.value, "int"),
  ]

  /// A filter for fewer of the cells that this one chooses: of scripts, then lengths, locales and values it names only as
  /// many as the cells may have.
  ///
  /// - Parameters:
  ///   - most: the maximum number of cells that should be left.
  ///   - cells: the cells that this filter chooses.
  /// - Returns: the filter, and the number of cells that it leaves; nil if nothing can be left out.
  package func narrowed(to most: Int, of cells: [Cell]) -> (filter: CellFilter, cells: Int)? {
    var (filter, rest) = (self, cells)
    for (part, kept) in Self.narrowed where rest.count > most {
      let counts = Dictionary(rest.map { ($0[part], 1) }, uniquingKeysWith: +)
      guard counts.count > 1 else { continue }
      let names = counts.keys.sorted { a, b in
        (a == kept ? 0 : 1, -(counts[a] ?? 0), a) < (b == kept ? 0 : 1, -(counts[b] ?? 0), b)
      }
      var left = 0
      let chosen = names.prefix { name in
        left += counts[name] ?? 0
        return left <= most
      }
      filter[part] = chosen.isEmpty ? [names[0]] : Array(chosen)
      rest = rest.filter(filter.matches)
    }
    return rest.count < cells.count ? (filter, rest.count) : nil
  }

  /// The patterns of a part.
  private subscript(part: Cell.Part) -> [String] {
    get { patterns[Cell.Part.allCases.firstIndex(of: part) ?? 0] }
    set {
      switch part {
      case .strategy: strategy = newValue
      case .value: value = newValue
      case .locale: locale = newValue
      case .length: length = newValue
      case .script: script = newValue
      }
    }
  }
}
