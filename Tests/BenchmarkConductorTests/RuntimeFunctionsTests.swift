import BenchmarkConductor
import Glibc
import Testing

/// Tests of the runtime functions that are counted separately.
@Suite("Runtime functions")
struct RuntimeFunctionsTests {
  @Test(
    "Lookups by address are distinguished from the runtime's other functions",
    arguments: [
      // Lookups of types, tuples and conformances in the runtime of Swift 6.3.
      (
        "_ZNR5swift25ConcurrentReadableHashMapINS_21HashMapElementWrapperINS_17GenericCacheEntryEEENS_5MutexEE8Snapshot4findINS_16MetadataCacheKeyEEEPKS3_RKT_",
        true
      ),
      (
        "_ZN5swift25ConcurrentReadableHashMapINS_21HashMapElementWrapperIN12_GLOBAL__N_115TupleCacheEntryEEENS_5MutexEE4findINS3_3KeyEEESt4pairIPS4_jERKT_NS6_12IndexStorageEmSA_",
        true
      ),
      (
        "_ZN5swift25ConcurrentReadableHashMapIN12_GLOBAL__N_121ConformanceCacheEntryENS_9LazyMutexEE4findINS1_19ConformanceCacheKeyEEESt4pairIPS2_jERKT_NS4_12IndexStorageEmS8_",
        true
      ),
      ("_ZNK5swift16MetadataCacheKeyeqERKS0_", true),
      (
        "_ZN5swift25ConcurrentReadableHashMapINS_21HashMapElementWrapperINS_17GenericCacheEntryEEENS_5MutexEE6resizeENS5_12IndexStorageEhPS3_",
        false
      ),
      ("_ZN5swift16MetadataCacheKeyC2ERKNS_22GenericSignatureLayoutINS_9InProcessEEEPKPKv", false),
      ("swift_getGenericMetadata", false), ("_ZNK6icu_7612CharacterNode4findIEv", false),
    ])
  func lookups(name: String, isLookup: Bool) {
    // The patterns of valgrind are shell patterns, as in fnmatch(3).
    let matches = RuntimeFunctions.metadataLookups.contains { fnmatch($0, name, 0) == 0 }
    #expect(matches == isLookup)
  }
}
