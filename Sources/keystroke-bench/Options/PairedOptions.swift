import ArgumentParser
import BenchmarkConductor
import BenchmarkResults

/// The options of `ab` and `noise` for their rounds.
struct PairedOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The seed of all orders, layouts, links and permutations.",
      discussion: "Default: a fresh one for every comparison, which the result says."))
  var seed: UInt64?

  @Option(
    help: ArgumentHelp(
      "The number of links of each side: 1 takes the one of the build; N makes N, and at most N rounds.",
      discussion: """
        Default: a fresh one in every round, with the functions of the program in another order, and in the same order \
        on both sides, so that no change of times is one of the layout. It takes lld and a build by `swift build`; else there is one link, and a \
        change of times without instructions must be larger than layout may make it, 20 % of a keystroke or 40 % of a \
        phase.
        """))
  var links: Int?

  @Option(
    help: ArgumentHelp(
      "The number of pairs of processes that are measured side by side.",
      discussion: """
        More rounds in the same time, each a little noisier if processors share caches. A pair takes one processor, or two \
        with --at-once.
        """))
  var jobs = 1

  @Flag(
    help: ArgumentHelp(
      "Let both sides run at the same time, on two processors.",
      discussion: """
        More rounds in the same time, each less noisy, on a machine that has nothing else to do; beside other work, worse. The \
        processors are equally fast and of different cores, and the sides change places from round to round. Default: both take \
        turns on one processor, also if there are no such two.
        """))
  var atOnce = false

  func validate() throws {
    guard jobs >= 1 else { throw ValidationError("--jobs must be at least 1, not \(jobs).") }
    if let links, links < 1 {
      throw ValidationError("--links must be at least 1, not \(links).")
    }
  }

  /// The given seed, or a random one; short enough to type.
  func drawnSeed() -> UInt64 { seed ?? .random(in: 1...999_999_999) }

  /// Chooses the processors and links of a plan as requested, and both runs record them; of links nothing changes if only
  /// one is wanted.
  ///
  /// - Returns: sentences about what this machine or the build cannot give.
  func apply(to plan: inout PairedPlan, of sides: [CommitBuilder.Build]) -> [String] {
    plan.place(pairs: jobs, atOnce: atOnce)
    var remarks: [String] = []
    let isAtOnce = atOnce && plan.places.allSatisfy { $0.count == 2 }
    if atOnce, !isAtOnce {
      remarks.append(
        "both sides take turns: --at-once needs two processors that are equally fast, of different cores and within the quota"
      )
    }
    if plan.places.count < jobs {
      remarks.append(
        "\(Words.count(plan.places.count, "pair")) of processes side by side, not \(jobs): each takes \(isAtOnce ? "two processors" : "a processor")"
      )
    }
    var problem: String?
    if links != 1 {
      do {
        plan.relinkers = try sides.map { try $0.relinker.get() }
        if let links { plan.rounds = min(plan.rounds ?? links, links) }
      } catch {
        problem = "\(error)"
        remarks.append("one link of each side: \(error)")
      }
    }
    let links: PairedRecord.Links = plan.relinkers == nil ? .one : .fresh
    for side in [\PairedPlan.baseline, \PairedPlan.candidate] {
      plan[keyPath: side].paired?.links = links
      plan[keyPath: side].paired?.linksProblem = problem
    }
    return remarks
  }
}
