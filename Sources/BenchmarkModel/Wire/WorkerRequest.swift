import Foundation

/// A request to a worker, with the type of its reply.
///
/// Each is one line of JSON with the name of the request as its only key: `{"count":{"cell":…}}` is answered with
/// `{"count":{"rows":…}}`, or with `{"error":"…"}`.
package protocol WorkerRequest: Codable, Sendable {
  associatedtype Reply: Codable & Sendable

  /// The key of the request and of its reply.
  static var name: String { get }

  /// The maximum number of bytes in the line of the reply.
  static var longestReply: Int { get }

  /// The activity of the worker meanwhile, for messages: "while it listed its cells".
  var activity: String { get }

  /// The time for which the worker is asked to measure.
  var milliseconds: Double { get }

  /// Throws if the reply does not fit the request or would make a run unreadable.
  func check(_ reply: Reply) throws(WrongReply)
}

extension WorkerRequest {
  package static var longestReply: Int { 1 << 24 }
  package var milliseconds: Double { 0 }
  package func check(_ reply: Reply) throws(WrongReply) {}

  /// The line of the request, without its line break.
  package func line() throws -> Data { try JSONEncoder().encode([Self.name: self]) }
}

/// A worker's reply to a request, as the conductor reads it.
package enum WorkerReply<Request: WorkerRequest>: Decodable {
  case reply(Request.Reply)
  /// The request failed; the text names the cause.
  case error(String)

  package init(from decoder: any Decoder) throws {
    let line = try decoder.container(keyedBy: WireKey.self)
    if line.contains(.error) {
      self = .error(try line.decode(String.self, forKey: .error))
    } else if line.contains(WireKey(Request.name)) {
      self = .reply(try line.decode(Request.Reply.self, forKey: WireKey(Request.name)))
    } else {
      let names = line.allKeys.map(\.stringValue).sorted().joined(separator: ", ")
      throw WrongReply("expected a reply to \(Request.name), got one to \(names.quotedName)")
    }
  }
}

/// The only key of a line: the name of a request, or `error`.
package struct WireKey: CodingKey {
  package let stringValue: String
  package var intValue: Int? { nil }

  package init(_ name: String) { stringValue = name }
  package init?(stringValue: String) { self.init(stringValue) }
  package init?(intValue: Int) { nil }

  package static let error = WireKey("error")
}

/// A reply that a worker must not give.
package struct WrongReply: Error, CustomStringConvertible {
  /// The problem, without the names of the worker and of the request.
  package let description: String

  package init(_ description: String) { self.description = description }
}

// MARK: - Limits of figures and names

extension String {
  /// The maximum number of bytes in a name: names go into tables and lines of files.
  private static let longestName = 200

  /// True if a run can store this as a name.
  var isName: Bool {
    !isEmpty && utf8.count <= Self.longestName && !utf8.contains { $0 < 0x20 || $0 == 0x7F }
  }

  /// The start of the text, quoted, for a message about a name.
  var quotedName: String { String(prefix(Self.longestName)).debugDescription }
}

extension Sequence<Int> {
  /// True if these are counts whose sums do not overflow.
  var areCounts: Bool { allSatisfy { (0...(1 << 40)).contains($0) } }
}
