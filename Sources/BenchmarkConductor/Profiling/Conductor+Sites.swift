import KeystrokeWorkload
import WorkerProtocol

extension Conductor {
  /// Has the shim record where the allocations of each cell come from: a worker a processor, side by side.
  func collectSites(
    of cells: [Cell], preload: String, into sites: SiteCollector
  ) async throws {
    let left = CellQueue(cells)
    try await withThrowingTaskGroup { group in
      for _ in 0..<min(max(Processors.allowed().count, 1), cells.count) {
        group.addTask {
          try await WorkerProcess.with(launch(preload: preload)) { worker in
            while let cell = left.next() {
              progress.step("recording sites", cell.id)
              let found = try await worker.sites(SiteRequest(cell: cell, seed: plan.seed))
              try await sites.add(found)
            }
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
