import WidgetHost

/// The facts in which toolkits differ.
struct ToolkitFacts: Sendable {
  /// A text and a value.
  struct State: Equatable, Sendable {
    var text: String
    var value: String?
  }

  /// The name of the program that measures.
  var worker: String
  /// The name of the file with the tolerances; empty if nothing is compared that needs one.
  var thresholds: String
  /// The name of the committed baseline, and the version of the toolkit that it was counted with.
  var baseline: String
  var version: String
  /// The number of frames of a key that is typed.
  var framesPerKey: Int
  /// The number of frames more if a text is written in the update phase of a frame; each of them shows that text.
  var framesOfUpdate = 0
  /// The drivers whose dead keys and Compose make a character, as places in ``ModelTests/drivers``.
  var composingDrivers = [0, 1]
  /// True if the toolkit sets the caret after a paste by itself, once a delegate was told of the new text: a caret that the
  /// delegate has set is lost then.
  var setsCaretAfterPaste = false
  /// True if allocations and instructions repeat, so that they are compared.
  var comparesCost = true
  /// True if a dead key of the X server shows in the field before the character is whole.
  var showsDeadKeysOfServer: Bool
  /// True if the toolkit paints without an X server.
  var paintsWithoutServer: Bool
  /// The process that the toolkit starts, as the kernel names it.
  var process = "Xvfb"
  /// True if real key events reach the field through an X server.
  var hasKeysOfServer = true
  /// True if layout and paint happen in this process, so that allocations and phases include them.
  var isInProcess = true
  /// True if a key that is rewritten emits more than one that is not; a page that prevents an edit is told no more of it.
  var rewritingEmitsMore = true
  /// True if a delegate is asked about what undo changes.
  var undoAsks = true
  /// True if the field's text includes what is being composed, and its handlers are called.
  var asksWhileComposing = false
  /// The state after `1234567` and one undo, by strategy.
  var undone: [(strategy: String, State)]

  /// The facts of the toolkit that this program links.
  static let here =
    switch Toolkit.name.split(separator: " ").first {
    case "Qt": qt
    case "GNUstep": gnustep
    case "Chromium": chromium
    default: gtk
    }

  private static let chromium = ToolkitFacts(
    worker: "ChromiumWidgetBenchmarks", thresholds: "thresholds.toml",
    baseline: "main-widget-chromium", version: "Chromium 156.0.8078.108", framesPerKey: 1,
    composingDrivers: [], comparesCost: false, showsDeadKeysOfServer: false,
    paintsWithoutServer: false, process: "chromium-headle",
    hasKeysOfServer: false, isInProcess: false, rewritingEmitsMore: false, undoAsks: false,
    asksWhileComposing: true,
    undone: [
      ("unformatted", State(text: "")), ("format-on-commit", State(text: "")),
      // A value that a script sets clears the history of the element.
      ("delegate-filter", State(text: "1,234,567", value: "1234567")),
      ("onchange-reformat", State(text: "1,234,567", value: "1234567")),
      ("onchange-reformat-handler", State(text: "1,234,567", value: "1234567")),
      // Commands keep it, but it holds the texts before they were formatted; no delegate is asked.
      ("incremental-delegate", State(text: "1", value: "1234567")),
      ("incremental-onchange", State(text: "1,567", value: "1567")),
    ])

  private static let gtk = ToolkitFacts(
    worker: "WidgetBenchmarks", thresholds: "thresholds.toml", baseline: "main-widget",
    version: "GTK 4.8.3", framesPerKey: 1, showsDeadKeysOfServer: true, paintsWithoutServer: false,
    undone: [
      // The typed text is undone, and nothing else.
      ("unformatted", State(text: "")), ("format-on-commit", State(text: "")),
      // The text that was last written is undone; the delegate keeps the value, as for any cleared field.
      ("delegate-filter", State(text: "", value: "1234567")),
      ("onchange-reformat", State(text: "")),
    ])

  private static let qt = ToolkitFacts(
    worker: "QtWidgetBenchmarks", thresholds: "qt-thresholds.toml", baseline: "main-widget-qt",
    version: "Qt 6.4.2",
    // Qt draws the caret again when a key is released.
    framesPerKey: 2, showsDeadKeysOfServer: false, paintsWithoutServer: true,
    undone: [
      ("unformatted", State(text: "")), ("format-on-commit", State(text: "")),
      // A text that was written clears Qt's history.
      ("delegate-filter", State(text: "1,234,567", value: "1234567")),
      ("onchange-reformat", State(text: "1,234,567", value: "1234567")),
    ])
  private static let gnustep = ToolkitFacts(
    worker: "GnustepWidgetBenchmarks", thresholds: "", baseline: "main-widget-gnustep",
    version: "GNUstep 0.29.0", framesPerKey: 1,
    // A text view places its caret last in a turn; after a change that comes late, in the next turn.
    framesOfUpdate: 1,
    // The input method of X, which only keys of the server reach.
    composingDrivers: [1], setsCaretAfterPaste: true,
    comparesCost: false, showsDeadKeysOfServer: false, paintsWithoutServer: false,
    undone: [
      // Keys that follow each other are undone together.
      ("unformatted", State(text: "")), ("format-on-commit", State(text: "")),
      // The last key or keys are taken from a text that was written since.
      ("delegate-filter", State(text: "12,347", value: "12347")),
      ("onchange-reformat", State(text: "12,347", value: "12347")),
      ("onchange-reformat-idle", State(text: "12,347", value: "12347")),
      ("incremental-onchange", State(text: "12,347", value: "12347")),
      ("publisher-transform", State(text: "5", value: "5")),
      // GNUstep never knew of a key that was refused.
      ("incremental-delegate", State(text: "1,234,567", value: "1234567")),
    ])
}
