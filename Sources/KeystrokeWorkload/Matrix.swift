/// The cells of a suite: a few products of parts, joined, and single cells beside them.
///
/// One product over everything would be thousands of cells; a few small ones cover every strategy, locale,
/// length and script.
public struct Matrix: Sendable {
  /// A product: every combination of the listed parts.
  public struct Block: Sendable {
    /// Strategies by name.
    public var strategies: [String]
    /// Kinds of value.
    public var values: [String]
    /// Locales by identifier.
    public var locales: [String]
    /// Lengths in digits.
    public var lengths: [Int]
    /// Scripts by name.
    public var scripts: [String]

    /// The product of these parts.
    public init(
      strategies: [String], values: [String], locales: [String], lengths: [Int],
      scripts: [String]
    ) {
      self.strategies = strategies
      self.values = values
      self.locales = locales
      self.lengths = lengths
      self.scripts = scripts
    }

    /// Every combination, in the order of the lists.
    public var cells: [Cell] {
      var cells: [Cell] = []
      for strategy in strategies {
        for value in values {
          for locale in locales {
            for length in lengths {
              for script in scripts {
                cells.append(
                  Cell(
                    strategy: strategy, value: value, locale: locale, length: length,
                    script: script))
              }
            }
          }
        }
      }
      return cells
    }
  }

  let blocks: [Block]
  let singles: [Cell]

  /// Joins the products with single cells; what is named twice is measured once.
  public init(_ blocks: [Block], and singles: [Cell] = []) {
    self.blocks = blocks
    self.singles = singles
  }

  /// All cells, each once, sorted.
  public var cells: [Cell] { Set(blocks.flatMap(\.cells) + singles).sorted() }
}

extension Matrix.Block {
  /// `int`, `en_US`, 9 digits and `type`.
  public static let usualKeystroke = Matrix.Block(
    strategies: [], values: ["int"], locales: ["en_US"], lengths: [9], scripts: ["type"])
}
