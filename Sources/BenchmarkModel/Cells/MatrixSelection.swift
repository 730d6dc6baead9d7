/// The cells that match a filter, not yet as a list: all values, locales, lengths and scripts would be millions.
public struct MatrixSelection: Sendable {
  /// Cells of the matrix.
  let chosen: [Cell]
  /// The blocks that the filter names outside the matrix.
  let added: [Matrix.Block]

  /// All of them, each once, sorted.
  public var cells: [Cell] { Set(chosen + added.flatMap(\.cells)).sorted() }

  /// The locales that occur, each once, sorted.
  public var locales: [String] {
    Set(chosen.map(\.locale) + added.flatMap(\.locales)).sorted()
  }

  /// The cells of one locale, each once, sorted.
  public func cells(in locale: String) -> [Cell] {
    let blocks = added.map { block in
      var block = block
      block.locales.removeAll { $0 != locale }
      return block
    }
    return MatrixSelection(chosen: chosen.filter { $0.locale == locale }, added: blocks).cells
  }
}

extension Matrix {
  /// The cells that match a filter, as a list.
  public func cells(matching filter: CellFilter, known: Known) -> [Cell] {
    selection(matching: filter, known: known).cells
  }

  /// The cells that match a filter.
  ///
  /// The filter chooses from the matrix. If it names a part in full that none of the chosen cells has, such as a locale
  /// or a length of the user's own, that part is added: with every strategy, and with the ``Matrix/Known/usual`` values
  /// of the parts that the filter does not name; if the matrix has a kind of value without them, with those that it has.
  /// The digits of a value are limited. `all` names everything known in full, and `all` lengths or scripts are those of
  /// every kind in the matrix.
  public func selection(matching filter: CellFilter, known: Known) -> MatrixSelection {
    let present = cells.filter(filter.matches)
    guard isMissing(filter, in: present, known: known) else {
      return MatrixSelection(chosen: present, added: [])
    }
    /// Returns what a filter chooses of a part of a kind of value: of all that is known; if it names nothing, the usual of what
    /// the matrix has of the kind.
    func chosen<Name: Hashable & Comparable>(
      _ patterns: [String], _ usual: [Name], _ known: some Sequence<Name>, _ declared: Set<Name>
    ) -> [Name] {
      guard CellFilter.choosing(patterns).isEmpty else { return Array(known) }
      if declared.isEmpty { return usual }
      let common = usual.filter(declared.contains)
      return common.isEmpty ? declared.sorted() : common
    }
    let kinds = Dictionary(
      grouping: cells.filter { filter.matches(strategy: $0.strategy) }, by: \.value)
    var values = known.usual.values
    if !CellFilter.choosing(filter.value).isEmpty {
      values = known.values
    } else if [filter.length, filter.script].contains(where: CellFilter.namesEverything) {
      values = Set(values).union(kinds.keys).sorted()
    }
    let added = values.filter { filter.any(\.value, match: $0) }.map { value in
      let limit = known.digitLimit(value) ?? Int.max
      let declared = kinds[value] ?? []
      return Block(
        strategies: known.strategies.filter { filter.any(\.strategy, match: $0) }, values: [value],
        locales: chosen(
          filter.locale, known.usual.locales,
          Self.named(CellFilter.choosing(filter.locale), known: known),
          Set(declared.map(\.locale))
        ).filter { filter.any(\.locale, match: $0) },
        lengths: chosen(
          filter.length, known.usual.lengths.map { min($0, limit) }, known.lengths,
          Set(declared.map(\.length))
        ).filter(filter.matchesLength),
        scripts: chosen(
          filter.script, known.usual.scripts, known.scripts,
          Set(declared.map(\.script)).intersection(known.scripts)
        ).filter { filter.any(\.script, match: $0) })
    }
    return MatrixSelection(chosen: present, added: added)
  }

  /// The locales that patterns name in full.
  private static func named(_ patterns: [String], known: Known) -> [String] {
    patterns.flatMap { pattern in
      pattern == CellFilter.everything ? known.locales : known.isLocale(pattern) ? [pattern] : []
    }
  }

  /// True if the filter names a part in full that no cell has.
  private func isMissing(_ filter: CellFilter, in cells: [Cell], known: Known) -> Bool {
    func missing(_ patterns: [String], known: [String], _ part: (Cell) -> String) -> Bool {
      let present = Set(cells.map(part))
      return CellFilter.choosing(patterns).contains { pattern in
        pattern == CellFilter.everything
          ? !present.isSuperset(of: known) : Glob(pattern).isLiteral && !present.contains(pattern)
      }
    }
    let lengths = Set(cells.map(\.length))
    return missing(filter.strategy, known: known.strategies, \.strategy)
      || missing(filter.value, known: known.values, \.value)
      || missing(filter.locale, known: known.locales, \.locale)
      || missing(filter.script, known: known.scripts, \.script)
      || filter.length.contains(CellFilter.everything) && !lengths.isSuperset(of: known.lengths)
      || filter.literalLengths.contains { !lengths.contains($0) }
  }
}
