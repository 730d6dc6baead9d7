import BenchmarkModel

/// The orders in which a linker puts the functions of two builds, alike in both as far as their code allows.
///
/// A function whose size is the same in both builds gets the same place in both: its layout then is common to both
/// sides of a round and cancels in their ratio, as common random numbers do in a simulation (Law, "Simulation Modeling
/// and Analysis", section 11.2). All others follow it, so that they move nothing that is common. Every seed gives
/// another order, so that what a changed function does to its neighbours is sampled over rounds.
package struct FunctionOrder: Sendable {
  /// The symbols of functions that have the same size on both sides.
  package let common: Set<String>
  /// The symbols of all others, on each side.
  package let others: [Set<String>]

  /// Compares the sizes of the functions of two builds, by symbol.
  package init(_ sizes: [[String: [Int]]]) {
    let common = Set(sizes[0].filter { $0.value == sizes[1][$0.key] }.keys)
    self.common = common
    others = sizes.map { Set($0.keys).subtracting(common) }
  }

  /// The layout of a side for a seed.
  package func layout(side: Int, seed: UInt64) -> LinkLayout {
    LinkLayout(functions: shuffled(common, seed) + shuffled(others[side], seed), seed: seed)
  }

  /// The symbols in the order of a hash of each, which does not depend on the other symbols.
  private func shuffled(_ symbols: Set<String>, _ seed: UInt64) -> [String] {
    symbols.map { symbol in
      var random = SplitMix64(seed: seed, "place", symbol)
      return (key: random.next(), symbol: symbol)
    }
    .sorted { ($0.key, $0.symbol) < ($1.key, $1.symbol) }
    .map(\.symbol)
  }
}

/// The places of code and data in a link.
package struct LinkLayout: Sendable {
  /// The order of its functions, a symbol per line, as lld's `--symbol-ordering-file` takes it.
  package let order: String
  /// The source of an object that is linked before all others: it moves code and data by less than a page.
  package let padding: String

  /// The sections that a program's functions and data are in, each with the flags and the type that it has in all
  /// objects; `R` keeps them although nobody refers to them.
  private static let sections = [
    (name: ".text.\(symbol)", flags: "ax", type: "progbits"),
    (name: ".rodata", flags: "a", type: "progbits"),
    (name: ".data.rel.ro", flags: "aw", type: "progbits"),
    (name: ".data", flags: "aw", type: "progbits"),
    (name: ".bss", flags: "aw", type: "nobits"),
  ]
  private static let symbol = "keystroke_padding"

  init(functions: [String], seed: UInt64) {
    order = ([Self.symbol] + functions).joined(separator: "\n")
    var random = SplitMix64(seed: seed, "padding")
    let sections = Self.sections.map { section in
      // Functions begin at multiples of 16 bytes, and so does most data; a page has 256 of these.
      """
      .section \(section.name),"\(section.flags)R",%\(section.type)
      .balign 16
      .zero \(16 * random.below(256))

      """
    }
    padding = sections.joined() + ".section \(Self.sections[0].name)\n\(Self.symbol):\n"
  }
}
