/// Small pieces of prose.
package enum Words {
  /// A number with its noun, as in `1 cell` or `3 cells`.
  package static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// The size of a collection with its noun.
  package static func count(_ things: some Collection, _ noun: String) -> String {
    count(things.count, noun)
  }
}
