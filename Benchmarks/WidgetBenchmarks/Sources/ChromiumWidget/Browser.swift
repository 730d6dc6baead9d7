import CWidget
import Foundation

/// A Chromium without a screen, which this process drives through two pipes.
///
/// Messages are those of the DevTools protocol, each ended by a NUL. Every call waits for its reply; what the page asks
/// meanwhile is answered first. A browser that ends, or refuses a command, ends this process too: nothing could be
/// counted any more.
final class Browser {
  /// A reply's or an event's content.
  typealias Message = [String: Any]

  /// A request of the page, which waits until it is answered.
  struct Request {
    fileprivate var identifier: String
    /// The question of the page; nil if the page itself is requested.
    var body: Data?
  }

  /// Called with each request.
  var take: (Request) -> Void = { _ in }

  private let commands: Int32
  private let messages: Int32
  private var received: [UInt8] = []
  private var calls = 0
  private var session: String?
  /// The reply that is waited for.
  private var awaited = 0
  private var reply: Message?

  /// The programs to try: the first is not the wrapper, which would not pass a signal on.
  private static let programs = [
    "/usr/lib/chromium/chromium-headless-shell", "chromium-headless-shell", "chrome-headless-shell",
  ]

  private static let options = [
    "--remote-debugging-pipe", "--enable-begin-frame-control",
    "--run-all-compositor-stages-before-draw", "--disable-gpu", "--disable-dev-shm-usage",
    "--no-first-run", "--lang=en-US", "--force-device-scale-factor=1",
    "--font-render-hinting=none",
  ]

  /// Starts the browser.
  init() {
    let reads = Pipe()
    let writes = Pipe()
    // The browser refuses to be root in a sandbox of its own.
    let options = Self.options + (getuid() == 0 ? ["--no-sandbox"] : [])
    guard let program = Self.programs.first(where: Self.isProgram) else {
      fatalError("Chromium: there is no chromium-headless-shell: scripts/widget installs it")
    }
    var arguments = ([program] + options).map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    let descriptors = [
      reads.fileHandleForReading.fileDescriptor, writes.fileHandleForWriting.fileDescriptor,
    ]
    guard keystroke_start_process(&arguments, descriptors, 2) else {
      fatalError("Chromium: no process for a browser")
    }
    commands = dup(reads.fileHandleForWriting.fileDescriptor)
    messages = dup(writes.fileHandleForReading.fileDescriptor)
    // A command to a browser that has ended is an error of the write, and no signal.
    signal(SIGPIPE, SIG_IGN)
  }

  deinit {
    // The browser ends with its commands.
    close(commands)
    close(messages)
  }

  private static func isProgram(_ name: String) -> Bool {
    let folders = name.hasPrefix("/") ? [""] : ["/usr/local/bin/", "/usr/bin/", "/bin/"]
    return folders.contains { FileManager.default.isExecutableFile(atPath: $0 + name) }
  }

  /// The browser's name and version, such as Chromium 156.0.8078.108, asked of one of its own: this one ends with the
  /// thread that starts it, which may be any.
  static let version: String = {
    let product = Browser().call("Browser.getVersion")["product"] as? String ?? ""
    return "Chromium \(product.split(separator: "/").last ?? "")"
  }()

  /// Opens a page of this size, whose frames begin when they are asked for.
  ///
  /// Its requests go to ``take``.
  func open(width: Int, height: Int) {
    let target = call(
      "Target.createTarget",
      [
        "url": "about:blank", "width": width, "height": height, "enableBeginFrameControl": true,
      ])
    let attached = call(
      "Target.attachToTarget", ["targetId": target["targetId"] ?? "", "flatten": true])
    session = attached["sessionId"] as? String
    for domain in ["Page", "Runtime", "Performance"] { call("\(domain).enable") }
    call("Fetch.enable", ["patterns": [["urlPattern": "*"]]])
    call("Page.navigate", ["url": "http://field.test/"])
    while evaluate("document.readyState") as? String != "complete" {}
  }

  /// Runs JavaScript as if a user had caused it, and returns its result.
  @discardableResult func evaluate(_ script: String) -> Any? {
    let result = call(
      "Runtime.evaluate", ["expression": script, "returnByValue": true, "userGesture": true])
    if let details = result["exceptionDetails"] { fatalError("Chromium: \(script): \(details)") }
    return (result["result"] as? Message)?["value"]
  }

  /// Sends a command, and returns its result.
  @discardableResult func call(_ method: String, _ parameters: Message = [:]) -> Message {
    precondition(awaited == 0, "\(method) while another command waits for its reply")
    awaited = send(method, parameters)
    defer { awaited = 0 }
    while true {
      _ = handle(waiting: nil)
      guard let reply else { continue }
      self.reply = nil
      if let error = reply["error"] as? Message {
        fatalError("Chromium: \(method): \(error["message"] ?? error)")
      }
      return reply["result"] as? Message ?? [:]
    }
  }

  private func send(_ method: String, _ parameters: Message) -> Int {
    calls += 1
    var command: Message = ["id": calls, "method": method, "params": parameters]
    if let session { command["sessionId"] = session }
    guard var bytes = try? JSONSerialization.data(withJSONObject: command) else {
      fatalError("Chromium: \(method): not JSON: \(parameters)")
    }
    bytes.append(0)
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(commands, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { fatalError("Chromium: \(method): the browser has ended") }
      rest = rest.dropFirst(count)
    }
    return calls
  }

  /// Handles one message.
  ///
  /// - Parameter milliseconds: how long to wait for it; nil to wait until there is one.
  /// - Returns: false if there was none.
  func handle(waiting milliseconds: Int32?) -> Bool {
    while true {
      if let end = received.firstIndex(of: 0) {
        let message = Data(received[..<end])
        received.removeSubrange(...end)
        handle(message)
        return true
      }
      var file = pollfd(fd: messages, events: Int16(POLLIN), revents: 0)
      let ready = poll(&file, 1, milliseconds ?? -1)
      if ready < 0, errno == EINTR { continue }
      guard ready > 0 else { return false }
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      let count = read(messages, &bytes, bytes.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { fatalError("Chromium: the browser has ended") }
      received += bytes[..<count]
    }
  }

  private func handle(_ bytes: Data) {
    guard let message = try? JSONSerialization.jsonObject(with: bytes) as? Message else {
      fatalError("Chromium: no JSON: \(String(decoding: bytes, as: UTF8.self))")
    }
    if let number = message["id"] as? Int {
      if number == awaited { reply = message }
      return
    }
    guard message["method"] as? String == "Fetch.requestPaused",
      let parameters = message["params"] as? Message,
      let request = parameters["request"] as? Message
    else { return }
    let body = (request["postData"] as? String).map { Data($0.utf8) }
    take(Request(identifier: parameters["requestId"] as? String ?? "", body: body))
  }

  /// Answers a request.
  func answer(_ request: Request, with content: Data) {
    let type = request.body == nil ? "text/html; charset=utf-8" : "application/json"
    // The reply of this command is never needed.
    _ = send(
      "Fetch.fulfillRequest",
      [
        "requestId": request.identifier, "responseCode": 200,
        "responseHeaders": [["name": "Content-Type", "value": type]],
        "body": content.base64EncodedString(),
      ])
  }
}
