import Dispatch
import TestSupport
import Testing
import Tidings

@Suite("Tokens that are kept")
struct KeptTokenTests {
  private final class Screen: Sendable {
    let token = Held<Subscription>()

    func format(_ number: Int) -> Int { number }
  }

  private static let source = BroadcastSource<Int>()
  private static let property = PublishedProperty(0)
  private static let queue = DispatchQueue(label: "kept")

  private static let subscriptions: [@Sendable (Screen) -> Subscription] = [
    { screen in source.map { screen.format($0) }.attach { _ in } },
    { screen in source.map { screen.format($0) }.bind(to: property) },
    { screen in source.map { screen.format($0) }.subscribe(on: queue).attach { _ in } },
    { screen in property.map { screen.format($0) }.combineLatest(property).attach { _ in } },
    { screen in property.flatMapLatest { PublishedProperty(screen.format($0)) }.attach { _ in } },
    { screen in [property.map { screen.format($0) }].combinedLatest().attach { _ in } },
  ]

  @Test(arguments: subscriptions.indices)
  func `keep no objects alive after the subscription was invalidated`(index: Int) {
    weak var released: Screen?
    do {
      let screen = Screen()
      released = screen
      screen.token.hold(Self.subscriptions[index](screen))
      screen.token.current?.invalidate()
    }
    Self.queue.sync {}
    #expect(released == nil)
  }

  @Test func `keep no objects alive after forwarding has ended`() {
    weak var released: Screen?
    do {
      let screen = Screen()
      released = screen
      screen.token.hold(Self.source.map { screen.format($0) }.forward(to: BroadcastSource<Int>()))
      Self.source.send(1)
    }
    #expect(released == nil)
  }
}
