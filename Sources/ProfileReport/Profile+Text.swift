import BenchmarkComparison
import BenchmarkModel
import BenchmarkReport
import BenchmarkResults

extension Profile {
  /// Tables for people: by phase, by line of source, by function.
  func prose(top: Int) -> String {
    var page = Page(markdown: false)
    page.line("\(title)  \(quantity.name) per keystroke  \(quantity.text(total))")
    page.list(notes)
    if stacks.contains(where: { $0.phase != nil }) {
      page.heading("By phase")
      page.grid(phaseGrid)
    }
    if stacks.contains(where: { $0.frames.count > 1 && $0.frames.contains(where: \.isOfPackage) }) {
      page.heading(
        "By line: what the innermost line of a package costs, with all it calls in libraries"
      )
      let grid = sourceGrid
      page.grid(grid.first(top).withoutEmptyColumns)
      page.list(grid.rest(top, "line"))
    }
    page.heading("By function: self is what it costs itself, total with all that it calls")
    let grid = functionGrid
    page.grid(grid.first(top).withoutEmptyColumns)
    page.list(grid.rest(top, "function"))
    return page.text
  }

  private func share(_ weight: Double) -> String {
    Units.percent(total > 0 ? weight / total : nil)
  }

  private var phaseGrid: Grid {
    var sums: [RowPhase: Double] = [:]
    for stack in stacks { if let phase = stack.phase { sums[phase, default: 0] += stack.weight } }
    return Grid(
      [.init("phase"), .init("total", number: true), .init("share", number: true)],
      rows: RowPhase.allCases.compactMap { phase in
        sums[phase].map { [phase.rawValue, quantity.text($0), share($0)] }
      })
  }

  private var sourceGrid: Grid {
    var sums: [ProfileSite: Double] = [:]
    for stack in stacks { if let site = stack.source { sums[site, default: 0] += stack.weight } }
    return Grid(
      [
        .init("cost", number: true), .init("share", number: true), .init("phase"),
        .init("place"), .init("function"),
      ],
      rows: sums.ranked().map { site, weight in
        [
          quantity.text(weight), share(weight), site.phase?.rawValue ?? "", site.place,
          Self.shortened(site.function),
        ]
      })
  }

  private var functionGrid: Grid {
    var own: [ProfileSite: Double] = [:]
    var whole: [ProfileSite: Double] = [:]
    for stack in stacks {
      if let leaf = stack.leaf { own[leaf, default: 0] += stack.weight }
      for site in stack.functions { whole[site, default: 0] += stack.weight }
    }
    return Grid(
      [
        .init("self", number: true), .init("share", number: true), .init("total", number: true),
        .init("share", number: true), .init("phase"), .init("file"), .init("function"),
      ],
      rows: whole.ranked { own[$0] ?? 0 }.map { site, all in
        let weight = own[site] ?? 0
        return [
          quantity.text(weight), share(weight), quantity.text(all), share(all),
          site.phase?.rawValue ?? "", site.place, Self.shortened(site.function),
        ]
      })
  }

  /// A name of a bearable length: templates of C++ fill pages.
  static func shortened(_ name: String) -> String {
    name.count <= 100 ? name : "\(name.prefix(70))…\(name.suffix(29))"
  }
}

extension Grid {
  /// The table cut after so many rows.
  func first(_ count: Int) -> Grid { Grid(headings, rows: Array(rows.prefix(count))) }

  /// The table without columns of which every field is empty.
  var withoutEmptyColumns: Grid {
    let kept = headings.indices.filter { column in rows.contains { !$0[column].isEmpty } }
    return Grid(kept.map { headings[$0] }, rows: rows.map { row in kept.map { row[$0] } })
  }

  /// What was cut off, in words.
  func rest(_ count: Int, _ noun: String) -> [String] {
    rows.count > count ? ["and \(Words.count(rows.count - count, "more \(noun)"))"] : []
  }
}
