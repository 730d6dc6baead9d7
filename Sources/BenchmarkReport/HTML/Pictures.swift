import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults
import Foundation

/// The pictures of a run that `scripts/plot` has drawn, for a page.
package struct Pictures: Sendable {
  let pictures: [Document.Picture]
  /// The reason why there are none, and how to make them; nil if there are some.
  package let note: String?

  /// No pictures, and no note.
  package static let none = Pictures(pictures: [], note: nil)

  private init(pictures: [Document.Picture], note: String?) {
    self.pictures = pictures
    self.note = note
  }

  /// The name of the list of pictures in their folder.
  package static let indexName = "pictures.json"

  private struct Index: Decodable {
    struct Entry: Decodable {
      var alt: String
      var svg: String
      var svgNarrow: String?
    }

    var run: String
    var against: String?
    var pictures: [Entry]
  }

  /// Reads the pictures in a folder, if they belong to these runs.
  ///
  /// - Parameters:
  ///   - folder: the folder in which `scripts/plot` left them.
  ///   - run: the run in question.
  ///   - against: the run that it is compared with.
  /// - Throws: ``Problem`` if the list of pictures, or one of them, is damaged.
  package init(folder: String, of run: Run, against: Run?) throws(Problem) {
    let names =
      [ShellText.path(run.name, or: "RUN")]
      + (against.map { ["--against", ShellText.path($0.name, or: "BASELINE")] } ?? [])
    let hint =
      "in a clone of keystroke-bench, scripts/report \(names.joined(separator: " ")) --out FILE draws them"
    guard RegularFile.isNamed("\(folder)/\(Self.indexName)") else {
      self.init(pictures: [], note: "there are no pictures in \(folder): \(hint)")
      return
    }
    let index = try Self.index(folder, hint)
    guard Self.ids(run).contains(index.run),
      against.map({ Self.ids($0).contains(index.against ?? "") }) ?? (index.against == nil)
    else {
      let drawn = [index.run, index.against].compactMap(\.self).joined(separator: " against ")
      self.init(
        pictures: [], note: "the pictures in \(folder) are of another run, \(drawn): \(hint)")
      return
    }
    var pictures: [Document.Picture] = []
    var bytes = 0
    for entry in index.pictures.prefix(Self.most) {
      let wide = try Self.url(entry.svg, folder, hint)
      let narrow = try entry.svgNarrow.map { name throws(Problem) in
        try Self.url(name, folder, hint)
      }
      // One file may be named many times.
      bytes += wide.utf8.count + (narrow?.utf8.count ?? 0)
      guard bytes <= Self.largestPage else {
        throw Problem(
          "\(folder): the pictures have more than \(Self.largestPage >> 20) MB",
          hint: "\(hint) anew")
      }
      pictures.append(Document.Picture(alt: entry.alt, wide: wide, narrow: narrow))
    }
    self.init(
      pictures: pictures,
      note: pictures.isEmpty ? "no picture was drawn in \(folder): \(hint)" : nil)
  }

  /// The ids of a run in a list of pictures; a baseline also has the id of the run that it was saved from.
  private static func ids(_ run: Run) -> [String] {
    [run.metadata.id, run.metadata.savedFrom].compactMap(\.self)
  }

  private static func index(_ folder: String, _ hint: String) throws(Problem) -> Index {
    let file = "\(folder)/\(indexName)"
    do {
      let bytes = try RegularFile.read(file, limit: largest)
      // A decoder crashes if brackets nest too deeply.
      try JSONShape().check(bytes)
      return try JSONDecoder().decode(Index.self, from: Data(bytes))
    } catch {
      throw Problem("\(file): the list of pictures is damaged", hint: "\(hint) anew")
    }
  }

  /// The maximum number of pictures on a page; `scripts/plot` makes about a dozen.
  private static let most = 100
  /// The maximum size of a picture, in bytes; those of `scripts/plot` have a twentieth of it.
  private static let largest = 2 << 20

  /// The maximum total size of the pictures in the page, in bytes.
  private static let largestPage = 16 << 20

  /// The picture as a `data:` URL for an `img` element.
  ///
  /// There a browser runs no script and follows no address of it, whatever it contains: the safety of the page rests on
  /// that, and not on the check here.
  private static func url(
    _ name: String, _ folder: String, _ hint: String
  ) throws(Problem) -> String {
    let file = "\(folder)/\(name)"
    // The list may come from elsewhere, so it may only name files of its own folder.
    guard !name.contains("/"), !name.hasPrefix(".") else {
      throw Problem("\(file): the picture could not be read", hint: "\(hint) anew")
    }
    let bytes: [UInt8]
    do throws(RegularFile.Refusal) {
      bytes = try RegularFile.read(file, limit: largest)
    } catch {
      throw Problem("\(file): the picture could not be read: \(error)", hint: "\(hint) anew")
    }
    if let fault = PictureCheck.fault(of: Data(bytes)) {
      throw Problem("\(file): \(fault)", hint: "\(hint) anew")
    }
    let text = inked(String(decoding: bytes, as: UTF8.self))
    return "data:image/svg+xml;base64,\(Data(text.utf8).base64EncodedString())"
  }

  /// The picture with a text colour that is readable on the page, light or dark: the page's colours do not apply within
  /// an `img`.
  private static func inked(_ svg: String) -> String {
    guard let root = svg.firstMatch(of: /<svg\b[^>]*[^>\/]>/) else { return svg }
    return svg[..<root.range.upperBound]
      + "<style>:root{color:#16181c}@media(prefers-color-scheme:dark){:root{color:#e8eaee}}</style>"
      + svg[root.range.upperBound...]
  }
}
