import BenchmarkReport
import BenchmarkResults
import Glibc

/// The three standard streams of a process.
enum StandardStreams {
  /// Turns a closed pipe and a file at its size limit into errors that can be handled, and keeps closed streams from
  /// being reused.
  ///
  /// A file that is opened while a stream is closed would get the stream's number, and the report would be written into
  /// it. Closed standard output is replaced by a file that cannot be written, so that writing fails.
  static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) == -1 {
      // The lowest free number is the closed one, since those below it are open.
      _ = open("/dev/null", descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Returns true if a stream is a terminal that obeys escape sequences; one that names itself dumb shows them.
  static func obeysEscapes(_ descriptor: Int32) -> Bool {
    isatty(descriptor) != 0 && getenv("TERM").map { String(cString: $0) } != "dumb"
  }

  /// The columns of a terminal; nil for a stream that is not a terminal, or that does not tell.
  static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 1 else { return nil }
    return Int(size.ws_col)
  }

  /// The columns that tables have to fit: those that the variable COLUMNS states, else those of standard output.
  static var width: Int? {
    getenv("COLUMNS").flatMap { Int(String(cString: $0)) }.flatMap { $0 > 0 ? $0 : nil }
      ?? columns(of: STDOUT_FILENO)
  }

  /// Writes lines to standard error, without what a terminal would obey; if that fails there is nobody left to tell.
  static func complain(_ text: String) {
    _ = write(ShownText.document(text), to: STDERR_FILENO)
  }

  /// Writes one line to standard error, cut if it is too long, because an error or a note may contain text from a file.
  static func complain(line: String) {
    complain(ShownText.line(line, limit: ShownText.errorLimit) + "\n")
  }

  /// Writes all of the text; returns false with the reason in errno if it fails.
  static func write(_ text: String, to descriptor: Int32) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      var done = 0
      while done < bytes.count {
        let put = Glibc.write(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
        if put > 0 {
          done += put
        } else if errno == EAGAIN {
          // The pipe was made non-blocking by another process.
          var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          if poll(&wait, 1, -1) < 0 && errno != EINTR { return false }
        } else if errno != EINTR {
          return false
        }
      }
      return true
    }
  }
}

/// Standard output for results: every write is checked, so that lost output is reported.
enum StandardOutput {
  /// Writes all of the text, without characters that a terminal would obey.
  ///
  /// - Throws: ``OutputError`` if standard output is closed or full, or is a pipe that nobody reads any more.
  static func write(_ text: String) throws(OutputError) { try put(ShownText.document(text)) }

  /// Writes a report in a format; the lines of a text are safe already, and may have the colours of a terminal.
  ///
  /// - Throws: ``OutputError`` as ``write(_:)`` does.
  static func write(_ report: String, as format: ReportFormat) throws(OutputError) {
    if format == .text { try put(report) } else { try write(report) }
  }

  private static func put(_ text: String) throws(OutputError) {
    guard StandardStreams.write(text, to: STDOUT_FILENO) else {
      let reason = errno
      throw OutputError(
        description:
          "the results could not be written to standard output: \(String(cString: strerror(reason)))",
        hasNoReader: reason == EPIPE)
    }
  }
}
