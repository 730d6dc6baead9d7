import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Checks that a picture is complete, and contains nothing but a picture, because it may come from anybody.
final class PictureCheck: NSObject, XMLParserDelegate {
  private var fault: String?
  private var isFirst = true
  private var depth = 0

  /// The fault of a picture; nil if there is none.
  static func fault(of data: Data) -> String? {
    // Foundation's parser traps on an element or attribute whose name is not UTF-8.
    guard String(validating: data, as: UTF8.self) != nil else { return "not UTF-8" }
    let check = PictureCheck()
    let parser = XMLParser(data: data)
    parser.shouldResolveExternalEntities = false
    parser.delegate = check
    let parsed = parser.parse()
    if let fault = check.fault { return fault }
    // A file that ends too early is no error to the parser.
    return parsed && !check.isFirst && check.depth == 0 ? nil : "not whole, or not well-formed XML"
  }

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    let name = Self.local(element)
    if isFirst && name != "svg" { refuse("not a picture but \(element)", parser) }
    isFirst = false
    depth += 1
    if ["script", "foreignobject", "iframe", "embed", "object", "html"].contains(name) {
      refuse("holds \(element), which a picture needs not", parser)
    }
    for (key, value) in attributes {
      let key = Self.local(key)
      if key.hasPrefix("on") { refuse("holds the script \(key)", parser) }
      let isOwn = value.hasPrefix("#") || (name == "image" && value.hasPrefix("data:image/"))
      if key == "href" && !isOwn { refuse("points out of itself", parser) }
    }
  }

  func parser(
    _ parser: XMLParser, didEndElement element: String, namespaceURI: String?,
    qualifiedName: String?
  ) {
    depth -= 1
  }

  private func refuse(_ fault: String, _ parser: XMLParser) {
    if self.fault == nil { self.fault = fault }
    parser.abortParsing()
  }

  /// The name without its prefix, in lower case, as a browser compares names.
  private static func local(_ name: String) -> String {
    (name.split(separator: ":").last.map(String.init) ?? name).lowercased()
  }
}
