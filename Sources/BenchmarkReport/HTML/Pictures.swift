import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults
import Foundation

/// The pictures of a run that `scripts/plot` has drawn: a page names their files, and contains none of them.
package struct Pictures: Sendable {
  /// A picture, by the addresses of its files relative to the page.
  struct Picture: Sendable {
    /// The picture in words.
    var alt: String
    var wide: String
    /// The same for a narrow screen.
    var narrow: String
  }

  let pictures: [Picture]
  /// The reason why the pictures in the folder are left out; nil if they are shown.
  package let note: String?

  /// No pictures, and no note.
  package static let none = Pictures(pictures: [], note: nil)

  private init(pictures: [Picture], note: String?) {
    self.pictures = pictures
    self.note = note
  }

  /// The name of the list of pictures in their folder.
  package static let indexName = "pictures.json"

  private struct Index: Decodable {
    struct Entry: Decodable {
      var alt: String
      var svg: String
      var svgNarrow: String
    }

    var run: String
    var against: String?
    var pictures: [Entry]
  }

  /// Lists the pictures in a folder whose files are there, if they belong to these runs.
  ///
  /// - Parameters:
  ///   - folder: the folder in which `scripts/plot` left them.
  ///   - page: the file of the page.
  ///   - run: the run in question.
  ///   - against: the run that it is compared with.
  /// - Throws: ``Problem`` if the list of pictures is missing or damaged.
  package init(
    folder: String, page: String, of run: Run, against: Run?
  ) throws(Problem) {
    let index = try Self.index(folder)
    guard Self.ids(run).contains(index.run),
      against.map({ Self.ids($0).contains(index.against ?? "") }) ?? (index.against == nil)
    else {
      let drawn = [index.run, index.against].compactMap(\.self).joined(separator: " against ")
      self.init(
        pictures: [],
        note: "the pictures in \(folder) are of another run, \(drawn); scripts/plot draws them anew"
      )
      return
    }
    let place = Self.steps(from: Self.parts(page).dropLast(), to: Self.parts(folder)[...])
    let pictures = index.pictures.compactMap { entry -> Picture? in
      guard Self.isFile(entry.svg, in: folder), Self.isFile(entry.svgNarrow, in: folder),
        let wide = Self.address(place + [entry.svg]),
        let narrow = Self.address(place + [entry.svgNarrow])
      else { return nil }
      return Picture(alt: entry.alt, wide: wide, narrow: narrow)
    }
    self.init(pictures: pictures, note: nil)
  }

  /// The ids of a run in a list of pictures; a baseline also has the id of the run that it was saved from.
  private static func ids(_ run: Run) -> [String] {
    [run.metadata.id, run.metadata.savedFrom].compactMap(\.self)
  }

  private static func index(_ folder: String) throws(Problem) -> Index {
    let file = "\(folder)/\(indexName)"
    do {
      let bytes = try RegularFile.read(file, limit: 2 << 20)
      // A decoder crashes if brackets nest too deeply.
      try JSONShape().check(bytes)
      return try JSONDecoder().decode(Index.self, from: Data(bytes))
    } catch {
      throw Problem(
        "\(file): the list of pictures is missing or damaged", hint: "scripts/plot writes it")
    }
  }

  /// True if a folder itself, and not one beside it, has a file of this name.
  private static func isFile(_ name: String, in folder: String) -> Bool {
    var isFolder: ObjCBool = false
    return !name.contains("/")
      && FileManager.default.fileExists(atPath: "\(folder)/\(name)", isDirectory: &isFolder)
      && !isFolder.boolValue
  }

  /// The steps from one folder to another.
  private static func steps(from start: ArraySlice<String>, to end: ArraySlice<String>) -> [String]
  {
    let common = zip(start, end).prefix { $0 == $1 }.count
    return Array(repeating: "..", count: start.count - common) + end.dropFirst(common)
  }

  private static func parts(_ path: String) -> [String] {
    URL(filePath: path).standardizedFileURL.pathComponents
  }

  /// The path as a relative URL: nothing of a name is markup, or another part of the URL.
  private static func address(_ steps: [String]) -> String? {
    steps.joined(separator: "/").addingPercentEncoding(withAllowedCharacters: unreserved)
  }

  /// The unreserved characters of RFC 3986, and the slash between the steps.
  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/")
}
