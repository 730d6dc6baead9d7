/// The cells of a suite: a few products of parts, joined with single cells.
///
/// One product over everything would be thousands of cells; a few small ones cover every strategy, locale, length and
/// script.
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

  /// Joins the products with single cells; a cell that is named twice is measured once.
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

extension Matrix {
  /// The values of each part that a suite knows, so that a filter may name values outside its matrix.
  public struct Known: Sendable {
    /// Strategies by name.
    public var strategies: [String]
    /// Kinds of value.
    public var values: [String]
    /// Returns true if a text is the identifier of a locale.
    public var isLocale: @Sendable (String) -> Bool
    /// The locales that `all` means.
    public var locales: [String]
    /// Lengths that can be typed.
    public var lengths: ClosedRange<Int>
    /// Scripts by name.
    public var scripts: [String]
    /// The values of each part that a filter does not name; its strategies are not used.
    public var usual: Block
    /// The maximum number of digits of a kind of value; nil if there is no limit.
    public var digitLimit: @Sendable (String) -> Int?

    /// Makes the known parts of a suite.
    public init(
      strategies: [String], values: [String], isLocale: @escaping @Sendable (String) -> Bool,
      locales: [String] = [], lengths: ClosedRange<Int>, scripts: [String],
      usual: Block = .usualKeystroke,
      digitLimit: @escaping @Sendable (String) -> Int? = { _ in nil }
    ) {
      self.strategies = strategies
      self.values = values
      self.isLocale = isLocale
      self.locales = locales
      self.lengths = lengths
      self.scripts = scripts
      self.usual = usual
      self.digitLimit = digitLimit
    }
  }
}
