import Foundation
import TestSupport
import Testing
import Tidings

@Suite("Values that are released")
struct ReleasedValueTests {
  /// Calls a closure when it is released.
  private final class Guard: Sendable {
    let released: @Sendable () -> Void

    init(_ released: @escaping @Sendable () -> Void) {
      self.released = released
    }

    deinit { released() }
  }

  private struct Item: Sendable, Equatable {
    let number: Int
    let object: Guard?

    static func == (left: Item, right: Item) -> Bool { left.number == right.number }
  }

  private struct Refused: Error {}

  private let property = PublishedProperty(Item(number: 0, object: nil))

  private func itemThatSets(_ number: Int, whileItIs own: Int) -> Item {
    Item(number: own, object: Guard { [weak property] in property?.value = Item(number: number, object: nil) })
  }

  @Test
  func `an equal value that is not stored can set the property`() {
    property.mutate { $0 = itemThatSets(1, whileItIs: 0) }
    #expect(property.value.number == 1)
    property.value = itemThatSets(2, whileItIs: 1)
    #expect(property.value.number == 2)
  }

  @Test
  func `a value of a change that fails can set the property`() {
    #expect(throws: Refused.self) {
      try property.mutate {
        $0 = itemThatSets(1, whileItIs: 7)
        throw Refused()
      }
    }
    #expect(property.value.number == 1)
  }

  @Test
  func `values of several threads can set the property`() {
    let group = DispatchGroup()
    for thread in 1...2 {
      group.enter()
      Thread.detachNewThread { [property] in
        for count in 1...2_000 { property.value = itemThatSets(-1, whileItIs: 2 * count + thread) }
        withExtendedLifetime(property) {}
        group.leave()
      }
    }
    group.wait()
    // Its `deinit` may set the property again.
    property.value = Item(number: -2, object: nil)
    #expect(property.value.number < 0)
  }

  @Test
  func `nil inside an optional is another value than nil`() {
    let property = PublishedProperty<Guard??>(nil)
    let history = History<Bool>()
    let subscription = property.attach { history.record($0 == nil) }
    property.value = .some(nil)
    property.value = .some(nil)
    property.value = nil
    #expect(history.events == [true, false, true])
    withExtendedLifetime(subscription) {}
  }
}

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
    { screen in property.map { screen.format($0) }.combineLatestConsistently(property).attach { _ in } },
    { screen in property.flatMapLatest { PublishedProperty(screen.format($0)) }.attach { _ in } },
    { screen in [property.map { screen.format($0) }].combinedLatest().attach { _ in } },
  ]

  @Test(arguments: subscriptions.indices)
  func `keep nothing alive after the subscription was invalidated`(index: Int) {
    weak var gone: Screen?
    do {
      let screen = Screen()
      gone = screen
      screen.token.hold(Self.subscriptions[index](screen))
      screen.token.current?.invalidate()
    }
    Self.queue.sync {}
    #expect(gone == nil)
  }

  @Test
  func `keep nothing alive after forwarding has ended`() {
    weak var gone: Screen?
    do {
      let screen = Screen()
      gone = screen
      screen.token.hold(Self.source.map { screen.format($0) }.forward(to: BroadcastSource<Int>()))
      Self.source.send(1)
    }
    #expect(gone == nil)
  }
}
