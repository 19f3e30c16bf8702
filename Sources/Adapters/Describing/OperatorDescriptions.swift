extension Action: CustomStringConvertible, CustomReflectable {
  public var description: String { "\(Self.self)" }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension DeferredPublisher: CustomStringConvertible, CustomReflectable {
  public var description: String { "\(Self.self)" }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension MainActorBroadcaster: CustomStringConvertible, CustomReflectable {
  public var description: String { "\(Self.self)" }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension MainActorValue: CustomStringConvertible, CustomReflectable {
  /// The type: `MainActorValue<String>`. The value is not read.
  public var description: String { "\(Self.self)" }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension TimerSource: CustomStringConvertible, CustomReflectable {
  /// The state: `TimerSource(running)` or `TimerSource(stopped)`.
  public var description: String { "TimerSource(\(isRunning ? "running" : "stopped"))" }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
