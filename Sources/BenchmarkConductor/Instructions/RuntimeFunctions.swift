/// The functions of Swift's runtime that are counted for themselves.
package enum RuntimeFunctions {
  /// Those that take a strong reference to an object.
  ///
  /// The others, such as swift_bridgeObjectRetain and swift_retain's callers in the runtime, go through these. A
  /// call of swift_retain_n is one, however many references it takes.
  static let retaining: Set<String> = [
    "swift_retain", "swift_retain_n", "swift_nonatomic_retain", "swift_nonatomic_retain_n",
    "swift_tryRetain", "swift_unownedRetainStrong", "swift_nonatomic_unownedRetainStrong",
  ]

  /// Those that give one back.
  static let releasing: Set<String> = [
    "swift_release", "swift_release_n", "swift_nonatomic_release", "swift_nonatomic_release_n",
  ]

  /// Those that probe a hash table of metadata, or compare its keys; patterns of mangled names.
  ///
  /// The keys are addresses, of types, tuples and conformances, so how many probes it takes differs between builds that do
  /// the same work: some 50 instructions each. What calls these does the same work always.
  package static let metadataLookups = [
    "_Z*5swift25ConcurrentReadableHashMap*4findI*",
    "_ZNK5swift16MetadataCacheKeyeq*",
    "_ZN5swift16MetadataCacheKey21areWitnessTablesEqual*",
  ]

  /// Whether a function takes a reference; the others that are looked for give one back.
  static func isRetain(_ name: String) -> Bool {
    name.lowercased().contains("retain") && !name.contains("release")
  }

  /// Those that only pass a reference on to those.
  static let forwarding: Set<String> = [
    "swift_bridgeObjectRetain", "swift_bridgeObjectRetain_n", "swift_bridgeObjectRelease",
    "swift_bridgeObjectRelease_n", "swift_nonatomic_bridgeObjectRetain",
    "swift_nonatomic_bridgeObjectRetain_n", "swift_nonatomic_bridgeObjectRelease",
    "swift_nonatomic_bridgeObjectRelease_n", "swift_errorRetain", "swift_errorRelease",
  ]
}
