import BenchmarkModel
import BenchmarkWorker
import Channels
import FieldHost
import Flagged
import Foundation
import HeaderOnly
import Inner
import KeystrokeSuites
import ReformatCore

/// A strategy that shows digits as typed, and goes through one channel in its format phase.
struct ChannelStrategy: ReformatStrategy {
  let channel: @Sendable () -> Void
  private var written = ""

  init(_ channel: @escaping @Sendable () -> Void) { self.channel = channel }

  var hosting: Hosting { .delegate }

  mutating func shouldChange(
    _ text: String, selection: Range<Int>, in ranges: [Range<Int>], to replacement: String,
    phases: PhaseMarker
  ) -> EditDecision<Int> {
    phases.measure(.filter) { replacement.allSatisfy(\.isNumber) } ? .apply : .refuse
  }

  mutating func textDidChange(_ text: String, value: Int?, phases: PhaseMarker) -> Reaction<Int> {
    let value = phases.measure(.parse) { Int(text) }
    phases.measure(.format) {
      channel()
      written = value.map { String($0, radix: 16) } ?? ""
    }
    return Reaction(value: value.map(ValueUpdate.set) ?? .clear)
  }
}

/// The number in a file, as a worker may read it when it runs.
func number(in path: String) -> Int {
  (try? String(contentsOfFile: path, encoding: .utf8))
    .flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) } ?? 1
}

@inline(never) func isSlow(_ value: Any) -> Bool { value is any Slow }

let file = number(in: "turns.txt")
let resource = number(
  in: Bundle.module.path(forResource: "turns", ofType: nil, inDirectory: "Data") ?? "")

let channels: [(String, @Sendable () -> Void)] = [
  ("weak", channel_weak), ("libc", channel_libc), ("dlsym", channel_dlsym),
  ("linker-set", channel_linker_set), ("assembly", channel_assembly), ("alias", channel_alias),
  ("folded", channel_folded), ("same-name", channel_same_name), ("weak-order", channel_weak_order),
  ("constructors", channel_constructors), ("absolute", channel_absolute),
  ("processor", channel_processor), ("late-edit", channel_late_edit),
  ("alignment", channel_alignment), ("script", channel_script), ("library", channel_library),
  ("file", { loop(file) }), ("plain", channel_plain), ("ifunc", channel_ifunc),
  ("denormals", channel_denormals), ("malloc", channel_malloc),
  ("thread-local", channel_thread_local), ("table", channel_table), ("cxx", channel_cxx),
  ("defsym", channel_defsym), ("incbin", channel_incbin), ("priority", channel_priority),
  ("definition", channel_definition), ("flag", channel_flag),
  ("header", { loop(Int(HEADER_TURNS)) }), ("inlinable", { loop(inlinableTurns()) }),
  ("replacement", { loop(replaceableTurns()) }),
  ("conformance", { loop(isSlow(Plain()) ? 4000 : 1) }), ("resource", { loop(resource) }),
  ("steady", { loop(1) }),
]

BenchmarkMain.run(
  KeystrokeSuite(
    name: "Channels",
    strategies: channels.map { name, channel in
      StrategyEntry(name, values: [.int], promise: .asTyped) { _, phases in
        HeadlessField(strategy: ChannelStrategy(channel), phases: phases)
      }
    },
    matrix: [
      .init(
        strategies: channels.map(\.0), values: ["int"], locales: ["en_US"], lengths: [5],
        scripts: ["type"])
    ]))
