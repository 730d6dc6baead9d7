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

extension Matrix {
  /// What a suite knows of each part, so that a filter may name what is not in its matrix.
  public struct Known: Sendable {
    /// Strategies by name.
    public var strategies: [String]
    /// Kinds of value.
    public var values: [String]
    /// Whether a text is the identifier of a locale.
    public var isLocale: @Sendable (String) -> Bool
    /// The locales that `all` stands for.
    public var locales: [String]
    /// Lengths that can be typed.
    public var lengths: ClosedRange<Int>
    /// Scripts by name.
    public var scripts: [String]
    /// What is meant where a filter says nothing of a part; its strategies are not looked at.
    public var usual: Block
    /// The most digits that a kind of value holds, or nil where nothing limits them.
    public var digitLimit: @Sendable (String) -> Int?

    /// The parts that a suite knows.
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
