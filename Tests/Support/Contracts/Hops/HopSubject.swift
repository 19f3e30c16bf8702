public import Testing
public import TidingsCore

/// A way to deliver updates in another context, which the hop contracts test.
public struct HopSubject: Sendable, CustomTestStringConvertible {
  /// The updates that are delivered immediately if they are sent in the context.
  public enum AtOnce: Sendable {
    /// No update is delivered immediately.
    case never
    /// The initial delivery is immediate if `subscribe` is called in the context.
    case initially
    /// Updates that are sent in the context are delivered immediately if none is pending.
    case whenThere
  }

  public let name: String
  public let atOnce: AtOnce
  /// Whether jobs of the context run one after the other, so that cancelling in the context stops all deliveries.
  public let isSerial: Bool
  /// Whether it has a limit for pending updates.
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

/// A delivery context and a way to subscribe in it.
public struct HopRig: Sendable {
  /// The actions of a subscriber.
  public struct Subscriber: Sendable {
    public let buffering: Buffering
    public let receive: @Sendable (Int) -> Void
    public let ended: @Sendable () -> Void
    /// Called in the context when `subscribe` has returned.
    public let subscribed: @Sendable () -> Void
  }

  public typealias Subscribe = @Sendable (any Publisher<Int>, Subscriber) async -> Subscription
  public typealias Perform = @Sendable (_ body: @escaping @Sendable () -> Void) async -> Void

  private let subscribe: Subscribe
  /// Runs the body in the context.
  public let perform: Perform
  /// Whether the calling code runs in the context.
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

  /// Every contract with every hop and every source to which it applies, or the share of these that is run.
  public static func all(for hops: [HopSubject], from sources: [Subject]) -> [HopContractCase] {
    HopContract.all.flatMap { contract in
      hops.filter(contract.applies).flatMap { hop in
        sources.filter(contract.appliesToSource).map { HopContractCase(contract: contract, hop: hop, source: $0) }
      }
    }.sized
  }

  /// Checks the contract, and waits for the release of all objects.
  public func check() async throws {
    try await LiveScope.expectingNoLeaks { try await contract.check(hop, source) }
  }
}
