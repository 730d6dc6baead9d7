import BenchmarkRunner
import Foundation
import KeystrokeWorkload

// A keystroke, by strategy, kind of value, locale, length and script. About 240 cells: the locales
// differ in kind (separators, groups of two, another minus, other digits), every length and script occurs.
// `--locale all` and the like run the rest.

let strategies: [StrategyEntry] = [
  .unformatted, .formatOnCommit, .delegateFilter, .onChangeReformat, .incrementalDelegate,
  .incrementalOnChange, .publisherTransform, .partialString,
]
let published = ["delegate-filter", "onchange-reformat"]
let incremental = ["incremental-delegate", "incremental-onchange"]
let grouping = ["format-on-commit"] + published + incremental
// These hand the text to a formatter, and know few kinds of value.
let formatters = ["publisher-transform", "partial-string"]
let otherScripts = ["backspace", "edit-middle", "paste", "mistype", "mixed"]
let locales = ["en_US", "de_DE", "fr_FR", "en_IN", "sv_SE", "ar_EG"]

let matrix: [Matrix.Block] = [
  // Locales.
  .init(strategies: grouping, values: ["int"], locales: locales, lengths: [9], scripts: ["type"]),
  .init(
    strategies: grouping, values: ["double"], locales: ["en_US", "de_DE", "ar_EG"], lengths: [9],
    scripts: ["type"]),
  .init(
    strategies: formatters, values: ["int"], locales: ["en_US", "fr_FR", "ar_EG"], lengths: [9],
    scripts: ["type"]),
  // Growth with length, beside a floor that formats nothing.
  .init(
    strategies: ["unformatted"] + grouping, values: ["int"], locales: ["en_US"],
    lengths: [1, 3, 6, 9, 12, 15, 18], scripts: ["type"]),
  .init(
    strategies: grouping, values: ["int"], locales: ["fr_FR", "ar_EG"], lengths: [3, 15],
    scripts: ["type"]),
  .init(
    strategies: formatters, values: ["int"], locales: ["en_US"], lengths: [3, 15],
    scripts: ["type"]),
  // The other ways to edit.
  .init(
    strategies: ["unformatted"] + grouping + formatters, values: ["int"], locales: ["en_US"],
    lengths: [9], scripts: otherScripts),
  .init(
    strategies: published, values: ["int"], locales: ["en_IN"], lengths: [9],
    scripts: ["backspace", "edit-middle"]),
  .init(
    strategies: published + incremental, values: ["double"], locales: ["sv_SE"], lengths: [9],
    scripts: ["mixed"]),
  .init(
    strategies: incremental, values: ["int"], locales: ["ar_EG"], lengths: [9],
    scripts: ["paste", "mixed"]),
  // The other kinds of value: the fraction limit as published, exact ones, money, colours.
  .init(
    strategies: published + incremental, values: ["double-2"], locales: ["en_US", "ar_EG"],
    lengths: [9], scripts: ["type"]),
  .init(
    strategies: ["format-on-commit", "incremental-delegate"],
    values: ["decimal", "currency", "percent"], locales: ["en_US"], lengths: [9], scripts: ["type"]),
  .init(
    strategies: incremental, values: ["currency"], locales: ["de_CH", "ar_EG"], lengths: [9],
    scripts: ["type"]),
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
    traced: published))
