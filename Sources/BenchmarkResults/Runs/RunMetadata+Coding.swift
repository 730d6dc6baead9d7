import BenchmarkModel

extension RunMetadata {
  /// The keys of `run.json`.
  enum CodingKeys: String, CodingKey {
    case schemaVersion, id, savedFrom, files, shard, mergedFrom, status, start, end, argv
    case seed, commit, dirty, changes, filter, promises, suites
    case paired, roundsPlanned, swiftVersion, configuration, icuVersion, cldrVersion
    case allocator, allocatorVersion, valgrindVersion, libcVersion, architecture, cpuModel, cores,
      kernel, clockSource
    case clockOverheadNanoseconds, clockResolutionNanoseconds
    case loadAverageAtStart, othersReadyAtStart, loadAverageAtEnd, virtualisation
    case warnings, wrongTexts, batchedKeystrokes
  }

  /// Reads the metadata; lists that are absent are empty, and optional figures nil.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      id: fields.decode(String.self, forKey: .id),
      status: fields.decode(RunStatus.self, forKey: .status),
      start: fields.decode(forKey: .start),
      end: fields.decodeIfPresent(forKey: .end),
      argv: fields.decode([String].self, forKey: .argv),
      seed: fields.decode(UInt64.self, forKey: .seed),
      commit: fields.decode(String.self, forKey: .commit),
      dirty: fields.decode(Bool.self, forKey: .dirty),
      suites: fields.decode([String].self, forKey: .suites),
      roundsPlanned: fields.decode(Int.self, forKey: .roundsPlanned),
      swiftVersion: fields.decode(String.self, forKey: .swiftVersion),
      configuration: fields.decode(BuildConfiguration.self, forKey: .configuration),
      icuVersion: fields.decodeIfPresent(forKey: .icuVersion),
      cldrVersion: fields.decodeIfPresent(forKey: .cldrVersion),
      allocator: fields.decode(String.self, forKey: .allocator),
      allocatorVersion: fields.decodeIfPresent(forKey: .allocatorVersion),
      cpuModel: fields.decode(String.self, forKey: .cpuModel),
      cores: fields.decode(Int.self, forKey: .cores),
      kernel: fields.decode(String.self, forKey: .kernel),
      clockSource: fields.decode(String.self, forKey: .clockSource),
      clockOverheadNanoseconds: fields.decodeIfPresent(forKey: .clockOverheadNanoseconds),
      clockResolutionNanoseconds: fields.decodeIfPresent(forKey: .clockResolutionNanoseconds),
      loadAverageAtStart: fields.decodeIfPresent(forKey: .loadAverageAtStart),
      loadAverageAtEnd: fields.decodeIfPresent(forKey: .loadAverageAtEnd),
      virtualisation: fields.decodeIfPresent(forKey: .virtualisation),
      warnings: fields.decodeIfPresent(forKey: .warnings) ?? [],
      wrongTexts: fields.decodeIfPresent(forKey: .wrongTexts) ?? [],
      batchedKeystrokes: fields.decodeIfPresent(forKey: .batchedKeystrokes) ?? [:])
    savedFrom = try fields.decodeIfPresent(forKey: .savedFrom)
    valgrindVersion = try fields.decodeIfPresent(forKey: .valgrindVersion)
    othersReadyAtStart = try fields.decodeIfPresent(forKey: .othersReadyAtStart)
    libcVersion = try fields.decodeIfPresent(forKey: .libcVersion)
    architecture = try fields.decodeIfPresent(forKey: .architecture)
    paired = try fields.decodeIfPresent(forKey: .paired)
    files = try fields.decodeIfPresent(forKey: .files)
    shard = try fields.decodeIfPresent(forKey: .shard)
    changes = try fields.decodeIfPresent(forKey: .changes)
    filter = try fields.decodeIfPresent(forKey: .filter)
    promises = try fields.decodeIfPresent(forKey: .promises)
    mergedFrom = try fields.decodeIfPresent(forKey: .mergedFrom)
    schemaVersion = try fields.decode(Int.self, forKey: .schemaVersion)
  }
}

extension KeyedDecodingContainer {
  /// Decodes the type that the caller needs.
  fileprivate func decode<Value: Decodable>(forKey key: Key) throws -> Value {
    try decode(Value.self, forKey: key)
  }

  /// Decodes the type that the caller needs, or nil where the key is absent.
  fileprivate func decodeIfPresent<Value: Decodable>(forKey key: Key) throws -> Value? {
    try decodeIfPresent(Value.self, forKey: key)
  }
}
