import BenchmarkResults
import Foundation

/// Facts about the objects of a build, as binutils tell them.
///
/// They order what is measured, and never decide what is left out, so a wrong one costs time and no verdict.
package enum ObjectReading {
  /// The sizes in bytes of the functions in an archive, by symbol, in ascending order: of the copies of which the linker
  /// takes one, or of functions of several objects that have one name.
  ///
  /// - Throws: `Problem` if nm(1) is missing or cannot read the archive.
  package static func sizes(in archive: String) async throws -> [String: [Int]] {
    let text = try await output("nm", ["--print-size", "--defined-only", archive])
    var sizes: [String: [Int]] = [:]
    for line in text.split(separator: UInt8(ascii: "\n")) {
      let words = line.split(separator: UInt8(ascii: " "))
      guard words.count == 4, let kind = words[2].first, "tTwWi".utf8.contains(kind),
        let size = Int(String(decoding: words[1], as: UTF8.self), radix: 16)
      else { continue }
      sizes[String(decoding: words[3], as: UTF8.self), default: []].append(size)
    }
    return sizes.mapValues { $0.sorted() }
  }

  /// The symbols of functions whose instructions or relocations differ between two archives, or that only one has.
  ///
  /// - Throws: `Problem` if objdump(1) is missing; the errors of the file system.
  package static func differing(_ first: String, _ second: String) async throws -> Set<String> {
    let sides = try [first, second].map(members)
    let names = Set(sides[0].keys).union(sides[1].keys).filter { sides[0][$0] != sides[1][$0] }
    var found: [[String: UInt64]] = []
    for side in sides {
      found.append(try await functions(in: names.sorted().compactMap { side[$0] }))
    }
    return Set(found[0].keys).union(found[1].keys).filter { found[0][$0] != found[1][$0] }
  }

  /// The objects of an archive (ar(5)), by name and number, since modules have files of the same name.
  private static func members(of archive: String) throws -> [String: Data] {
    let data = try Data(contentsOf: URL(filePath: archive), options: .alwaysMapped)
    let damage = Problem("\(archive) is damaged", hint: "remove .build/ab to build it anew")
    guard data.starts(with: "!<arch>\n".utf8) else { throw damage }
    var members: [String: Data] = [:]
    var count: [String: Int] = [:]
    var place = data.startIndex + 8
    while place + 60 <= data.endIndex {
      func field(_ start: Int, _ length: Int) -> String {
        String(decoding: data[place + start..<place + start + length], as: UTF8.self)
          .trimmingCharacters(in: .whitespaces)
      }
      guard let size = Int(field(48, 10)), size >= 0, place + 60 + size <= data.endIndex else {
        throw damage
      }
      let name = field(0, 16)
      count[name, default: 0] += 1
      // Not the index and the table of long names.
      if name != "/", name != "//" {
        members["\(name) \(count[name] ?? 0)"] = data[place + 60..<place + 60 + size]
      }
      place += 60 + size + size % 2
    }
    return members
  }

  /// A digest of the disassembly of each function in some objects, by symbol.
  private static func functions(in objects: [Data]) async throws -> [String: UInt64] {
    guard !objects.isEmpty else { return [:] }
    return try await TemporaryPlace.with { folder in
      var files: [String] = []
      for object in objects {
        files.append("\(folder)/\(files.count).o")
        try object.write(to: URL(filePath: files[files.count - 1]))
      }
      let text = try await output("objdump", ["-dr", "--no-show-raw-insn"] + files)
      var digests: [String: UInt64] = [:]
      var symbol: String?
      for line in text.split(separator: UInt8(ascii: "\n")) {
        // A function begins with `0000000000000000 <its symbol>:`, and all of its lines with a space.
        if line.first == UInt8(ascii: " ") || line.first == UInt8(ascii: "\t") {
          guard let symbol else { continue }
          var digest = digests[symbol, default: 0xcbf2_9ce4_8422_2325]
          for byte in line { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01b3 }
          digests[symbol] = digest
        } else if let start = line.firstIndex(of: UInt8(ascii: "<")), line.hasSuffix(">:") {
          symbol = String(decoding: line[(start + 1)...].dropLast(2), as: UTF8.self)
        } else {
          symbol = nil
        }
      }
      return digests
    }
  }

  private static func output(_ tool: String, _ arguments: [String]) async throws -> [UInt8] {
    guard let outcome = try? await SystemTool.run(tool, arguments), outcome.isSuccess else {
      try Task.checkCancellation()
      throw Problem(
        "\(tool) does not read the objects of a build", hint: "apt-get install binutils")
    }
    return outcome.output
  }
}

extension ArraySlice<UInt8> {
  fileprivate func hasSuffix(_ text: String) -> Bool {
    suffix(text.utf8.count).elementsEqual(text.utf8)
  }
}
