import BenchmarkModel
import BenchmarkWorker
import CombineSuites
import FieldHost
import KeystrokeSuites
import ReformatCore
import WidgetHost

/// Keystrokes in a real widget.
///
/// A script by its own name is driven through the input method, whose counts repeat exactly; with the prefix `xtest-`
/// the same script is driven through the X server, and with `headless-` it is played on the model, for a ratio within
/// one process: `--script type,xtest-type,headless-type`.
package struct WidgetSuite: BenchmarkSuite {
  package let name = "Widget"
  /// The hosts, by the prefix of their scripts; that of the first one is empty.
  private let hosts: [(prefix: String, suite: KeystrokeSuite)]
  /// A suite without a window, because a process that will be forked can have none.
  private let headless: KeystrokeSuite

  /// Makes a suite of strategies; in tests, a planted one has the name of the strategy that it replaces.
  package init(_ listed: [Listed] = Self.strategies) {
    let names = listed.map(\.name)
    let few = [Self.block(names, lengths: [9])]
    headless = KeystrokeSuite(name: name, strategies: listed.map(\.headless), matrix: few)
    hosts = [
      (
        "",
        KeystrokeSuite(
          name: name, strategies: listed.map { $0.entry { InputMethodDriver() } },
          matrix: Self.matrix(names))
      ),
      (
        "xtest-",
        KeystrokeSuite(
          name: name, strategies: listed.map { $0.entry { XTestDriver() } }, matrix: few)
      ),
      ("headless-", headless),
    ]
  }

  package func cells(matching filter: CellFilter) -> [Cell] {
    hosts.flatMap { prefix, suite in
      guard let filter = narrowed(filter, to: prefix) else { return [Cell]() }
      return suite.cells(matching: filter).map { cell in
        var cell = cell
        cell.script = prefix + cell.script
        return cell
      }
    }.sorted()
  }

  package var promises: [String: Promise] { headless.promises }

  /// True: the toolkit's threads end, such as the one that reads the fonts.
  package var endsThreads: Bool { true }

  package func problem(with filter: CellFilter) -> String? { headless.problem(with: filter) }

  package func sessions(of cell: Cell, seed: UInt64) throws -> [any MeasurableSession] {
    let (suite, plain) = host(of: cell)
    return try suite.sessions(of: plain, seed: seed)
  }

  package func forkableSessions(of cell: Cell, seed: UInt64) throws -> [any MeasurableSession] {
    try headless.sessions(of: host(of: cell).plain, seed: seed)
  }

  package var replayed: [String] { hosts[0].suite.replayed }

  package func hunt(_ request: HuntRequest) throws -> Hunted { try headless.hunt(request) }

  package func replay(_ cases: [EditCase], strategy: String, locales: [String]) throws
    -> [EditCaseOutcome]
  { try hosts[0].suite.replay(cases, strategy: strategy, locales: locales) }

  /// The host of a cell, and the cell under the name that the host knows.
  private func host(of cell: Cell) -> (suite: KeystrokeSuite, plain: Cell) {
    for (prefix, suite) in hosts.dropFirst() where cell.script.hasPrefix(prefix) {
      var plain = cell
      plain.script = String(cell.script.dropFirst(prefix.count))
      return (suite, plain)
    }
    return (hosts[0].suite, cell)
  }

  /// The part of a filter for a host; nil if it names no script of it.
  private func narrowed(_ filter: CellFilter, to prefix: String) -> CellFilter? {
    guard !filter.script.isEmpty else { return filter }
    var narrowed = filter
    narrowed.script = filter.script.compactMap { pattern in
      if pattern == "all" || pattern.hasPrefix("*") { return pattern }
      let other = hosts.dropFirst().first { pattern.hasPrefix($0.prefix) }?.prefix ?? ""
      return other == prefix ? String(pattern.dropFirst(prefix.count)) : nil
    }
    return narrowed.script.isEmpty ? nil : narrowed
  }
}

// MARK: - The strategies and cells

extension WidgetSuite {
  /// A strategy, and the way in which it is put behind the widget.
  package struct Listed: Sendable {
    /// The name in the `strategy` column.
    package var name: String
    var model: StrategyEntry
    var options = WidgetOptions()

    /// The strategy in a window, with the keys of a driver.
    package func entry(_ driver: @escaping @Sendable () -> any Driver) -> StrategyEntry {
      let (model, options) = (model, options)
      return StrategyEntry(
        name, values: model.values, promise: model.promise, caret: model.caret,
        takesGivenSymbols: model.takesGivenSymbols
      ) { configuration, phases in
        WidgetField(
          model.makeField(configuration, phases), options: options, driver: driver(),
          phases: phases)
      }
    }

    /// A fresh field in a window, for integers in en_US, with keys through the input method or another driver.
    func field(
      _ driver: @escaping @Sendable () -> any Driver = { InputMethodDriver() }
    ) -> WidgetField? {
      let configuration = FieldConfiguration(locale: "en_US", value: .int)
      return entry(driver).makeField(configuration, PhaseMarker()) as? WidgetField
    }

    /// The strategy without a window.
    package var headless: StrategyEntry {
      var entry = model
      entry.name = name
      return entry
    }

    /// Lists a strategy, under another name if it is listed twice.
    package init(
      _ model: StrategyEntry, _ options: WidgetOptions = WidgetOptions(), name: String? = nil
    ) {
      self.name = name ?? model.name
      self.model = model
      self.options = options
    }
  }

  /// All strategies.
  package static let strategies = [
    Listed(.unformatted), Listed(.formatOnCommit), Listed(.delegateFilter),
    Listed(.onChangeReformat),
    Listed(.onChangeReformat, WidgetOptions(moment: .handler), name: "onchange-reformat-handler"),
    Listed(.onChangeReformat, WidgetOptions(moment: .idle), name: "onchange-reformat-idle"),
    Listed(.publisherTransform),
    Listed(.incrementalDelegate, WidgetOptions(writesWhole: false)),
    Listed(.observedIncremental, WidgetOptions(writesWhole: false)),
    Listed(
      .observedIncrementalSelection, WidgetOptions(writesWhole: false, tellsSelection: true)),
  ]

  private static func block(
    _ names: [String], locales: [String] = ["en_US"], lengths: [Int], scripts: [String] = ["type"]
  ) -> Matrix.Block {
    .init(
      strategies: names, values: ["int"], locales: locales, lengths: lengths, scripts: scripts)
  }

  private static let formatting = [
    "delegate-filter", "onchange-reformat", "incremental-delegate", "incremental-onchange",
    "incremental-onchange-selection",
  ]

  /// The lengths and locales, and the other ways to edit.
  private static func matrix(_ names: [String]) -> [Matrix.Block] {
    [
      block(names, lengths: [3, 9, 15]),
      block(names, locales: ["fr_FR", "ar_EG"], lengths: [9]),
      block(
        formatting.filter(names.contains), lengths: [9],
        scripts: ["backspace", "edit-middle", "paste", "mistype"]),
    ]
  }
}
