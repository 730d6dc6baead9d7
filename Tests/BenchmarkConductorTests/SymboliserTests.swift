import BenchmarkConductor
import BenchmarkResults
import Foundation
import Testing

/// Tests that the real tools find functions, files and lines for addresses in this executable.
@Suite struct SymboliserTests {
  private static let here = #line

  @inline(__always) private static func inlined() -> [UInt] {
    Thread.callStackReturnAddresses.map(\.uintValue)
  }

  @inline(never) private static func outer() -> [UInt] { inlined() }

  /// Returns the place in its object of the call before a return address, as the kernel has mapped the object.
  private static func place(_ returnAddress: UInt) throws -> CodeAddress? {
    let address = UInt64(returnAddress - 1)
    // Foundation reads at most one page of a file whose size is 0, so read through a handle.
    let file = try #require(FileHandle(forReadingAtPath: "/proc/self/maps"))
    let maps = String(decoding: try #require(try file.readToEnd()), as: UTF8.self)
    for map in maps.split(separator: "\n") {
      let fields = map.split(separator: " ", maxSplits: 5)
      let range = fields[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
      guard range[0]..<range[1] ~= address, fields.count == 6,
        let offset = UInt64(fields[2], radix: 16)
      else { continue }
      let path = fields[5].drop { $0 == " " }
      return ObjectFile(path: String(path))?.address(ofOffset: address - range[0] + offset)
        .map { CodeAddress(object: String(path), address: $0) }
    }
    return nil
  }

  @Test func inlinedFunctionsStandBehindTheOneThatHoldsThem() async throws {
    let places = try Self.outer().compactMap(Self.place)
    let frames = try await Symboliser.frames(of: places)
    #expect(Set(frames.keys) == Set(places))
    let stack = try #require(
      places.compactMap { frames[$0] }.first { stack in
        stack.contains { $0.function.contains("inlined()") }
      })
    let names = stack.map(\.function)
    let inner = try #require(names.lastIndex { $0.hasSuffix("SymboliserTests.inlined()") })
    #expect(inner > 0 && names[inner - 1].hasSuffix("SymboliserTests.outer()"), "\(names)")
    #expect(stack[inner].file == "Tests/BenchmarkConductorTests/SymboliserTests.swift")
    #expect(stack[inner].line == Self.here + 3 && stack[inner - 1].line == Self.here + 6)
    #expect(stack[inner].library?.hasPrefix("keystroke-benchPackageTests") == true)
    #expect(!names.contains { $0.hasPrefix("$s") || $0.contains("specialized ") })
  }

  @Test func librariesHaveNamesAndNoLines() async throws {
    let symbol = try #require(dlsym(nil, "swift_retain"))
    let place = try #require(try Self.place(UInt(bitPattern: symbol) + 2))
    let frames = try #require(try await Symboliser.frames(of: [place])[place])
    #expect(frames.contains { $0.function == "swift_retain" || $0.function == "_swift_retain_" })
    #expect(
      frames.allSatisfy { $0.library == "libswiftCore.so" && $0.file == nil && $0.line == nil })
  }

  @Test func codeWithoutANameIsNamedAfterItsObject() async throws {
    let places = [
      CodeAddress(object: "[vdso]", address: 4), CodeAddress(object: "", address: 4),
      CodeAddress(object: "/nowhere/libx.so", address: 4),
      CodeAddress(object: "/proc/self/exe", address: 1),
      CodeAddress(object: "/tmp/\n\"; rm", address: 1),
    ]
    let frames = try await Symboliser.frames(of: places)
    let names = places.map { frames[$0]?.map(\.function) }
    #expect(names[0] == ["[vdso]"] && names[1] == ["[unknown]"] && names[2] == ["[libx.so]"])
    #expect(names[3] == ["[exe]"])
    #expect(names[4] == ["[\n\"; rm]"])
  }

  @Test func namesOfSwiftAndCPlusPlusBecomeReadable() async throws {
    let names = [
      "$sSS12ReformatCoreE8boundary10atOrBeforeS2i_tF", "_ZNK5swift16MetadataCacheKeyeqERKS0_",
      "malloc", "_Zebra", "$sXXnot", "",
    ]
    #expect(
      try await Demangler.readable(names) == [
        names[0]: "String.boundary(atOrBefore:)",
        names[1]: "swift::MetadataCacheKey::operator==(swift::MetadataCacheKey const&) const",
        names[4]: "$sXXnot",
      ])
  }

  @Test(arguments: [
    ("/b/a/p/Sources/X/Y/z.swift", "Sources/X/Y/z.swift"),
    ("/b/Sources/p/Sources/X/z.swift", "Sources/X/z.swift"),
    ("/b/p/.build/checkouts/OpenCombine/Sources/O/z.swift", "OpenCombine/Sources/O/z.swift"),
    ("/b/p/Benchmarks/K/main.swift", "Benchmarks/K/main.swift"),
    ("/usr/include/stdio.h", "stdio.h"), ("z.c", "z.c"), ("/x/Sources", "Sources"), ("", ""),
  ])
  func sourcesHaveTheSameNameWhereverTheyWereBuilt(_ path: String, _ short: String) {
    #expect(SourcePath.short(path) == short)
  }
}
