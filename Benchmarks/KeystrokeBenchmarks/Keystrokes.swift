import BenchmarkModel
import BenchmarkWorker
import CombineSuites
import Foundation
import KeystrokeSuites

/// The cells of the default suite.
///
/// The locales differ in kind (separators, groups of two, another minus, other digits), and every length and script
/// occurs. `--locale all` and similar filters run the rest.
package enum Keystrokes {
  /// The suite with its traces: amounts as people type them, the settings with which strategies were published, and
  /// their known defects, one per trace.
  package static func suite() throws -> KeystrokeSuite {
    KeystrokeSuite(
      name: "Keystroke", strategies: strategies, matrix: matrix,
      traces: try TraceReader.readAll(in: Bundle.module.bundleURL.appending(path: "Traces")),
      traced: published)
  }

  package static let strategies: [StrategyEntry] = [
    .unformatted, .formatOnCommit, .delegateFilter, .delegateFilterLean, .delegateNone,
    .onChangeReformat, .onChangeReformatLean, .onChangeReformatDemo, .onChangeReformatBridged,
    .incrementalDelegate, .observedIncremental, .observedIncrementalSelection,
    .publisherTransform, .partialString,
  ]

  private static let published = ["delegate-filter", "onchange-reformat"]
  private static let incremental = ["incremental-delegate", "incremental-onchange"]
  private static let grouping = ["format-on-commit"] + published + incremental
  // These pass the text to a formatter, and support few kinds of value. A keystroke of the publisher takes valgrind a
  // tenth of a second, so it has few cells: one locale of other digits, and the scripts that take its branches.
  private static let formatters = ["publisher-transform", "partial-string"]
  // The strategies without repeated scans, and the other forms that the articles mention.
  private static let lean = ["delegate-filter-lean", "onchange-reformat-lean"]
  private static let forms = [
    "delegate-none", "onchange-reformat-demo", "onchange-reformat-bridged",
  ]
  private static let otherScripts = ["backspace", "edit-middle", "paste", "mistype", "mixed"]
  private static let locales = ["en_US", "de_DE", "fr_FR", "en_IN", "sv_SE", "ar_EG"]

  private static let matrix: [Matrix.Block] = [
    // Locales.
    .init(
      strategies: published + incremental, values: ["int"], locales: locales, lengths: [9],
      scripts: ["type"]),
    .init(
      strategies: ["format-on-commit"], values: ["int"], locales: ["ar_EG"], lengths: [9],
      scripts: ["type"]),
    .init(
      strategies: published + incremental, values: ["double"], locales: ["de_DE", "ar_EG"],
      lengths: [9], scripts: ["type"]),
    .init(
      strategies: grouping, values: ["double"], locales: ["en_US"], lengths: [9], scripts: ["type"]),
    .init(
      strategies: ["partial-string"], values: ["int"], locales: ["ar_EG"], lengths: [9],
      scripts: ["type"]),
    .init(
      strategies: formatters, values: ["int"], locales: ["en_US"], lengths: [9], scripts: ["type"]),
    // Growth with length, together with a strategy that formats nothing.
    .init(
      strategies: ["unformatted"] + grouping, values: ["int"], locales: ["en_US"],
      lengths: [3, 6, 9, 15, 18], scripts: ["type"]),
    .init(
      strategies: published + incremental, values: ["double"], locales: ["en_US"],
      lengths: [3, 6, 15], scripts: ["type"]),
    .init(
      strategies: published + incremental, values: ["int"], locales: ["fr_FR", "ar_EG"],
      lengths: [3, 15], scripts: ["type"]),
    .init(
      strategies: ["partial-string"], values: ["int"], locales: ["en_US"], lengths: [3],
      scripts: ["type"]),
    .init(
      strategies: ["publisher-transform"], values: ["int"], locales: ["en_US"], lengths: [3],
      scripts: ["type", "refused"]),
    .init(
      strategies: ["partial-string"], values: ["int"], locales: ["en_US"], lengths: [15],
      scripts: ["type"]),
    // The other forms of the published strategies.
    .init(
      strategies: lean + forms, values: ["int", "double"], locales: ["en_US"], lengths: [9],
      scripts: ["type"]),
    // The other ways to edit.
    .init(
      strategies: published + incremental, values: ["int"], locales: ["en_US"], lengths: [9],
      scripts: otherScripts),
    .init(
      strategies: ["format-on-commit"], values: ["int"], locales: ["en_US"], lengths: [9],
      scripts: ["mixed"]),
    .init(
      strategies: ["partial-string"], values: ["int"], locales: ["en_US"], lengths: [9],
      scripts: ["mistype"]),
    .init(
      strategies: ["unformatted"], values: ["int"], locales: ["en_US"], lengths: [9],
      scripts: ["backspace"]),
    .init(
      strategies: published, values: ["double"], locales: ["en_US"], lengths: [9],
      scripts: ["backspace", "edit-middle", "paste", "mistype"]),
    .init(
      strategies: published + incremental, values: ["double"], locales: ["sv_SE"], lengths: [9],
      scripts: ["mixed"]),
    .init(
      strategies: incremental, values: ["int"], locales: ["ar_EG"], lengths: [9],
      scripts: ["mixed"]),
    // The cost of a refusal, and a model that changes under the field.
    .init(
      strategies: published + lean + incremental + ["partial-string"],
      values: ["int"], locales: ["en_US"], lengths: [9], scripts: ["refused"]),
    .init(
      strategies: published, values: ["double"], locales: ["en_US"], lengths: [9],
      scripts: ["refused"]),
    .init(
      strategies: grouping + ["partial-string", "onchange-reformat-bridged"], values: ["int"],
      locales: ["en_US"], lengths: [9], scripts: ["outside"]),
    .init(
      strategies: ["publisher-transform"], values: ["int"], locales: ["en_US"], lengths: [1],
      scripts: ["outside"]),
    // What people and other code do besides. A fraction is not regrouped, so the history of `undo` has something to take back.
    .init(
      strategies: published + incremental, values: ["int"], locales: ["en_US"], lengths: [9],
      scripts: ["caret", "select", "clear", "drop", "clamp", "compose", "focus"]),
    .init(
      strategies: published + incremental, values: ["double"], locales: ["en_US"], lengths: [9],
      scripts: ["paste-foreign", "undo"]),
    .init(
      strategies: incremental, values: ["currency"], locales: ["de_DE"], lengths: [9],
      scripts: ["caret"]),
    .init(
      strategies: incremental, values: ["double"], locales: ["en_US"], lengths: [9],
      scripts: ["locale"]),
    // The locale's own notation, typed, and the edits that two texts do not tell.
    .init(
      strategies: published + incremental, values: ["double"], locales: ["en_US", "de_DE"],
      lengths: [9], scripts: ["type-separators"]),
    .init(
      strategies: published + incremental, values: ["double"], locales: ["en_US"], lengths: [9],
      scripts: ["edit-anywhere"]),
    .init(
      strategies: incremental, values: ["currency"], locales: ["de_DE"], lengths: [9],
      scripts: ["type-separators", "edit-anywhere"]),
    // The other kinds of value: the fraction limits as published, exact ones, money, colours.
    .init(
      strategies: published + incremental, values: ["double-2"], locales: ["en_US"], lengths: [9],
      scripts: ["type"]),
    .init(
      strategies: published, values: ["double-3"], locales: ["en_US"], lengths: [9],
      scripts: ["type"]),
    .init(
      strategies: ["format-on-commit", "incremental-delegate"],
      values: ["decimal", "currency", "percent"], locales: ["en_US"], lengths: [9],
      scripts: ["type"]),
    .init(
      strategies: incremental, values: ["currency"], locales: ["de_CH"], lengths: [9],
      scripts: ["type"]),
    // An onChange action that knows the selection.
    .init(
      strategies: ["incremental-onchange-selection"], values: ["int"], locales: ["en_US"],
      lengths: [9],
      scripts: ["type", "backspace", "edit-middle", "paste", "caret", "select", "edit-anywhere"]),
    // Numbers with settings.
    .init(
      strategies: incremental,
      values: ["currency-accounting", "till", "decimal-fixed", "decimal-trimmed", "decimal-given"],
      locales: ["en_US"], lengths: [9], scripts: ["type"]),
    .init(
      strategies: incremental, values: ["currency-accounting", "till"], locales: ["en_US"],
      lengths: [9], scripts: ["mixed"]),
    .init(
      strategies: incremental, values: ["currency-JPY"], locales: ["ja_JP"], lengths: [9],
      scripts: ["type"]),
    .init(
      strategies: incremental, values: ["currency-KWD"], locales: ["ar_EG"], lengths: [9],
      scripts: ["type"]),
    .init(
      strategies: incremental, values: ["decimal-limited"], locales: ["en_US"], lengths: [8],
      scripts: ["type", "refused"]),
    .init(
      strategies: ["format-on-commit"], values: ["currency-accounting", "decimal-fixed"],
      locales: ["en_US"], lengths: [9], scripts: ["type"]),
    .init(
      strategies: ["partial-string"], values: ["double"], locales: ["de_DE"], lengths: [9],
      scripts: ["type"]),
    .init(
      strategies: ["partial-string", "format-on-commit"], values: ["hex"], locales: ["en_US"],
      lengths: [6], scripts: ["type", "paste", "mistype"]),
    .init(
      strategies: ["partial-string"], values: ["hex"], locales: ["en_US"], lengths: [8],
      scripts: ["trace-color"]),
  ]
}
