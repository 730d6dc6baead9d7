import Subprocess

extension PlatformOptions {
  /// A process group of its own: Ctrl-C reaches this program alone, and whatever the other one launches ends with it.
  ///
  /// - Parameter time: how long it is given to end by itself before it is killed.
  /// - Returns: the options.
  static func apart(ending time: Duration = .milliseconds(200)) -> PlatformOptions {
    var options = PlatformOptions()
    options.processGroupID = 0
    options.teardownSequence = [.terminate(within: time)]
    return options
  }
}

extension TeardownStep {
  /// Tells a process and all that it launched to end, and waits so long for that.
  static func terminate(within time: Duration) -> TeardownStep {
    .send(signal: .terminate, toProcessGroup: true, allowedDurationToNextStep: time)
  }
}
