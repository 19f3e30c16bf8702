// Names of other test kits, which the compiler answers with those here.

extension Recorder {
  /// A name that is often tried.
  @available(*, unavailable, renamed: "updates")
  public var all: [Update] { updates }

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
