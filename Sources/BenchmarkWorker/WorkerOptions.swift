import BenchmarkModel
import Foundation

/// The command line of a benchmark executable.
///
/// It is read here and not by a package: for these ten options that package would be a third of the build of your own
/// benchmark.
struct WorkerOptions {
  /// The error in a command line, in one line.
  struct UsageError: Error {
    var description: String
  }

  var list = false
  var cell: String?
  var milliseconds = 200.0
  var calls: Int?
  var seconds: Double?
  var seed = DefaultSeed.value
  var allocations = false
  var cold = false
  var without: Set<String> = []
  var allowDebug = false
  var wantsHelp = false

  static let help = """
    USAGE: <worker> [options]

    OPTIONS:
      --list                  Print the cells of the default suite, one a line.
      --cell <strategy/value/locale/length/script>
                              Measure one cell and print its rows as CSV.
            For example: --cell onchange-reformat/int/fr_FR/9/type
      --milliseconds <number> How long to time the cell. (default: 200)
      --calls <number>        Only press this number of keystrokes of the cell,
                              and measure nothing.
            For tools that look at the process from outside, such as valgrind and
            perf.
      --seconds <number>      Only press keystrokes of the cell for this number
                              of seconds, after a warm-up, and print how many.
            For profilers that sample the process from outside, such as perf.
      --seed <number>         The seed of the scripts. (default: \(DefaultSeed.value))
      --allocations           Count allocations too; needs the shim:
                              LD_PRELOAD=.../libAllocatorShim.so
      --cold                  Under valgrind, do not play a cell of each strategy
                              first: quicker for one cell, but counts differ from
                              those of a run.
      --without <strategies>  Leave out these strategies, by commas: they end the
                              process.
      --allow-debug           Measure although this is a debug build.
      -h, --help              Show this.
    """

  /// The options of this process; prints help or an error, and exits, if there is nothing else to do.
  static func parseOrExit() -> WorkerOptions {
    do throws(UsageError) {
      let options = try WorkerOptions(CommandLine.arguments.dropFirst())
      guard !options.wantsHelp else {
        print(help)
        exit(0)
      }
      return options
    } catch {
      FileHandle.standardError.write(
        Data("error: \(error.description)\nSee --help for what there is.\n".utf8))
      exit(64)
    }
  }

  init(_ arguments: some Sequence<String>) throws(UsageError) {
    var words = Array(arguments)[...]
    while let word = words.popFirst() {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      var attached = parts.count > 1 ? String(parts[1]) : nil
      func value() throws(UsageError) -> String {
        defer { attached = nil }
        guard let value = attached ?? words.popFirst() else {
          throw UsageError(description: "\(name) needs a value")
        }
        return value
      }
      func number<Number: LosslessStringConvertible>() throws(UsageError) -> Number {
        let value = try value()
        guard let number = Number(value) else {
          throw UsageError(description: "\(name) needs a number, not \"\(value)\"")
        }
        return number
      }
      switch name {
      case "--list": list = true
      case "--cell": cell = try value()
      case "--milliseconds": milliseconds = try number()
      case "--calls": calls = try number()
      case "--seconds": seconds = try number()
      case "--seed": seed = try number()
      case "--allocations": allocations = true
      case "--cold": cold = true
      case "--without": without = Set(try value().split(separator: ",").map(String.init))
      case "--allow-debug": allowDebug = true
      case "--help", "-h": wantsHelp = true
      default: throw UsageError(description: "there is no option \"\(name)\"")
      }
      if attached != nil { throw UsageError(description: "\(name) takes no value") }
    }
    try validate()
  }

  private func validate() throws(UsageError) {
    // Written so that NaN fails, too.
    guard milliseconds > 0, milliseconds.isFinite else {
      throw UsageError(description: "--milliseconds must be above 0, not \(milliseconds)")
    }
    if let seconds {
      guard seconds > 0, seconds <= 3_600 else {
        throw UsageError(description: "--seconds must be above 0 and at most 3600, not \(seconds)")
      }
      guard cell != nil, calls == nil else {
        throw UsageError(
          description: "--seconds needs a --cell to press keystrokes of, and no --calls")
      }
    }
    guard let calls else { return }
    guard calls >= 1 else {
      throw UsageError(description: "--calls must be at least 1, not \(calls)")
    }
    guard cell != nil else {
      throw UsageError(description: "--calls needs a --cell to press keystrokes of")
    }
  }
}
