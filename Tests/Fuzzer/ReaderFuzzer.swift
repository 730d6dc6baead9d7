import KeystrokeWorkload

/// Whatever is in a file, a reader returns what it says or refuses it with a line.
enum ReaderFuzzer {
  static func readTrace(_ input: UnsafeRawBufferPointer) {
    let text = String(decoding: input, as: UTF8.self)
    do throws(TraceError) {
      let trace = try TraceReader.parse(text, file: "input")
      require(!trace.name.isEmpty, "a trace without a name")
    } catch {
      require(error.description.hasPrefix("input"), error.description)
    }
  }

  static func readCases(_ input: UnsafeRawBufferPointer) {

  }
}
