import BenchmarkWorker
import Foundation
import Testing

/// Tests of this process's addresses, by its mappings and by the dynamic linker.
@Suite("Module map")
struct AllocationModuleMapTests {
  private func address(of name: String) throws -> UInt {
    UInt(bitPattern: try #require(dlsym(nil, name), "\(name)"))
  }

  @Test(
    "code of a shared library is in its file, at the address of the file's symbol",
    arguments: [("gnu_get_libc_version", "libc.so"), ("swift_retain", "libswiftCore.so")])
  func library(symbol: String, file: String) throws {
    let function = try address(of: symbol)
    // dladdr(3), whose declaration Swift's Glibc module hides: it writes the file, its base, and two more values.
    typealias Locate = @convention(c) (UInt, UnsafeMutablePointer<UInt>) -> CInt
    let locate = unsafeBitCast(try #require(dlsym(nil, "dladdr")), to: Locate.self)
    var holder: [UInt] = [0, 0, 0, 0]
    #expect(locate(function, &holder) != 0)
    // The address after the function's first byte, as if a call there returned.
    let place = try ModuleMap().call(returningTo: function + 1)
    #expect(place.module.contains(file), "\(place.module)")
    #expect(place.module.hasPrefix("/"))
    // Shared libraries are linked for address 0.
    #expect(place.address == function - holder[1])
  }

  @Test("this program's own code is in this program")
  func executable() throws {
    let here = Thread.callStackReturnAddresses.map(\.uintValue)
    let map = try ModuleMap()
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    #expect(here.contains { map.call(returningTo: $0).module == own })
  }

  @Test("an address without a mapped file stays unchanged, and names no file")
  func unknown() throws {
    let block = malloc(16)
    defer { free(block) }
    let heap = UInt(bitPattern: block)
    let place = try ModuleMap().call(returningTo: heap)
    #expect(place.module == "")
    #expect(place.address == heap - 1)
  }
}
