import BenchmarkConductor
import Glibc
import Testing

/// Which functions of the runtime are counted for themselves.
@Suite("Runtime functions")
struct RuntimeFunctionsTests {
  @Test(
    "Lookups by address are told from what the runtime does besides",
    arguments: [
      // Of types, tuples and conformances, as the runtime of Swift 6.3 has them.
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
    // valgrind's patterns are those of a shell, as fnmatch(3) has them.
    let matches = RuntimeFunctions.metadataLookups.contains { fnmatch($0, name, 0) == 0 }
    #expect(matches == isLookup)
  }
}
