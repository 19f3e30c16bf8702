public import Testing
public import TidingsCore

/// A kind of publisher that the contracts test, and the functions to create and control it.
///
/// Every subject publishes integers. A filter or map forwards all updates unchanged.
public struct Subject: Sendable, CustomTestStringConvertible {
  /// The updates that a subscriber receives first.
  public enum Memory: Sendable, Equatable {
    /// No update, as for events.
    case nothing
    /// The last sent number, if any.
    case latest
    /// The last sent number, or this one if there is none.
    case value(Int)
  }

  public let name: String
  public let memory: Memory
  /// Whether it starts with its first subscriber, and forgets its updates when the last one leaves.
  public let isCold: Bool
  /// The updates right before the end.
  public let result: Int?
  /// Whether its value can be read without subscribing.
  public let isReadable: Bool
  /// Whether it has its own hub, which accepts the pending updates of its source when they are delivered.
  public let isShared: Bool
  /// Whether its value is read after each change, so that changes of several threads may be one update.
  public let mergesChanges: Bool
  public let make: @Sendable () -> Fixture
  /// Creates a chain of its operator with this length. It is nil if the output type differs from the input type.
  public let chain: (@Sendable (_ length: Int) -> Fixture)?

  public init(
    _ name: String, memory: Memory = .nothing, isCold: Bool = false, result: Int? = nil,
    isReadable: Bool = false, isShared: Bool = false, mergesChanges: Bool = false,
    chain: (@Sendable (_ length: Int) -> Fixture)? = nil, make: @escaping @Sendable () -> Fixture
  ) {
    self.name = name
    self.memory = memory
    self.isCold = isCold
    self.result = result
    self.isReadable = isReadable
    self.isShared = isShared
    self.mergesChanges = mergesChanges
    self.chain = chain
    self.make = make
  }

  public init(
    _ name: String, memory: Memory = .nothing, result: Int? = nil, isReadable: Bool = false, isShared: Bool = false,
    mergesChanges: Bool = false, chain: @escaping @Sendable (_ length: Int) -> Fixture
  ) {
    self.init(
      name, memory: memory, result: result, isReadable: isReadable, isShared: isShared, mergesChanges: mergesChanges,
      chain: chain
    ) {
      chain(1)
    }
  }

  /// A subject with a chain of its operator.
  public func inARow(_ length: Int) -> Subject? {
    chain.map { chain in
      Subject("\(length) times \(name)", memory: memory, result: result, isReadable: isReadable, isShared: isShared) {
        _ in chain(length)
      }
    }
  }

  public var testDescription: String { name }

  public var isValue: Bool {
    if case .value = memory { true } else { false }
  }

  /// Returns the updates that a new subscriber receives first, after these were sent to another one.
  public func first(after sent: [Int] = []) -> [Int] {
    switch memory {
    case .nothing: []
    case .latest: sent.suffix(1)
    case .value(let initial): [sent.last ?? initial]
    }
  }
}

/// A publisher and its handles.
public struct Fixture: Sendable {
  public let publisher: any Publisher<Int>
  public let send: @Sendable (Int) -> Void
  /// Ends the publisher, from its source.
  public let finish: @Sendable () -> Void
  /// Reads the value of a readable subject.
  public let value: @Sendable () -> Int
  /// The runs of a cold subject.
  public let runs: Runs
  /// Whether the operator is subscribed to its source. It is nil if it stays subscribed or if there is no operator.
  public let isSourceFollowed: (@Sendable () -> Bool)?

  public init(
    _ publisher: any Publisher<Int>, send: @escaping @Sendable (Int) -> Void,
    finish: @escaping @Sendable () -> Void, runs: Runs = Runs(), isSourceFollowed: (@Sendable () -> Bool)? = nil,
    value: @escaping @Sendable () -> Int = { preconditionFailure("This subject cannot be read") }
  ) {
    self.publisher = publisher
    self.send = send
    self.finish = finish
    self.runs = runs
    self.isSourceFollowed = isSourceFollowed
    self.value = value
  }

  /// Subscribes, and records the updates in a history.
  public func listen(to history: History<Int>) -> Subscription {
    publisher.attach { history.record($0) }
  }
}

/// Keeps the argument of a start closure until it is released.
public final class Held<Source: Sendable>: Sendable {
  private let source = Locked<Source?>(nil)

  public init(_ source: Source? = nil) {
    self.source.withLock { $0 = source }
  }

  public var current: Source? {
    source.withLock { $0 }
  }

  public func hold(_ new: Source) {
    _ = source.withLock { source in
      defer { source = new }
      return source
    }
  }

  public func take() -> Source? {
    source.withLock { source in
      defer { source = nil }
      return source
    }
  }

  @discardableResult
  public func letGo() -> Bool {
    take() != nil
  }
}

/// The calls of a cold subject, and access to a run that has ended.
public final class Runs: Sendable {
  public let log = History<String>()
  private let stale = Held<@Sendable (Int) -> Void>()
  private let keepsStoppedRuns = Held<Void>()

  public init() {}

  /// Records a start. Called by a start closure. The returned token records the stop.
  ///
  /// After `keepStoppedRuns()`, the source of a run is kept when the run is stopped. It is not kept before that,
  /// because its release is an end.
  public func begin<Source: AnyObject & Sendable>(
    _ source: Source, sending send: @escaping @Sendable (Source, Int) -> Void,
    stop: @escaping @Sendable () -> Void
  ) -> Subscription {
    log.record("start")
    return Subscription { [weak source, log, stale, keepsStoppedRuns] in
      log.record("stop")
      if let source, keepsStoppedRuns.current != nil { stale.hold { send(source, $0) } }
      stop()
    }
  }

  public func keepStoppedRuns() {
    keepsStoppedRuns.hold(())
  }

  /// Sends through the run that was stopped last. Returns false if there is none.
  public func sendThroughStoppedRun(_ update: Int) -> Bool {
    guard let send = stale.current else { return false }
    send(update)
    return true
  }

  /// Releases the run that was stopped last. It keeps its hub alive, and with it all objects that its start has
  /// captured.
  public func forgetStoppedRun() {
    stale.letGo()
  }
}
