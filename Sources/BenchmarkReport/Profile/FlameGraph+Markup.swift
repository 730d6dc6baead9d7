import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults

extension FlameGraph {
  /// The picture as an SVG file.
  var svg: String {
    let height = FlameGraphLayout.header + Double(depth) * FlameGraphLayout.rowHeight
    let all = height + FlameGraphLayout.footer
    let width = Markup.number(FlameGraphLayout.width)
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" id="flame-graph" width="\(width)" height="\(Markup.number(all))" viewBox="0 0 \(width) \(Markup.number(all))" data-margin="\(Markup.number(FlameGraphLayout.margin))" data-plot="\(Markup.number(FlameGraphLayout.plotWidth))" data-letter="\(Markup.number(FlameGraphLayout.letter))">
      <title>\(Markup.escaped(title))</title>
      <desc>\(Markup.escaped(description))</desc>
      <style>\(FlameGraphStyle.sheet)</style>
      <rect class="paper" width="100%" height="100%"/>
      <text class="title" x="10" y="24">\(Markup.escaped(title))</text>
      <text class="figures" x="10" y="44">\(Markup.escaped(subtitle))</text>
      \(legend)
      <g id="frames" role="group" aria-label="Functions, each above its caller">
      \(bars.map { frame($0, ground: height) }.joined(separator: "\n"))
      </g>
      <text id="details" role="status" x="10" y="\(Markup.number(height + 20))">\(Markup.escaped(remark))</text>
      <script><![CDATA[\(FlameGraphScript.text)]]></script>
      </svg>

      """
  }

  private var description: String {
    let width =
      compares
      ? "A frame is as wide as the larger of its costs before and after."
      : "A frame is as wide as what it and all that it calls cost."
    return "\(subtitle). Each function is above its caller. \(width) \(remark)"
  }

  /// The remark about frames that are left out.
  private var remark: String {
    guard omitted.count > 0 else { return "" }
    return
      "\(Words.count(omitted.count, "frame")) narrower than \(Markup.number(Self.narrowest)) pixel left out (\(Units.percent(omitted.share)) of the width)"
  }

  private var legend: String {
    var entries: [(style: String, text: String)] = []
    if compares {
      entries = [
        ("grew3", "grew"), ("same", "as before"), ("shrank3", "shrank"),
      ]
    } else if phases.isEmpty {
      entries = [("p-none", "packages"), ("p-none library", "toolchain and system")]
    } else {
      entries = phases.map { phase in
        (Self.style(phase), "\(phase.subject.name) \(quantity.text(phase.weight.value))")
      }
      entries.append(("p-rest library", "paler: toolchain and system"))
    }
    var x = FlameGraphLayout.margin
    return entries.map { style, text in
      defer { x += 24 + Double(text.count) * FlameGraphLayout.letter + 16 }
      return
        "<rect class=\"key \(style)\" x=\"\(Markup.number(x))\" y=\"58\" width=\"14\" height=\"14\" rx=\"2\"/><text class=\"figures\" x=\"\(Markup.number(x + 20))\" y=\"70\">\(Markup.escaped(text))</text>"
    }.joined(separator: "\n")
  }

  private func frame(_ bar: Bar, ground: Double) -> String {
    let x = FlameGraphLayout.margin + bar.left * FlameGraphLayout.plotWidth
    let width = bar.width * FlameGraphLayout.plotWidth
    let y = ground - Double(bar.depth + 1) * FlameGraphLayout.rowHeight
    let name = bar.node.subject.name
    let style = compares ? growthStyle(bar.node) : Self.style(bar.node)
    let label = FlameGraphLayout.label(name, width: width)
    // A narrow frame has no text; the script adds one when it is zoomed.
    let text =
      label.isEmpty
      ? ""
      : "<text x=\"\(Markup.number(x + 3))\" y=\"\(Markup.number(y + 13))\">\(Markup.escaped(label))</text>"
    return
      "<g class=\"frame \(style)\" data-x=\"\(Markup.number(bar.left, decimals: 7))\" data-w=\"\(Markup.number(bar.width, decimals: 7))\" data-d=\"\(bar.depth)\"><title>\(Markup.escaped(tip(bar)))</title><rect x=\"\(Markup.number(x))\" y=\"\(Markup.number(y))\" width=\"\(Markup.number(width))\" height=\"\(Markup.number(FlameGraphLayout.rowHeight - 1))\"/>\(text)</g>"
  }

  /// All known facts about a frame.
  private func tip(_ bar: Bar) -> String {
    // The name is the first line, so it must not contain a line break.
    var lines = [ShownText.line(bar.node.subject.name)]
    if case .function(_, let file?) = bar.node.subject {
      lines.append(ShownText.line(place(file, bar.node)))
    }
    let weight = bar.node.weight
    if let baseline = weight.baseline {
      lines.append(
        "\(quantity.text(baseline)) before, \(quantity.text(weight.value)) after: \(quantity.change(weight.growth)) (\(quantity.percentage(from: baseline, to: weight.value)))"
      )
    } else {
      let share = whole.weight.value > 0 ? weight.value / whole.weight.value : 0
      lines.append("\(quantity.text(weight.value)) per \(event), \(Units.percent(share)) of all")
      lines.append("\(quantity.text(bar.own)) of that itself")
    }
    return lines.joined(separator: "\n")
  }

  /// The file with its most expensive lines.
  private func place(_ file: String, _ node: CallTree) -> String {
    let lines = node.lines.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    guard let first = lines.first else { return file }
    guard lines.count > 1 else { return "\(file):\(first.key)" }
    let listed = lines.prefix(3).map { line, cost in
      "\(line) (\(Units.percent(node.extent > 0 ? cost / node.extent : 0)))"
    }
    return "\(file), lines \(listed.joined(separator: ", "))\(lines.count > 3 ? ", …" : "")"
  }

  private static func style(_ node: CallTree) -> String {
    if node.subject == .all { return "all" }
    let phase = "p-\(node.phase?.rawValue ?? "none")"
    guard case .function(let name, let file) = node.subject else { return phase }
    return StackFrame(function: name, file: file).isOfPackage ? phase : "\(phase) library"
  }

  /// Returns one of three steps of growth in either direction; changes of less than a hundredth of the larger cost
  /// count as none.
  private func growthStyle(_ node: CallTree) -> String {
    let share = node.extent > 0 ? node.weight.growth / node.extent : 0
    let step = abs(share) < 0.01 ? 0 : abs(share) < 0.1 ? 1 : abs(share) < 0.5 ? 2 : 3
    return step == 0 ? "same" : share > 0 ? "grew\(step)" : "shrank\(step)"
  }
}
