/// What a preloaded shim does beside serving memory.
package enum ShimMode: String, Codable {
  case idle
  case counting
  /// Counting, and recording the allocation sites of the worker's thread.
  case sites
}
