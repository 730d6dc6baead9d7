import Foundation
import Glibc

/// Where results go, so that no body is without effect.
nonisolated(unsafe) private var sink = 0
nonisolated(unsafe) private var block: UnsafeMutableRawPointer?

/// So many steps of a generator, each of which needs the one before: xorshift64 of Marsaglia, 2003.
///
/// A linear congruential one would not do: the optimiser folds several of its steps into one.
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

/// The same at the end of a stack so many calls deeper.
@inline(never)
func allocate(count: Int, bytes: Int, calls: Int) {
  guard calls > 0 else { return allocate(count: count, bytes: bytes) }
  allocate(count: count, bytes: bytes, calls: calls - 1)
  // Else the call would be a jump, and no deeper.
  sink &+= 1
}

private let style = IntegerFormatStyle<Int>(locale: Locale(identifier: "fr_FR"))
private let text = style.format(1_234_567)

/// Formats a number of seven digits: more than a small string holds in French.
@inline(never)
func formatInt() { sink = style.format(1_234_567).utf8.count }

/// Reads it back.
@inline(never)
func parseInt() { sink = (try? style.parseStrategy.parse(text)) ?? -1 }
