import BenchmarkModel
import ReformatCore

/// Finds out where the allocations of a cell come from.
///
/// The sessions and what goes before them are those of `CountMeasurement`, so the sums are, too.
struct SiteMeasurement {
  let sessions: [any MeasurableSession]
  let sites: AllocationSites

  /// - Throws: `ShimError` where the shim will not record; a file error where this process's mappings
  ///   cannot be read.
  func sample(of cell: Cell) throws -> CellSites {
    let count = CountMeasurement(sessions: sessions, allocations: nil)
    count.warmUp()
    _ = count.updateRows()

    let ledger = SiteLedger(sites: sites)
    sites.reset()
    try sites.start()
    for session in sessions { play(session, ledger: ledger) }
    sites.stop()
    defer { sites.reset() }
    return try found(of: cell)
  }

  /// In a function of its own, so that the subject is gone when it returns.
  @inline(never)
  private func play(_ session: any MeasurableSession, ledger: SiteLedger) {
    session.replay(PhaseMarker(observer: ledger)) { subject, index in
      ledger.begin(isFirst: index == 0)
      subject.press(index)
      ledger.end()
    }
  }

  private func found(of cell: Cell) throws -> CellSites {
    let map = try ModuleMap()
    var answer = CellSites(
      cell: cell, keystrokes: sessions.laterKeystrokeCount,
      sessions: sessions.count, modules: [], sites: [], lost: sites.losses.total)
    var numbers: [String: Int] = [:]
    for site in sites.read() {
      guard let phase = RowPhase(siteTag: site.tag) else { continue }
      let frames = site.frames.map { address in
        let place = map.call(returningTo: address)
        let number = numbers[place.module] ?? answer.modules.count
        if number == answer.modules.count {
          numbers[place.module] = number
          answer.modules.append(place.module)
        }
        return [number, Int(bitPattern: place.address)]
      }
      answer.sites.append(
        CellSites.Site(
          phase: phase, frames: frames, allocations: site.allocations,
          bytes: site.requestedBytes, liveBlocks: site.liveBlocks, liveBytes: site.liveBytes))
    }
    return answer
  }
}

extension RowPhase {
  /// The phase that a ledger's tag stands for; nil for what is no keystroke.
  init?(siteTag tag: UInt32) {
    if tag == SiteLedger.first {
      self = .first
    } else if tag == SiteLedger.tag(of: nil) {
      self = .rest
    } else if let phase = Phase.allCases.first(where: { SiteLedger.tag(of: $0) == tag }) {
      self.init(phase)
    } else {
      return nil
    }
  }
}
