import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults

extension Profile {
  /// Tables for people: by phase, by line of source, by function.
  func document(top: Int) -> Document {
    let isDeep = stacks.contains { $0.frames.count > 1 && $0.frames.contains(where: \.isOfPackage) }
    return Document([
      .paragraph("\(title)  \(quantity.name) per \(event)  \(quantity.text(total))"),
      .list(notes), .section("By phase", [.table(phaseGrid)]),
      .section(
        "By \(finest): what the innermost one of a package costs, with all it calls in libraries",
        isDeep ? sourceGrid.blocks(first: top, of: finest) : []),
      .section(
        "By function: self is what it costs itself, total with all that it calls",
        functionGrid.blocks(first: top, of: "function")),
    ])
  }

  /// The finest part of the source that costs are known of; the lines of instructions are those of declarations.
  var finest: String {
    let hasLines = stacks.contains { $0.frames.contains { $0.line != nil } }
    return hasLines && quantity != ProfileQuantity(.instructions) ? "line" : "function"
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

  /// A name shortened to at most 100 characters: templates of C++ would fill pages.
  static func shortened(_ name: String) -> String {
    name.count <= 100 ? name : "\(name.prefix(70))…\(name.suffix(29))"
  }
}

extension Grid {
  /// The first rows, without columns that are empty in all of them, and the number of the other rows.
  func blocks(first count: Int, of noun: String) -> [Document.Block] {
    let shown = rows.prefix(count)
    let kept = headings.indices.filter { column in shown.contains { !$0[column].isEmpty } }
    let rest = rows.count - shown.count
    return [
      .table(Grid(kept.map { headings[$0] }, rows: shown.map { row in kept.map { row[$0] } })),
      .list(rest > 0 ? ["and \(Words.count(rest, "more \(noun)"))"] : []),
    ]
  }
}
