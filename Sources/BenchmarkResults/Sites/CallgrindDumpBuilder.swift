/// A dump under construction, line by line.
struct CallgrindDumpBuilder {
  var name: String?
  /// The number of instructions that the dump states.
  var summary: Int?
  /// The object of the following functions.
  var object = ""
  /// The function that the next call goes to.
  var callee: String?
  /// True if the next cost is that of a whole call, and not of the function itself.
  private(set) var isAfterCall = false

  private let callees: Set<String>
  private var functions: [(name: Name, costs: Costs)] = []
  /// The index of each function among them: callgrind may come back to it, in an order that differs from run to run.
  private var places: [Name: Int] = [:]
  private var current: Int?
  private var address: UInt64 = 0

  private struct Name: Hashable {
    var object: String
    var function: String
  }

  private struct Call: Hashable {
    var address: UInt64
    var callee: String
  }

  /// The known costs of a function.
  private struct Costs {
    /// The costs by instruction; an instruction in several blocks occurs several times.
    var costs: [(address: UInt64, cost: Int)] = []
    /// The number of calls of each wanted function.
    var calls: [Call: Int] = [:]
  }

  init(callees: Set<String>) { self.callees = callees }

  mutating func beginFunction(_ name: String) {
    let name = Name(object: object, function: name)
    let place = places[name] ?? functions.count
    if place == functions.count {
      places[name] = place
      functions.append((name, Costs()))
    }
    current = place
    callee = nil
  }

  mutating func beginCall() -> Bool {
    guard current != nil, callee != nil else { return false }
    isAfterCall = true
    return true
  }

  /// Adds the cost of an instruction, or of a whole call.
  ///
  /// - Returns: true if there was a function to add it to, and the address was valid.
  mutating func add(_ line: CostLine) -> Bool {
    guard let current else { return false }
    switch line.place {
    case .at(let address): self.address = address
    case .relative(let distance):
      let (sum, overflow) = address.addingReportingOverflow(UInt64(bitPattern: distance))
      guard overflow == (distance < 0) || distance == 0 else { return false }
      address = sum
    }
    if isAfterCall {
      isAfterCall = false
      // The cost of the calling instruction comes before its calls. The cost of a stub of the dynamic linker, or
      // another block, may follow at the same address. A call without cost was not collected.
      if let callee, callees.contains(CallgrindDump.symbol(of: callee)), line.cost > 0,
        let caller = functions[current].costs.costs.last, caller.address == address
      {
        let call = Call(address: address, callee: CallgrindDump.symbol(of: callee))
        functions[current].costs.calls[call, default: 0] += caller.cost
      }
      callee = nil
    } else {
      functions[current].costs.costs.append((address, line.cost))
    }
    return true
  }

  /// The dump; nil if it is not complete.
  func dump() -> CallgrindDump? {
    guard !isAfterCall, let summary else { return nil }
    return CallgrindDump(
      name: name, instructions: summary,
      functions: functions.sorted { a, b in
        (a.name.object, a.name.function) < (b.name.object, b.name.function)
      }.compactMap(Self.function))
  }

  private static func function(_ name: Name, _ known: Costs) -> CallgrindDump.Function? {
    let instructions = known.costs.reduce(0) { $0 + $1.cost }
    guard instructions > 0 else { return nil }
    // A symbol begins with its entry, and no part of it can be executed before that.
    let entry = known.costs.lazy.map(\.address).min()
    return CallgrindDump.Function(
      object: name.object, name: name.function, instructions: instructions,
      entries: known.costs.lazy.filter { $0.address == entry }.reduce(0) { $0 + $1.cost },
      calls: known.calls.map { call, count in
        CallgrindDump.Call(address: call.address, callee: call.callee, count: count)
      }.sorted { ($0.address, $0.callee) < ($1.address, $1.callee) })
  }
}
