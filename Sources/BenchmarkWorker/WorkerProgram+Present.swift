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
    program.libraries = mappedFiles().filter { path in
      libraryNames.contains { path.hasSuffix("/\($0).so") }
    }.sorted()
    return program
  }

  /// The libraries that every worker uses, unless they are linked in; others come and go with the imports of a suite.
  private static let libraryNames = [
    "libswiftCore", "libFoundation", "libFoundationEssentials",
    "libFoundationInternationalization", "lib_FoundationICU",
  ]

  /// The files that are mapped into this process.
  ///
  /// Foundation reads the first page of a file in /proc, and no more.
  private static func mappedFiles() -> Set<String> {
    let maps = open("/proc/self/maps", O_RDONLY | O_CLOEXEC)
    defer { close(maps) }
    var text: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = read(maps, &part, part.count), count > 0 { text += part[..<count] }
    return Set(
      String(decoding: text, as: UTF8.self).split(separator: "\n").compactMap { line in
        line.firstIndex(of: "/").map { String(line[$0...]) }
      })
  }

  /// A version as people write it, without zeros at the end; nil if all numbers are 0.
  private static func dotted(_ version: [some BinaryInteger]) -> String? {
    guard let last = version.lastIndex(where: { $0 != 0 }) else { return nil }
    return version.prefix(max(last, 1) + 1).map { "\($0)" }.joined(separator: ".")
  }
}
