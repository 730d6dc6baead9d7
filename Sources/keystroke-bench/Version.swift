/// The version of the program, as tags and the change log have it.
enum Version {
  static let present = "0.1.0"
}
