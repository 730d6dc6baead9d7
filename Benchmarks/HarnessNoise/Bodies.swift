import Foundation
import Glibc

/// A place to store results, so that the optimiser removes no body.
nonisolated(unsafe) private var sink = 0
nonisolated(unsafe) private var block: UnsafeMutableRawPointer?

/// Runs a number of steps of a generator, each of which needs the one before: xorshift64 of Marsaglia, 2003.
///
/// A linear congruential generator would not work: the optimiser folds several of its steps into one.
@inline(never)
func spin(_ steps: Int) {
  var state = UInt64(truncatingIfNeeded: sink | 1)
  for _ in 0..<steps {
    state ^= state &<< 13
    state ^= state &>> 7
    state ^= state &<< 17
  }
  sink = Int(truncatingIfNeeded: state)
}

/// Allocates and frees blocks, one after the other.
@inline(never)
func allocate(count: Int, bytes: Int) {
  for _ in 0..<count {
    block = malloc(bytes)
    free(block)
  }
}

private let style = IntegerFormatStyle<Int>(locale: Locale(identifier: "fr_FR"))
private let text = style.format(1_234_567)

/// Formats a number of seven digits, which in French is longer than a small string can hold.
@inline(never)
func formatInt() { sink = style.format(1_234_567).utf8.count }

/// Parses it again.
@inline(never)
func parseInt() { sink = (try? style.parseStrategy.parse(text)) ?? -1 }
