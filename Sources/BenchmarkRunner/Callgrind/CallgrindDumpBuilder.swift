/// A dump as it is put together, line by line.
struct CallgrindDumpBuilder {
  var name: String?
  /// How many instructions the dump says there were.
  var summary: Int?
  /// The object of the functions to come.
  var object = ""
  /// The function that the next call goes to.
  var callee: String?
  /// Whether the next cost is what a call cost in all, and nothing of the function itself.
  private(set) var isAfterCall = false

  private let callees: Set<String>
  private var functions: [CallgrindDump.Function] = []
  private var function: CallgrindDump.Function?
  private var address: UInt64 = 0
  /// The costs of the function by instruction; one that is in several blocks comes several times.
  private var costs: [(address: UInt64, cost: Int)] = []
  /// The calls of it that are wanted; what they count is the cost of the calling instruction.
  private var calls: [(address: UInt64, callee: String)] = []

  init(callees: Set<String>) { self.callees = callees }

  mutating func beginFunction(_ name: String) {
    endFunction()
    function = CallgrindDump.Function(object: object, name: name)
    callee = nil
  }

  mutating func beginCall() -> Bool {
    guard function != nil, callee != nil else { return false }
    isAfterCall = true
    return true
  }

  /// Adds the cost of an instruction, or of all that it called.
  ///
  /// - Returns: whether there was a function to add it to, and the address made sense.
  mutating func add(_ line: CostLine) -> Bool {
    guard function != nil else { return false }
    switch line.place {
    case .at(let address): self.address = address
    case .relative(let distance):
      let (sum, overflow) = address.addingReportingOverflow(UInt64(bitPattern: distance))
      guard overflow == (distance < 0) || distance == 0 else { return false }
      address = sum
    }
    if isAfterCall {
      isAfterCall = false
      if let callee, callees.contains(callee) { calls.append((address, callee)) }
      callee = nil
    } else {
      costs.append((address, line.cost))
    }
    return true
  }

  /// The dump, if it is whole.
  mutating func dump() -> CallgrindDump? {
    guard !isAfterCall, let summary else { return nil }
    endFunction()
    return CallgrindDump(name: name, instructions: summary, functions: functions)
  }

  private mutating func endFunction() {
    guard var function else { return }
    function.instructions = costs.reduce(0) { $0 + $1.cost }
    // A symbol begins with its entry, and nothing of it can be executed before that was.
    let entry = costs.lazy.map(\.address).min()
    function.entries = costs.lazy.filter { $0.address == entry }.reduce(0) { $0 + $1.cost }
    function.calls = calls.isEmpty ? [] : countedCalls()
    if function.instructions > 0 { functions.append(function) }
    self.function = nil
    costs.removeAll(keepingCapacity: true)
    calls.removeAll(keepingCapacity: true)
  }

  private func countedCalls() -> [CallgrindDump.Call] {
    let costs = Dictionary(costs.map { ($0.address, $0.cost) }, uniquingKeysWith: +)
    var known: Set<CallgrindDump.Call> = []
    return calls.compactMap { address, callee in
      guard let count = costs[address], count > 0 else { return nil }
      let call = CallgrindDump.Call(address: address, callee: callee, count: count)
      // One call may have two lines, one of them from before costs were collected.
      return known.insert(call).inserted ? call : nil
    }
  }
}
