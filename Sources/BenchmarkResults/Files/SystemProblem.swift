import Foundation

/// The system's reasons in words, with hints: the one place for errors of files.
package enum SystemProblem {
  /// An error in words: those of the system for one of a file, and its own for any other.
  package static func words(_ error: any Error) -> String {
    guard error is CocoaError || error is POSIXError else { return String(describing: error) }
    let error = error as NSError
    guard let code = code(of: error) else { return error.localizedDescription }
    let path = error.userInfo[NSFilePathErrorKey] as? String
    return (path.map { "\($0): " } ?? "") + String(cString: strerror(code))
      + (hint(of: code).map { "; \($0)" } ?? "")
  }

  /// Returns the hint for a reason; nil if nothing general is known.
  package static func hint(of code: CInt) -> String? {
    switch code {
    case ENOSPC: "make room on the disk"
    case EDQUOT: "make room in the quota"
    case EFBIG: "allow larger files, as with ulimit -f unlimited"
    case ENOMEM: "allow more memory, as with ulimit -v unlimited"
    case EMFILE: "allow more open files, as with ulimit -n 1024"
    case EACCES, EPERM: "allow it, or name another folder"
    case EROFS: "name a folder that can be written"
    default: nil
    }
  }

  /// Returns the hint for a reason that another program gives in words; nil if they hold none that is known.
  package static func hint(inWords words: String) -> String? {
    // So a shell and a compiler name the signal that comes of it.
    if words.contains("File size limit exceeded") { return hint(of: EFBIG) }
    return [ENOSPC, EDQUOT, EFBIG, EMFILE, EACCES, EROFS]
      .first { words.contains(String(cString: strerror($0))) }.flatMap(hint(of:))
  }

  /// The system's number behind an error of Foundation.
  private static func code(of error: NSError) -> CInt? {
    if error.domain == NSPOSIXErrorDomain { return CInt(error.code) }
    if let inner = error.userInfo[NSUnderlyingErrorKey] as? NSError, let code = code(of: inner) {
      return code
    }
    return switch CocoaError.Code(rawValue: error.code) {
    case .fileWriteOutOfSpace: ENOSPC
    case .fileReadNoPermission, .fileWriteNoPermission: EACCES
    case .fileWriteVolumeReadOnly: EROFS
    case .fileNoSuchFile, .fileReadNoSuchFile: ENOENT
    case .fileWriteFileExists: EEXIST
    default: nil
    }
  }
}
