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
