public import Testing
public import TidingsCore

/// A way for updates to move to another place: what a hop contract is tried on.
public struct HopSubject: Sendable, CustomTestStringConvertible {
  /// The known facts about the place when an update is published there.
  public enum AtOnce: Sendable {
    /// No update is delivered immediately.
    case never
    /// The initial delivery is, when `subscribe` is called there.
    case initially
    /// Updates that are published there without pending ones.
    case whenThere
  }

  public let name: String
  public let atOnce: AtOnce
  /// Jobs of the place run one after the other, so that giving up there stops everything.
  public let isSerial: Bool
  /// Takes a limit for the updates that wait.
  public let buffers: Bool
  public let make: @Sendable () -> HopRig

  public init(
    _ name: String, atOnce: AtOnce = .never, isSerial: Bool = true, buffers: Bool = true,
    make: @escaping @Sendable () -> HopRig
  ) {
    self.name = name
    self.atOnce = atOnce
    self.isSerial = isSerial
    self.buffers = buffers
    self.make = make
  }

  public var testDescription: String { name }
}

/// A place and the way to it.
public struct HopRig: Sendable {
  /// The actions of a subscriber.
  public struct Subscriber: Sendable {
    public let buffering: Buffering
    public let receive: @Sendable (Int) -> Void
    public let ended: @Sendable () -> Void
    /// Called in the place when `subscribe` has returned there.
    public let subscribed: @Sendable () -> Void
  }

  public typealias Subscribe = @Sendable (any Publisher<Int>, Subscriber) async -> Subscription
  public typealias Perform = @Sendable (_ body: @escaping @Sendable () -> Void) async -> Void

  private let subscribe: Subscribe
  /// Runs the body in the place.
  public let perform: Perform
  /// Whether the calling code runs in the place.
  public let isCurrent: @Sendable () -> Bool

  /// - Parameter subscribe: Subscribes, so that everything arrives in the place; called anywhere, it happens there.
  public init(
    subscribe: @escaping Subscribe, perform: @escaping Perform, isCurrent: @escaping @Sendable () -> Bool
  ) {
    self.subscribe = subscribe
    self.perform = perform
    self.isCurrent = isCurrent
  }

  func subscribe(
    to publisher: any Publisher<Int>, buffering: Buffering = .unbounded,
    subscribed: @escaping @Sendable () -> Void = {}, ended: @escaping @Sendable () -> Void = {},
    _ receive: @escaping @Sendable (Int) -> Void
  ) async -> Subscription {
    await subscribe(
      publisher, Subscriber(buffering: buffering, receive: receive, ended: ended, subscribed: subscribed))
  }
}

/// A contract of hops, a way to hop, and a publisher to hop from.
public struct HopContractCase: Sendable, CustomTestStringConvertible {
  let contract: HopContract
  let hop: HopSubject
  let source: Subject

  public var testDescription: String { "\(contract.name) — \(hop.name), \(source.name)" }

  /// Every contract with every way to hop and every source it applies to, or the share of these that is run.
  public static func all(for hops: [HopSubject], from sources: [Subject]) -> [HopContractCase] {
    HopContract.all.flatMap { contract in
      hops.filter(contract.applies).flatMap { hop in
        sources.filter(contract.appliesToSource).map { HopContractCase(contract: contract, hop: hop, source: $0) }
      }
    }.sized
  }

  /// Tries the contract, and waits for the release of all objects.
  public func check() async throws {
    try await LiveScope.expectingNoLeaks { try await contract.check(hop, source) }
  }
}
