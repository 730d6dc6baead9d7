import BenchmarkModel
import CInstruments
import Foundation

extension WorkerProgram {
  /// The program that this process executes.
  static func present() throws -> WorkerProgram {
    var program = WorkerProgram()
    program.executable = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    // A compiler tells an older version in an older language mode, which this package has none of yet.
    #if compiler(<7) && swift(>=6)
      let number = keystroke_swift_version()
      program.swift = dotted([number / 10_000, number / 100 % 100, number % 100])
    #endif
    program.clang = KEYSTROKE_CLANG_VERSION
    var icu = [UInt8](repeating: 0, count: 4)
    var cldr = icu
    keystroke_icu_version(&icu)
    keystroke_cldr_version(&cldr)
    (program.icu, program.cldr) = (dotted(icu), dotted(cldr))
    let maps = try String(contentsOfFile: "/proc/self/maps", encoding: .utf8)
    let paths = Set(
      maps.split(separator: "\n").compactMap { line in
        line.firstIndex(of: "/").map { String(line[$0...]) }
      })
    program.libraries = paths.filter { path in
      libraryNames.contains { path.hasSuffix("/\($0).so") }
    }.sorted()
    return program
  }

  /// The libraries that every worker uses, unless they are linked in; others come and go with the imports of a suite.
  private static let libraryNames = [
    "libswiftCore", "libFoundation", "libFoundationEssentials",
    "libFoundationInternationalization", "lib_FoundationICU",
  ]

  /// A version as people write it, without zeros at the end; nil if all numbers are 0.
  private static func dotted(_ version: [some BinaryInteger]) -> String? {
    guard let last = version.lastIndex(where: { $0 != 0 }) else { return nil }
    return version.prefix(max(last, 1) + 1).map { "\($0)" }.joined(separator: ".")
  }
}
