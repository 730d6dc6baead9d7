import BenchmarkRunner
import Foundation
import KeystrokeWorkload

// A keystroke, by strategy, kind of value, locale, length and script. About 270 cells: the locales
// differ in kind (separators, groups of two, another minus, other digits), every length and script occurs.

let strategies: [StrategyEntry] = [
  .unformatted, .formatOnCommit, .delegateFilter, .onChangeReformat, .incrementalDelegate,
  .incrementalOnChange, .publisherTransform, .partialString,
]
let formatters = ["publisher-transform", "partial-string"]
let all = strategies.map(\.name).filter { !formatters.contains($0) }
let reformatting = ["delegate-filter", "onchange-reformat"]
let otherScripts = ["backspace", "edit-middle", "paste", "mistype", "mixed"]
let locales = ["en_US", "de_DE", "fr_FR", "en_IN", "sv_SE", "ar_EG"]

let matrix: [Matrix.Block] = [
  // Every strategy in every locale; the floor, which knows no locale, at one length.
  .init(
    strategies: all, values: ["int", "double"], locales: locales, lengths: [9], scripts: ["type"]),
  .init(
    strategies: all.filter { $0 != "unformatted" }, values: ["int"], locales: locales,
    lengths: [3, 15], scripts: ["type"]),
  // Growth with length.
  .init(
    strategies: all, values: ["int"], locales: ["en_US"], lengths: [1, 3, 6, 12, 15, 18],
    scripts: ["type"]),
  // The fraction limit as published.
  .init(
    strategies: reformatting, values: ["double-2"], locales: ["en_US", "fr_FR", "ar_EG"],
    lengths: [9], scripts: ["type", "paste"]),
  // The other ways to edit.
  .init(
    strategies: all, values: ["int"], locales: ["en_US"], lengths: [9], scripts: otherScripts),
  .init(
    strategies: reformatting, values: ["int"], locales: ["en_IN", "ar_EG"], lengths: [9],
    scripts: otherScripts),
  .init(
    strategies: reformatting, values: ["double"], locales: ["de_DE", "sv_SE"], lengths: [9],
    scripts: ["backspace", "edit-middle", "mistype"]),
  // The strategies that hand the text to a formatter: locales, growth, scripts, and colours.
  .init(
    strategies: formatters, values: ["int"], locales: ["en_US", "fr_FR", "ar_EG"], lengths: [9],
    scripts: ["type"]),
  .init(
    strategies: formatters, values: ["int"], locales: ["en_US"], lengths: [3, 15],
    scripts: ["type"]),
  .init(
    strategies: formatters, values: ["int"], locales: ["en_US"], lengths: [9],
    scripts: otherScripts),
  .init(
    strategies: ["partial-string"], values: ["double"], locales: ["de_DE"], lengths: [9],
    scripts: ["type"]),
  .init(
    strategies: ["partial-string"], values: ["hex"], locales: ["en_US"], lengths: [6],
    scripts: ["type", "paste", "mistype"]),
  .init(
    strategies: ["partial-string"], values: ["hex"], locales: ["en_US"], lengths: [8],
    scripts: ["trace-color"]),
]

BenchmarkMain.run(
  KeystrokeSuite(
    name: "Keystroke", strategies: strategies, matrix: matrix,
    // Amounts as people type them, and the known defects of the published strategies, one a trace.
    traces: try TraceReader.readAll(in: Bundle.module.bundleURL.appending(path: "Traces")),
    traced: reformatting))
