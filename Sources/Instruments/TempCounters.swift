package struct AllocationSnapshot {
  package var allocations: UInt64 = 0; package var requestedBytes: UInt64 = 0;
  package var liveBytes: Int = 0; package var peakLiveBytes: Int = 0
}
package struct AllocationCounters {
  package static func locate() throws -> AllocationCounters { AllocationCounters() }
  package var snapshot: AllocationSnapshot { .init() }; package func resetPeak() {};
  package var allocatorVersion: String { "" }; package func selfTest() throws {}
}
