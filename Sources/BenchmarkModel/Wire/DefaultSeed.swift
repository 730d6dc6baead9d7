/// The seed of scripts if none is given.
package enum DefaultSeed {
  /// The day on which it was chosen.
  package static let value: UInt64 = 20_261_121
}
