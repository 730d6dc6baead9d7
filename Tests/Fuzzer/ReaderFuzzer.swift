import BenchmarkModel
import Foundation
import KeystrokeSuites

/// A fuzzer of readers: for any file, a reader returns its contents or refuses it with an error that names the file.
enum ReaderFuzzer {
  static func readTrace(_ input: UnsafeRawBufferPointer) {
    let text = String(decoding: input, as: UTF8.self)
    do throws(EditCaseError) {
      for trace in try TraceReader.parse(text, file: "input") {
        require(!trace.id.isEmpty && !trace.steps.isEmpty, "\(trace) says nothing")
      }
    } catch {
      require(error.description.hasPrefix("input"), error.description)
    }
  }

  static func readCases(_ input: UnsafeRawBufferPointer) {
    do throws(EditCaseError) {
      for editCase in try EditCaseReader.parse(Data(input), file: "input") {
        require(
          editCase.selection.upperBound <= editCase.before.utf16.count,
          "\(editCase) is not in its text")
        require(!editCase.steps.isEmpty, "\(editCase) does nothing")
      }
    } catch {
      require(error.description.hasPrefix("input"), error.description)
    }
  }
}
