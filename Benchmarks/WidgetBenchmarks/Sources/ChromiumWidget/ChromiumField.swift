import CWidget
import Foundation

/// The text field of a page, and the host behind its handlers.
///
/// While the page waits for an answer its field cannot be touched: the host then reads and writes a copy of its state,
/// and the answer has the edits.
final class ChromiumField {
  /// A text, and a selection in characters.
  struct State: Equatable {
    var text = ""
    var selection = 0..<0
  }

  /// Called for the host.
  var events = keystroke_widget_events()
  let browser = Browser()
  // With no arguments, the same name is that of a function.
  private var counts = keystroke_widget_counts(
    signals: 0, layout_calls: 0, frames: 0, keys_pressed: 0, keys_released: 0)
  /// The state after the last event or edit.
  private(set) var state = State()
  /// The edits for the answer; nil if nothing is asked.
  private var answered: [[Any]]?
  /// True if something may be to paint.
  private var needsFrame = true
  /// The turns that the page will take: before a frame; after one; and after the last frame, so at any time.
  private var turns: (soon: Int, idle: Int, due: Int) = (0, 0, 0)
  private var picture = ""

  init() {
    browser.take = { [unowned self] in take($0) }
  }

  /// Opens the page, and paints its first frame.
  func open(_ events: keystroke_widget_events) {
    self.events = events
    browser.open(width: 320, height: 40)
    paint()
  }

  // MARK: Questions

  private func take(_ request: Browser.Request) {
    guard let body = request.body else {
      return browser.answer(request, with: Data(FieldPage.html.utf8))
    }
    guard let question = try? JSONSerialization.jsonObject(with: body) as? Browser.Message else {
      fatalError("Chromium: no question: \(String(decoding: body, as: UTF8.self))")
    }
    // What an idle turn changes is in no frame that began before it.
    if isPainting, question["idle"] as? Bool == true {
      held = { [unowned self] in answer(request, question) }
    } else {
      answer(request, question)
    }
  }

  private func answer(_ request: Browser.Request, _ question: Browser.Message) {
    let kind = question["question"] as? String ?? ""
    precondition(answered == nil, "the page asks within a question")
    take(question)
    answered = []
    var prevents = false
    switch kind {
    case "before": prevents = !askBefore(question)
    case "undo": prevents = events.will_undo(question["redoes"] as? Bool == true)
    case "inserted", "deleted": report(isInsertion: kind == "inserted")
    case "activate": events.activate()
    case "update": events.update()
    case "turn":
      if question["idle"] as? Bool == true { turns.due -= 1 } else { turns.soon -= 1 }
      events.turn()
    default: fatalError("Chromium: an unknown question: \(kind)")
    }
    let edits = answered ?? []
    answered = nil
    if !edits.isEmpty, !isPainting { needsFrame = true }
    let answer: [String: Any] = ["prevents": prevents, "edits": edits]
    browser.answer(request, with: (try? JSONSerialization.data(withJSONObject: answer)) ?? Data())
  }

  /// Asks the host about an edit before it is made, as it asks a toolkit's handlers: about the deletion, then about the
  /// insertion; returns true if the page may make it.
  private func askBefore(_ question: Browser.Message) -> Bool {
    let before = state
    let from = question["from"] as? Int ?? 0
    let to = question["to"] as? Int ?? 0
    let data = question["data"] as? String ?? ""
    let (start, end) = (Int32(from), Int32(to))
    let bytes = Int32(data.utf8.count)
    if from < to, !data.isEmpty { events.will_replace?(start, end, data, bytes) }
    var agrees = from == to || events.will_delete(start, end)
    if agrees, !data.isEmpty {
      if from < to { delete(from..<to) }
      state.selection = from..<from
      var position = start
      agrees = events.will_insert(data, bytes, &position)
      if !agrees { select(Int(position)..<Int(position)) }
    }
    if agrees || state.text == before.text {
      // The page makes the edit itself, or the text is the same again.
      answered?.removeAll { ["set", "insert", "delete", "select"].contains($0[0] as? String) }
      if !agrees, state != before { select(state.selection) }
    }
    return agrees
  }

  /// Tells the host about an edit that was made.
  private func report(isInsertion: Bool) {
    guard isInsertion else { return events.did_delete() }
    let first = Int32(state.selection.lowerBound)
    var position = first
    events.did_insert(&position)
    if position != first { select(Int(position)..<Int(position)) }
  }

  /// Takes the state that the page reports.
  private func take(_ message: Browser.Message) {
    let start = message["start"] as? Int ?? 0
    let end = message["end"] as? Int ?? 0
    state = State(text: message["text"] as? String ?? "", selection: start..<end)
    counts.signals = Int64(message["events"] as? Int ?? 0)
  }

