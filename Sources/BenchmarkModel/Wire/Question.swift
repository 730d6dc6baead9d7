/// A request together with the type of its answer.
package struct Question<Reply> {
  /// What is sent.
  package let request: WorkerRequest
  /// The reply in an answer; nil in an answer to something else.
  package let reply: (WorkerAnswer) -> Reply?

  private init(_ request: WorkerRequest, _ reply: @escaping (WorkerAnswer) -> Reply?) {
    self.request = request
    self.reply = reply
  }
}

extension Question where Reply == [Cell] {
  /// The cells that a filter means.
  package static func list(_ filter: CellFilter) -> Self {
    Self(.list(filter)) { if case .cells(let cells) = $0 { cells } else { nil } }
  }
}

extension Question where Reply == [String] {
  /// The locales of the cells that a filter means.
  package static func locales(_ filter: CellFilter) -> Self {
    Self(.locales(filter)) { if case .locales(let locales) = $0 { locales } else { nil } }
  }

  /// The strategies that edit cases can be replayed with.
  package static var replayed: Self {
    Self(.replayed) { if case .strategies(let names) = $0 { names } else { nil } }
  }
}

extension Question where Reply == Verification {
  /// Texts and values of all the cells of a locale, against the oracle.
  package static func verify(_ request: VerifyRequest) -> Self {
    Self(.verify(request)) { if case .verification(let found) = $0 { found } else { nil } }
  }
}

extension Question where Reply == [EditCaseOutcome] {
  /// What a strategy makes of edit cases: as many outcomes as there are cases.
  package static func replay(_ request: ReplayRequest) -> Self {
    Self(.replay(request)) {
      guard case .outcomes(let outcomes) = $0, outcomes.count == request.cases.count
      else { return nil }
      return outcomes
    }
  }
}

extension Question where Reply == CellSample {
  /// Emissions and refreshes, and allocations where the shim is wanted.
  package static func count(_ request: CountRequest) -> Self { sample(.count(request)) }

  /// Times.
  package static func time(_ request: TimeRequest) -> Self { sample(.time(request)) }

  /// Instructions, as the processor counts them.
  package static func processorInstructions(_ request: CellRequest) -> Self {
    sample(.processorInstructions(request))
  }

  private static func sample(_ request: WorkerRequest) -> Self {
    Self(request) { if case .sample(let sample) = $0 { sample } else { nil } }
  }
}

extension Question where Reply == CountedInstructions {
  /// What the keystrokes of a cell execute.
  package static func instructions(_ request: CellRequest) -> Self {
    counted(.instructions(request))
  }

  /// What counting them costs.
  package static var instructionOverhead: Self { counted(.instructionOverhead) }

  private static func counted(_ request: WorkerRequest) -> Self {
    Self(request) { if case .instructions(let counted) = $0 { counted } else { nil } }
  }
}

extension Question where Reply == CallgrindDumps {
  /// Dumps of the functions that execute them.
  package static func instructionDumps(_ request: CellRequest) -> Self {
    Self(.instructionDumps(request)) { if case .dumps(let dumps) = $0 { dumps } else { nil } }
  }
}

extension Question where Reply == CellSites {
  /// Where the allocations of a cell come from.
  package static func sites(_ request: CellRequest) -> Self {
    Self(.sites(request)) { if case .sites(let sites) = $0 { sites } else { nil } }
  }
}

extension Question where Reply == [Double] {
  /// How long a repetition of each cell takes, in nanoseconds, once all are ready for slices.
  package static func prepare(_ request: PrepareRequest) -> Self {
    Self(.prepare(request)) {
      guard case .prepared(let times) = $0, times.count == request.cells.count else { return nil }
      return times
    }
  }
}

extension Question where Reply == CellSlice {
  /// The times of a cell in a few repetitions.
  package static func slice(_ request: SliceRequest) -> Self {
    Self(.slice(request)) { if case .slice(let slice) = $0 { slice } else { nil } }
  }
}
