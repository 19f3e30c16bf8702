public import TidingsCore

// Former names and names of other test kits. The compiler reports the names of this kit.

/// The former name of the steps of a script. In place of `after:`, `at:` takes the time since the beginning.
@available(*, unavailable, renamed: "TimelineEvent") public typealias Scripted = TimelineEvent

/// A stub is not needed: a property has a value that a test can set.
@available(*, unavailable, renamed: "PublishedProperty") public typealias PublishedValueStub = PublishedProperty

extension PublishedTaskStub {
  /// The former name of a run.
  @available(*, unavailable, renamed: "StubRun") public typealias Run = StubRun<Progress, Success, Failure>
}

extension Recorder {
  /// A name that is often tried.
  @available(*, unavailable, renamed: "updates") public var all: [Update] { updates }

  /// The name of CombineExpectations.
  @available(*, unavailable, renamed: "updates") public var elements: [Update] { updates }

  /// The name of CombineExpectations.
  @available(*, unavailable, renamed: "updates") public var availableElements: [Update] { updates }

  /// The name of RxTest.
  @available(*, unavailable, renamed: "timeline") public var events: [TimelineEvent<Update>] { timeline }
}
