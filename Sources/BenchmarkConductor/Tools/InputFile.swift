import Foundation
import SystemPackage

/// What a program is given to read, in a file that has no name any more.
///
/// Subprocess can write to a pipe by itself, but ends this program where the other one does not read to the end, or where
/// the task is cancelled meanwhile.
enum InputFile {
  /// A file with this text, open at its beginning; whoever launches the program closes it.
  ///
  /// - Throws: ``RunError`` or the system's error where it cannot be written.
  static func holding(_ text: String) throws -> FileDescriptor {
    let folder = try TemporaryPlace.fresh()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = "\(folder)/input"
    try Data(text.utf8).write(to: URL(filePath: path))
    return try FileDescriptor.open(FilePath(path), .readOnly, options: .closeOnExec)
  }
}
