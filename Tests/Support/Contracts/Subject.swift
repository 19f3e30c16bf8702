public import Testing
public import TidingsCore

/// How to make a publisher and drive it: what a contract is tried on.
///
/// Every subject publishes integers; a filter or map is set up so that it passes on what was sent.
public struct Subject: Sendable, CustomTestStringConvertible {
  /// The updates that a subscriber receives first.
  public enum Memory: Sendable, Equatable {
    /// Nothing: events.
    case nothing
    /// The last sent number, if any.
    case latest
    /// The last sent number, or else this one.
    case value(Int)
  }

  public let name: String
  public let memory: Memory
  /// Starts with its first subscriber, and forgets its updates with the last one.
  public let isCold: Bool
  /// The updates right before the end.
  public let result: Int?
  /// Its value can be read without subscribing.
  public let isReadable: Bool
  /// Has a hub of its own behind its source, and accepts what waits there when it is delivered to it.
  public let isShared: Bool
  /// It is read after each change, so changes of several threads may be one update.
  public let mergesChanges: Bool
  public let make: @Sendable () -> Fixture
  /// Makes it with its operator so many times in a row; nil where its output does not fit its input.
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

  /// The same with its operator so many times in a row.
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
  /// Whether the operator is subscribed to its source; nil if it stays subscribed, or is no operator.
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

  /// Subscribes with a history.
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

  /// To be called by a start closure; the token records the stop.
  ///
  /// After `keepStoppedRuns()` the source of a run is kept from the moment the run is stopped, and not before:
  /// letting go of it is an end.
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

  /// Sends through the run that was stopped last. Returns false where there is none.
  public func sendThroughStoppedRun(_ update: Int) -> Bool {
    guard let send = stale.current else { return false }
    send(update)
    return true
  }

  /// Lets go of the run that was stopped last, which keeps its hub alive and so everything that its start has captured.
  public func forgetStoppedRun() {
    stale.letGo()
  }
}
