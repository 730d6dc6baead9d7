import BenchmarkModel
import BenchmarkResults
import Foundation

extension WorkerProgram {
  /// The SHA-256 of the executable; nil if it cannot be read.
  var digest: String? { Self.digest(of: [executable]) }

  /// The SHA-256 of the compiler's words and of the libraries' files; nil if one of them cannot be read.
  var toolchainDigest: String? { Self.digest(of: libraries, after: clang) }

  private static func digest(of files: [String], after start: String = "") -> String? {
    let digest = SHA256()
    digest.update(Array(start.utf8))
    for file in files {
      guard let bytes = try? RegularFile.read(file) else { return nil }
      digest.update(bytes)
    }
    return digest.hexadecimal
  }

  /// The files in a folder that changed after SwiftPM built the program from them, as paths in the folder, at most 100.
  ///
  /// After a change of a comment SwiftPM writes no object and links nothing. But with each module that it compiled it
  /// writes a list of the files that went into it, so a file is compared with the list that names it.
  ///
  /// - Returns: nil if this is not known, since SwiftPM left no lists beside the program, or they name no file in the
  ///   folder.
  package func newerSources(in root: String) -> [String]? {
    let program = URL(filePath: executable).resolvingSymlinksInPath()
    let built = "\(program.deletingLastPathComponent().path)/"
    let objects = Set(
      Self.text("\(program.path).product/Objects.LinkFileList").split(separator: "\n")
        .map { $0.trimmingCharacters(in: ["'"]) })
    // The time until which a change of each file is in the program.
    var times: [String: Date] = [:]
    func add(_ paths: some Sequence<String>, asOf written: String) {
      guard let time = Self.date(written) else { return }
      for path in paths where path.hasPrefix("\(root)/") {
        // A header that changed is compiled again only where it is imported directly.
        times[path] = max(time, times[path] ?? time)
      }
    }
    for files in Set(objects.map(Self.folder)).map(Self.files) {
      for list in files where list.hasSuffix(".d") {
        // The list of a file of C that was removed is left behind.
        let object = "\(list.dropLast(2)).o"
        guard objects.contains(object) || !files.contains(object) else { continue }
        let inputs = Self.inputs(of: list).filter { !$0.hasPrefix(built) }
        // Folders of Swift may have new files of the module, which the list does not name.
        let folders = Set(inputs.filter { $0.hasSuffix(".swift") }.map(Self.folder))
        add(inputs + folders.flatMap(Self.files).filter { $0.hasSuffix(".swift") }, asOf: list)
      }
    }
    guard !times.isEmpty else { return nil }
    // An object may have been compiled for another program, and not be linked into this one yet.
    add(objects, asOf: program.path)
    let package = URL(filePath: "\(built)../../..").standardized.path
    add(
      Self.files(in: package).filter {
        $0.hasSuffix("/Package.swift") || $0.hasSuffix("/Package.resolved")
      }, asOf: "\(built)description.json")
    let newer = times.filter { Self.date($0.key) ?? .distantFuture > $0.value }.keys
    return Array(newer.map { String($0.dropFirst(root.count + 1)) }.sorted().prefix(100))
  }

  /// The package that SwiftPM built the program in; nil if SwiftPM left no lists beside it.
  package var package: String? {
    let program = URL(filePath: executable).resolvingSymlinksInPath()
    guard FileManager.default.fileExists(atPath: "\(program.path).product/Objects.LinkFileList")
    else { return nil }
    return program.deletingLastPathComponent().appending(path: "../../..").standardized.path
  }

  private static func folder(of file: String) -> String {
    URL(filePath: file).deletingLastPathComponent().path
  }

  private static func files(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).map { "\(folder)/\($0)" }
  }

  private static func text(_ path: String) -> String {
    (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
  }

  private static func date(_ path: String) -> Date? {
    try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
  }

  /// The files that the first rule of a list in make's notation names.
  private static func inputs(of list: String) -> [String] {
    var rule = ""
    for line in text(list).utf8.split(separator: UInt8(ascii: "\n")) {
      rule += String(Substring(line))
      guard rule.hasSuffix("\\") else { break }
      rule.removeLast()
    }
    guard let colon = rule.firstRange(of: ": ") else { return [] }
    return rule[colon.upperBound...].matches(of: /(?:\\.|[^ \\])+/).map { match in
      String(match.output.replacing(/[\\$](.)/) { $0.output.1 })
    }
  }
}
