extension Recorder {
  /// The former name of ``Recorder/updates``.
  @available(*, unavailable, renamed: "updates")
  public var all: [Update] { updates }
}

extension StubRun {
  /// The former name of ``StubRun/startTime``.
  @available(*, unavailable, renamed: "startTime")
  public var began: Duration { startTime }

  /// The former name of ``StubRun/endTime``.
  @available(*, unavailable, renamed: "endTime")
  public var over: Duration? { endTime }
}

extension StubSubscription {
  /// The former name of ``StubSubscription/startTime``.
  @available(*, unavailable, renamed: "startTime")
  public var began: Duration { startTime }

  /// The former name of ``StubSubscription/init(startTime:ending:)``.
  @available(*, unavailable, renamed: "init(startTime:ending:)")
  public init(began: Duration, ending: Ending? = nil) {
    self.init(startTime: began, ending: ending)
  }
}

// Names of other test kits, which the compiler answers with those here.

extension Recorder {
  /// The name of CombineExpectations.
  @available(*, unavailable, renamed: "updates")
  public var elements: [Update] { updates }

  /// The name of CombineExpectations.
  @available(*, unavailable, renamed: "updates")
  public var availableElements: [Update] { updates }

  /// The name of RxTest.
  @available(*, unavailable, renamed: "timeline")
  public var events: [TimelineEvent<Update>] { timeline }
}
