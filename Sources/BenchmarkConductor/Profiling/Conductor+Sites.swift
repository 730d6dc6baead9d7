import BenchmarkModel
import BenchmarkResults

extension Conductor {
  /// Records the allocation sites of each cell by the shim: one worker per processor, in parallel.
  func collectSites(
    of cells: [Cell], preload: String, into sites: SiteCollector
  ) async throws {
    _ = try await sharing(cells) { left in
      try await WorkerProcess.with(launch(preload: preload)) { worker in
        while let cell = left.next() {
          progress.step("recording sites", cell.id, work: RunPlan.workOfSites)
          let found = try await worker.ask(SitesRequest(cell: cell, seed: plan.seed))
          try await sites.add(found)
        }
      }
    }
  }

  /// Finds the functions that execute the instructions of each cell by callgrind: one worker per processor, in
  /// parallel.
  func collectFunctions(of cells: [Cell], into sites: SiteCollector) async throws {
    try await ValgrindFolder.with(launch()) { folder in
      _ = try await sharing(cells, atLeast: Self.cellsOfWorkerUnderValgrind) { left in
        try await WorkerProcess.with(folder.dumping) { worker in
          while let cell = left.next() {
            progress.step("looking for instructions", cell.id, work: RunPlan.workOfFunctions)
            let dumps = try await worker.ask(InstructionDumpsRequest(cell: cell, seed: plan.seed))
            try await sites.add(folder.read(dumps), of: cell, countedIn: folder)
          }
        }
      }
    }
  }
}

extension Conductor {
  /// The sites of the instructions of one cell: whole stacks, by callgrind.
  ///
  /// - Throws: `Problem` if valgrind is missing or the worker fails.
  package func instructionSites(of cell: Cell) async throws -> [CostSite] {
    try await ValgrindTools.check(counts: false)
    progress.begin(steps: 2)
    defer { progress.end() }
    progress.step("looking for instructions", cell.id)
    return try await ValgrindFolder.with(launch()) { folder in
      let (suite, dumps) = try await WorkerProcess.with(folder.dumpingStacks) { worker in
        (
          worker.greeting.suite,
          try await worker.ask(InstructionDumpsRequest(cell: cell, seed: plan.seed))
        )
      }
      progress.step("naming", cell.id)
      let sites = SiteCollector(suite: suite)
      try await sites.add(InstructionStacks(folder.read(dumps)), of: cell, countedIn: folder)
      return try await sites.named()
    }
  }

  /// The sites of the allocations of one cell, by the shim.
  ///
  /// - Throws: `Problem` if the shim is missing or not live, or the worker fails.
  package func allocationSites(of cell: Cell) async throws -> [CostSite] {
    let preload = try ShimLibrary.check(plan.shim)
    progress.begin(steps: 2)
    defer { progress.end() }
    let (suite, found) = try await WorkerProcess.with(launch(preload: preload)) { worker in
      progress.step("recording allocations", cell.id)
      return (
        worker.greeting.suite,
        try await worker.ask(SitesRequest(cell: cell, seed: plan.seed))
      )
    }
    progress.step("naming", cell.id)
    let sites = SiteCollector(suite: suite)
    try await sites.add(found)
    return try await sites.named()
  }
}
