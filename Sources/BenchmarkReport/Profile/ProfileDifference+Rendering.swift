import BenchmarkModel
import BenchmarkResults

extension ProfileDifference {
  /// The difference in a format, with a line break at its end.
  ///
  /// - Parameters:
  ///   - format: the format.
  ///   - top: the maximum number of lines of a table in the text.
  /// - Returns: the text of the file; nil for a format that cannot hold a difference, which is speedscope's.
  package func rendered(as format: ProfileFormat, top: Int = 20) -> String? {
    switch format {
    case .text: document(top: top).text()
    case .folded: folded
    case .speedscope: nil
    case .svg: flameGraph.svg
    }
  }

  private var quantity: ProfileQuantity { candidate.quantity }

  /// The totals and their change.
  private var totals: String {
    let (before, after) = (baseline.total, candidate.total)
    return
      "\(quantity.text(before)) before, \(quantity.text(after)) after: \(quantity.change(after - before)) (\(quantity.percentage(from: before, to: after)))"
  }

  private var flameGraph: FlameGraph {
    FlameGraph(
      title: "What changed in a keystroke's \(quantity.name): \(candidate.title)",
      subtitle: "\(names); per keystroke, \(totals)",
      quantity: quantity, compares: true, tree: CallTree(stacks))
  }

  /// The format of difffolded.pl: the stack, the cost before, the cost after.
  private var folded: String {
    stacks.map { stack in
      let phase = stack.phase.map { [$0.rawValue] } ?? []
      // Lines may differ between the two profiles.
      let frames = stack.frames.map { StackFrame(function: $0.function).folded }
      let figures = [stack.weight.baseline ?? 0, stack.weight.value].map(FigureText.text)
      return "\((phase + frames).joined(separator: ";")) \(figures.joined(separator: " "))\n"
    }
    .sorted().joined()
  }

  /// Tables for people: by phase, then the places that grew and those that shrank, largest change first.
  private func document(top: Int) -> Document {
    let head: [Document.Block] = [
      .paragraph("\(names)  \(candidate.title)  \(quantity.name) per keystroke"),
      .list([totals]), .list(candidate.notes),
    ]
    if changes.isEmpty && ownChanges.isEmpty {
      return Document(head + [.paragraph("No site changed.")])
    }
    let tables = [
      ("by \(candidate.finest), with all it calls in libraries", changes),
      ("by function, without what it calls", ownChanges),
    ]
    // If every function is a stack of its own, both tables are the same.
    let areFlat = stacks.allSatisfy { $0.frames.count <= 1 }
    let parts = (areFlat ? tables.suffix(1) : tables[...]).flatMap { how, changes in
      [
        ("What grew", changes.filter { $0.growth > 0 }),
        ("What shrank", changes.filter { $0.growth < 0 }),
      ].map { title, part in
        Document.Block.section("\(title), \(how)", grid(part).blocks(first: top, of: "place"))
      }
    }
    return Document(head + [.section("By phase", [.table(phaseGrid)])] + parts)
  }

  private func grid(_ changes: [Change]) -> Grid {
    Grid(
      [
        .init("change", number: true), .init("before", number: true), .init("after", number: true),
        .init("phase"), .init("place"), .init("function"),
      ],
      rows: changes.map { change in
        [
          quantity.change(change.growth), quantity.text(change.before), quantity.text(change.after),
          change.phase?.rawValue ?? "", change.frame.place ?? "",
          Profile.shortened(change.frame.function),
        ]
      })
  }

  private var phaseGrid: Grid {
    func sums(_ profile: Profile) -> [RowPhase: Double] {
      profile.stacks.reduce(into: [:]) { sums, stack in
        if let phase = stack.phase { sums[phase, default: 0] += stack.weight }
      }
    }
    let (before, after) = (sums(baseline), sums(candidate))
    return Grid(
      [
        .init("phase"), .init("before", number: true), .init("after", number: true),
        .init("change", number: true), .init("in percent", number: true),
      ],
      rows: RowPhase.allCases.compactMap { phase in
        guard before[phase] != nil || after[phase] != nil else { return nil }
        let (old, new) = (before[phase] ?? 0, after[phase] ?? 0)
        return [
          phase.rawValue, quantity.text(old), quantity.text(new), quantity.change(new - old),
          quantity.percentage(from: old, to: new),
        ]
      })
  }
}
