import BenchmarkModel
import BenchmarkResults
import Foundation

/// Collects the sites of a run's costs, cell by cell as addresses, and finds all their names at once.
///
/// Addresses are valid only as long as nothing is rebuilt, so they get names before the run ends.
actor SiteCollector {
  private let suite: String
  private var raw: [RawSite] = []

  /// A cost, and the addresses of the calls that led there, outermost first.
  private struct RawSite {
    var cell: Cell
    var measure: SeriesKey.Measure
    var stack: [Place]
    var count: Double
    var bytes: Double?
  }

  /// A frame that has a name already, or one that is still an address.
  private enum Place {
    case symbol(String, object: String)
    case address(CodeAddress)
  }

  /// Makes a collector for a suite.
  init(suite: String) { self.suite = suite }

  /// Adds the allocation sites of a cell, with the bytes that it left behind.
  ///
  /// - Throws: `Problem` if some are missing, or a frame is in no module.
  func add(_ sites: CellSites) throws(Problem) {
    guard sites.lost == 0 else {
      throw Problem(
        "the sites of \(sites.cell.id) are not whole: \(sites.lost) of its allocations did not fit the shim's tables",
        hint: "leave the cell out with a filter"
      )
    }
    for site in sites.sites {
      var stack: [Place] = []
      for frame in site.frames.reversed() {
        guard frame.count == 2, sites.modules.indices.contains(frame[0]) else {
          throw Problem(
            "a site of \(sites.cell.id) has a frame in no module", hint: "build the worker anew")
        }
        stack.append(
          .address(
            CodeAddress(
              object: sites.modules[frame[0]], address: UInt64(bitPattern: Int64(frame[1])))))
      }
      let keystrokes = Double(
        [.first, .setup].contains(site.phase) ? sites.sessions : sites.keystrokes)
      if site.allocations > 0 || site.bytes > 0 {
        raw.append(
          RawSite(
            cell: sites.cell,
            measure: .init(phase: site.phase, metric: .allocations, instrument: .shim),
            stack: stack, count: Double(site.allocations) / keystrokes,
            bytes: Double(site.bytes) / keystrokes))
      }
      if site.liveBytes > 0 {
        raw.append(
          RawSite(
            cell: sites.cell,
            measure: .init(phase: .total, metric: .leakedBytes, instrument: .shim),
            stack: stack, count: Double(site.liveBytes) / Double(sites.sessions)))
      }
    }
  }

  /// Adds the functions that executed the instructions of a cell, and the callers of its retains and releases.
  ///
  /// - Parameters:
  ///   - dumps: callgrind's dumps, one per phase; they include the cost of collecting.
  ///   - cell: the cell.
  ///   - folder: the folder in which the worker was a copy without debug information.
  /// - Throws: `Problem` if a dump belongs to no phase.
  func add(
    _ dumps: [(part: CallgrindPart, dump: CallgrindDump)], of cell: Cell,
    countedIn folder: ValgrindFolder
  ) throws(Problem) {
    for (part, dump) in dumps where part.keystrokes > 0 {
      let phase = try part.phase
      for function in dump.functions {
        let object = folder.isCopy(function.object) ? folder.original : function.object
        let place = Place.symbol(function.symbol, object: object)
        func append(_ metric: Metric, _ count: Int, _ stack: [Place]) {
          raw.append(
            RawSite(
              cell: cell, measure: .init(phase: phase, metric: metric, instrument: .valgrind),
              stack: stack, count: Double(count) / Double(part.keystrokes)))
        }
        append(.instructions, function.instructions, [place])
        guard !RuntimeFunctions.forwarding.contains(function.symbol) else { continue }
        for call in function.calls {
          let caller = Place.address(CodeAddress(object: object, address: call.address))
          append(
            RuntimeFunctions.isRetain(call.callee) ? .retains : .releases, call.count,
            [caller, .symbol(call.callee, object: "")])
        }
      }
    }
  }

  /// Adds the stacks in which the instructions of a cell were executed.
  func add(_ stacks: InstructionStacks, of cell: Cell, countedIn folder: ValgrindFolder) {
    for (phase, symbols, object, instructions) in stacks.stacks {
      let object = folder.isCopy(object) ? folder.original : object
      let places = symbols.enumerated().map { depth, symbol in
        Place.symbol(symbol, object: depth == symbols.count - 1 ? object : "")
      }
      raw.append(
        RawSite(
          cell: cell, measure: .init(phase: phase, metric: .instructions, instrument: .valgrind),
          stack: places, count: instructions))
    }
  }

  /// The sites with the names of their functions, in the order of tables, equal ones added up.
  ///
  /// - Throws: `Problem` if a tool that finds the names is missing.
  func named() async throws -> [CostSite] {
    var addresses: Set<CodeAddress> = []
    var symbols: [String: Set<String>] = [:]
    for site in raw {
      for place in site.stack {
        switch place {
        case .address(let address): addresses.insert(address)
        case .symbol(let name, let object):
          symbols[name, default: []].formUnion(object.isEmpty ? [] : [object])
        }
      }
    }
    let frames = try await Symboliser.frames(of: addresses)
    let names = try await Demangler.readable(symbols.keys)
    let modules = try await Demangler.modules(of: symbols.keys)
    let declared = try await Declarations.places(
      of: Set(modules.keys), in: Set(modules.keys.flatMap { symbols[$0] ?? [] }))
    var sums: [SeriesKey: [[StackFrame]: (count: Double, bytes: Double?)]] = [:]
    for site in raw {
      let whole = site.stack.flatMap { place -> [StackFrame] in
        switch place {
        case .address(let address): frames[address] ?? [Symboliser.unnamed(in: address.object)]
        case .symbol(let name, let object):
          [
            StackFrame(
              function: names[name] ?? name, file: declared[name]?.file ?? modules[name],
              line: declared[name]?.line, library: object.isEmpty ? nil : Self.base(object))
          ]
        }
      }
      let stack = Self.withoutReplay(whole)
      let series = SeriesKey(SeriesKey.Subject(suite: suite, cell: site.cell), site.measure)
      let sum = sums[series]?[stack]
      sums[series, default: [:]][stack] = (
        (sum?.count ?? 0) + site.count, site.bytes.map { (sum?.bytes ?? 0) + $0 } ?? sum?.bytes
      )
    }
    return sums.sorted { $0.key < $1.key }.flatMap { series, stacks in
      stacks.map { stack, cost in
        CostSite(
          series: series, stack: stack, count: cost.count.rounded(places: 6),
          bytes: cost.bytes?.rounded(places: 6))
      }.sorted { a, b in
        (-a.count, a.stack.map(\.function).joined(separator: ";"))
          < (-b.count, b.stack.map(\.function).joined(separator: ";"))
      }
    }
  }

  /// The stack within the keystroke.
  ///
  /// The frames that replay sessions are the same above each, and would be most of the file.
  private static func withoutReplay(_ stack: [StackFrame]) -> [StackFrame] {
    let outside = stack.lastIndex { frame in
      ["SiteMeasurement.play(", "InstructionMeasurement.", "SetUpMeasurement."].contains {
        frame.function.contains($0)
      }
    }
    guard let outside, outside + 1 < stack.count else { return stack }
    return Array(stack[(outside + 1)...])
  }

  private static func base(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}
