import Glibc

/// The functions of a loaded shim that never counts.
enum StandingStill {
  /// Returns the address of the function `name`; nil if a shim has no function of that name.
  static func address(of name: String) -> UnsafeMutableRawPointer? {
    switch name {
    case "keystroke_shim_thread_counters":
      let function: @convention(c) () -> UnsafePointer<UInt64> = { StandingStill.counters }
      return unsafeBitCast(function, to: UnsafeMutableRawPointer.self)
    case "keystroke_shim_reset_peak":
      let function: @convention(c) () -> Void = {}
      return unsafeBitCast(function, to: UnsafeMutableRawPointer.self)
    case "keystroke_shim_process_counters":
      let function: @convention(c) (UnsafeMutablePointer<UInt64>) -> Void = { _ in }
      return unsafeBitCast(function, to: UnsafeMutableRawPointer.self)
    case "keystroke_shim_set_counting":
      let function: @convention(c) (Bool) -> Bool = { $0 }
      return unsafeBitCast(function, to: UnsafeMutableRawPointer.self)
    case "keystroke_shim_allocator_version":
      let function: @convention(c) () -> UnsafePointer<CChar> = { StandingStill.version }
      return unsafeBitCast(function, to: UnsafeMutableRawPointer.self)
    default:
      return dlsym(nil, name)
    }
  }

  // Never written and never freed.
  nonisolated(unsafe) private static let counters: UnsafePointer<UInt64> = {
    let counters = UnsafeMutablePointer<UInt64>.allocate(capacity: 8)
    counters.initialize(repeating: 0, count: 8)
    return UnsafePointer(counters)
  }()

  nonisolated(unsafe) private static let version: UnsafePointer<CChar> = {
    let text: [CChar] = [110, 111, 110, 101, 0]
    let version = UnsafeMutablePointer<CChar>.allocate(capacity: text.count)
    version.initialize(from: text, count: text.count)
    return UnsafePointer(version)
  }()
}
