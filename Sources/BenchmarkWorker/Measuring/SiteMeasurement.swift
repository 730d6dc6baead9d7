import BenchmarkModel
import ReformatCore

/// Finds the sites of a cell's allocations.
///
/// The sessions and their warm-up are the same as in `CountMeasurement`, so the sums are the same, too.
struct SiteMeasurement {
  let sessions: [any MeasurableSession]
  let sites: AllocationSites

  /// Returns the sites.
  ///
  /// - Throws: `ShimError` if the shim cannot record; a file error if this process's mappings cannot be read.
  func sample(of cell: Cell) throws -> CellSites {
    let count = CountMeasurement(sessions: sessions, allocations: nil)
    count.warmUp()
    _ = count.updateRows()

    let ledger = SiteLedger(sites: sites)
    sites.reset()
    try sites.start()
    for session in sessions { play(session, ledger: ledger) }
    if cell.measuresSetUp { SetUpMeasurement(sessions)?.recordSites(sites, fields: sessions.count) }
    sites.stop()
    defer { sites.reset() }
    return try found(of: cell)
  }

  /// A function of its own, so that the subject is gone when it returns.
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
  /// The phase of a ledger's tag; nil for the tag outside keystrokes.
  init?(siteTag tag: UInt32) {
    if tag == SiteLedger.first {
      self = .first
    } else if tag == SiteLedger.setUp {
      self = .setup
    } else if tag == SiteLedger.tag(of: nil) {
      self = .rest
    } else if let phase = Phase.allCases.first(where: { SiteLedger.tag(of: $0) == tag }) {
      self.init(phase)
    } else {
      return nil
    }
  }
}
