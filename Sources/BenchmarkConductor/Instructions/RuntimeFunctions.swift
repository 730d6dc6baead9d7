/// The functions of Swift's runtime that are counted separately.
package enum RuntimeFunctions {
  /// The functions that take a strong reference to an object.
  ///
  /// The others, such as swift_bridgeObjectRetain and swift_retain's callers in the runtime, call these. A call of
  /// swift_retain_n counts once, however many references it takes.
  static let retaining: Set<String> = [
    "swift_retain", "swift_retain_n", "swift_nonatomic_retain", "swift_nonatomic_retain_n",
    "swift_tryRetain", "swift_unownedRetainStrong", "swift_nonatomic_unownedRetainStrong",
  ]

  /// The functions that give a reference back.
  static let releasing: Set<String> = [
    "swift_release", "swift_release_n", "swift_nonatomic_release", "swift_nonatomic_release_n",
  ]

  /// The functions that probe a hash table of metadata, or compare its keys; patterns of mangled names.
  ///
  /// The keys are addresses of types, tuples and conformances, so the number of probes differs between builds that do
  /// the same work: some 50 instructions for each. The callers of these functions always do the same work.
  package static let metadataLookups = [
    "_Z*5swift25ConcurrentReadableHashMap*4findI*",
    "_ZNK5swift16MetadataCacheKeyeq*",
    "_ZN5swift16MetadataCacheKey21areWitnessTablesEqual*",
  ]

  /// True if a function takes a reference; the others that are counted give one back.
  static func isRetain(_ name: String) -> Bool {
    name.lowercased().contains("retain") && !name.contains("release")
  }

  /// The functions that only pass a reference on to those above.
  static let forwarding: Set<String> = [
    "swift_bridgeObjectRetain", "swift_bridgeObjectRetain_n", "swift_bridgeObjectRelease",
    "swift_bridgeObjectRelease_n", "swift_nonatomic_bridgeObjectRetain",
    "swift_nonatomic_bridgeObjectRetain_n", "swift_nonatomic_bridgeObjectRelease",
    "swift_nonatomic_bridgeObjectRelease_n", "swift_errorRetain", "swift_errorRelease",
  ]
}
