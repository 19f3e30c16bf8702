import Testing
import Tidings
import TidingsCore
import TidingsTesting

@Suite("The contracts of operators")
struct OperatorContractTests {
  @Test func `are kept by operators of the library`() async {
    await expectOperatorContracts { $0.map { $0 } }
    await expectOperatorContracts {
      $0.filter { $0.isMultiple(of: 2) }.map { $0 / 2 }
    } sending: {
      [$0 * 2 - 1, $0 * 2]
    }
    await expectOperatorContracts(concurrently: false) { $0.delay(for: .seconds(1), scheduler: ImmediateScheduler()) }
  }

  @Test func `are broken by one that subscribes when it is made`() async {
    let failures = await failures { await expectOperatorContracts { Forwarding($0, isEager: true) } }
    #expect(
      failures.map(\.headline).contains(
        "P8: the operator subscribed to its source before its first subscription"))
  }

  @Test func `are broken by a publisher that stays subscribed after its subscriber has left`() async {
    let failures = await failures { await expectOperatorContracts { Forwarding($0, isEager: false) } }
    #expect(
      failures.map(\.headline) == [
        "P2: the operator stayed subscribed to its source after its last subscriber had left"
      ])
  }
}

/// Passes everything on, and keeps its tokens of the source.
private final class Forwarding: Publisher, Sendable {
  private let source: Broadcaster<Int>
  private let tokens = Locked<[Subscription]>([])

  init(_ source: Broadcaster<Int>, isEager: Bool) {
    self.source = source
    if isEager { keep(source.attach { _ in }) }
  }

  func attach(_ receive: @escaping @Sendable (Int) -> Void, ended: (@Sendable () -> Void)?) -> Subscription {
    let relay = BroadcastSource<Int>()
    let token = source.attach { relay.send($0) }
    token.whenEnded(isolation: nil) { relay.finish() }
    keep(token)
    return relay.attach(receive, ended: ended)
  }

  private func keep(_ token: Subscription) {
    tokens.withLock { $0.append(token) }
  }
}