  // MARK: Edits of the host

  func set(_ text: String) {
    state.text = text
    let end = text.unicodeScalars.count
    state.selection = end..<end
    apply(["set", text])
  }

  func insert(_ text: String, at position: Int) {
    splice(position..<position, text)
    apply(["insert", text, position])
  }

  func delete(_ range: Range<Int>) {
    splice(range, "")
    apply(["delete", range.lowerBound, range.upperBound])
  }

  func select(_ range: Range<Int>) {
    state.selection = range
    apply(["select", range.lowerBound, range.upperBound])
  }

  private func splice(_ range: Range<Int>, _ text: String) {
    var scalars = Array(state.text.unicodeScalars)
    scalars.replaceSubrange(range, with: text.unicodeScalars)
    state.text = String(String.UnicodeScalarView(scalars))
    let end = range.lowerBound + text.unicodeScalars.count
    state.selection = end..<end
  }

  /// Makes an edit at once, or leaves it to the answer.
  private func apply(_ edit: [Any]) {
    guard answered == nil else {
      answered?.append(edit)
      return
    }
    guard let json = try? JSONSerialization.data(withJSONObject: [edit]) else { return }
    evaluate("apply(\(String(decoding: json, as: UTF8.self)))")
  }

  /// Runs JavaScript in the page, and takes the state of the field after it.
  func evaluate(_ script: String) {
    let report = browser.evaluate("\(script); state()") as? Browser.Message ?? [:]
    take(report)
    needsFrame = true
  }

  // MARK: Keys

  /// Sends an event of the keyboard.
  func sendKey(_ type: String, _ parameters: Browser.Message) {
    browser.call(
      "Input.dispatchKeyEvent", parameters.merging(["type": type]) { old, _ in old })
    if type == "keyDown" { needsFrame = true }
  }

  /// Inserts a text as an input method does when it is finished.
  func commit(_ text: String) {
    composed = ""
    browser.call("Input.insertText", ["text": text])
    evaluate("0")
  }

  /// The text that is being composed; empty if there is none.
  private(set) var composed = ""

  /// Shows a text that is being composed.
  func compose(_ text: String) {
    composed = text
    let end = text.utf16.count
    browser.call(
      "Input.imeSetComposition", ["text": text, "selectionStart": end, "selectionEnd": end])
    evaluate("0")
  }

  // MARK: Turns and frames

  func requestUpdate() {
    needsFrame = true
    apply(["update"])
  }

  func requestTurn(isIdle: Bool) {
    if isIdle { turns.idle += 1 } else { turns.soon += 1 }
    if isIdle { needsFrame = true }
    apply(["turn", isIdle])
  }

  /// Handles a message or paints a frame; false if there was nothing to do.
  func iterate() -> Bool {
    if browser.handle(waiting: 0) { return true }
    if turns.soon + turns.due > 0 { return browser.handle(waiting: Self.timeLimit) }
    if needsFrame {
      paint()
      return true
    }
    return false
  }

  /// The time in which the page takes a turn, in milliseconds; only one that hangs takes so long.
  private static let timeLimit: Int32 = 10_000

  /// Begins a frame; it counts if it looks different from the one before.
  private func paint() {
    needsFrame = false
    isPainting = true
    (turns.due, turns.idle) = (turns.due + turns.idle, 0)
    let shooting: Browser.Message = ["format": "png", "optimizeForSpeed": true]
    let frame = browser.call("HeadlessExperimental.beginFrame", ["screenshot": shooting])
    keystroke_note_frame()
    if let shot = frame["screenshotData"] as? String, shot != picture {
      picture = shot
      counts.frames += 1
      events.painted?()
    }
    isPainting = false
    held?()
    held = nil
  }

  private var isPainting = false
  /// Answers an idle turn once its frame is painted.
  private var held: (() -> Void)?

  /// Writes the last frame as a PNG file.
  func savePicture(_ path: String) -> Bool {
    guard let data = Data(base64Encoded: picture) else { return false }
    return FileManager.default.createFile(atPath: path, contents: data)
  }

  /// The counts since the page was opened.
  func presentCounts() -> keystroke_widget_counts {
    evaluate("0")
    let metrics = browser.call("Performance.getMetrics")["metrics"] as? [Browser.Message] ?? []
    let layouts = metrics.first { $0["name"] as? String == "LayoutCount" }
    counts.layout_calls = Int64(layouts?["value"] as? Double ?? 0)
    return counts
  }
}
