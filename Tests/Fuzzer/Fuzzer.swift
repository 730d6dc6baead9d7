import Foundation

// Random bytes for the incremental engine and for the readers of cases and traces.
//
// `scripts/fuzz` builds this with libFuzzer, which has its own main. A normal build plays the files named as arguments,
// to examine a finding again.

/// Runs the part that the first byte of the input chooses.
func fuzz(_ input: UnsafeRawBufferPointer) {
  guard let first = input.first else { return }
  let rest = UnsafeRawBufferPointer(rebasing: input.dropFirst())
  switch first % 4 {
  case 0: ReaderFuzzer.readTrace(rest)
  case 1: ReaderFuzzer.readCases(rest)
  default: EngineFuzzer.play(rest)
  }
}

#if FUZZING
  /// The function that libFuzzer calls with each input; 0 means to continue.
  @_cdecl("LLVMFuzzerTestOneInput")
  public func fuzzOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    fuzz(UnsafeRawBufferPointer(start: bytes, count: count))
    return 0
  }
#else
  @main struct Fuzzer {
    static func main() throws {
      for path in CommandLine.arguments.dropFirst() {
        let data = try Data(contentsOf: URL(filePath: path))
        data.withUnsafeBytes(fuzz)
        print("\(path): nothing found")
      }
    }
  }
#endif

/// Stops with a message if a condition does not hold; unlike `precondition` it prints the message in a release build
/// too.
func require(_ holds: Bool, _ problem: @autoclosure () -> String) {
  if !holds { fatalError(problem()) }
}
