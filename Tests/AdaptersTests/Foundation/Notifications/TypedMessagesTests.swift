import Foundation
import TestSupport
import Testing
import Tidings
import TidingsTesting

@Suite("Typed messages of a notification center")
struct TypedMessagesTests {
  private let center = NotificationCenter()

  private struct Moved: NotificationCenter.AsyncMessage {
    typealias Subject = Player

    static var name: Notification.Name { Notification.Name("Moved") }
    let bytes: Int
  }

  private struct Shown: NotificationCenter.MainActorMessage {
    typealias Subject = Player

    static var name: Notification.Name { Notification.Name("Shown") }
    let number: Int
  }

  private final class Player: Sendable {}

  @Test func `that any thread may post are delivered in the order of the posts`() async throws {
    let recorder = center.broadcaster(for: Moved.self).record()
    for bytes in 1...100 { center.post(Moved(bytes: bytes)) }
    #expect(try await recorder.next(100, within: .seconds(60)).map(\.bytes) == Array(1...100))
  }

  @Test
  @MainActor
  func `of the main actor are delivered before post returns`() {
    let recorder = center.broadcaster(for: Shown.self).map(\.number).record()
    center.post(Shown(number: 1))
    recorder.expect(1)
    recorder.expectNone()
  }

  @Test
  @MainActor
  func `can be limited to one subject`() async throws {
    let player = Player()
    let moved = center.broadcaster(for: Moved.self, of: player).record()
    let shown = center.broadcaster(for: Shown.self, of: player).map(\.number).record()
    center.post(Moved(bytes: 1), subject: Player())
    center.post(Moved(bytes: 2), subject: player)
    center.post(Shown(number: 1), subject: Player())
    center.post(Shown(number: 2), subject: player)
    shown.expect(2)
    #expect(try await moved.next(within: .seconds(60)).bytes == 2)
  }

  @Test func `keep their subject alive, and those of others are not delivered`() async throws {
    var player: Player? = Player()
    weak let kept = player
    let moved = center.broadcaster(for: Moved.self, of: player)
    player = nil
    let recorder = moved.record()
    center.post(Moved(bytes: 1), subject: Player())
    center.post(Moved(bytes: 2))
    center.post(Moved(bytes: 3), subject: try #require(kept))
    #expect(try await recorder.next(within: .seconds(60)).bytes == 3)
  }

  @Test
  @MainActor
  func `are observed from the first subscriber to the last`() {
    expectNothingLeft {
      let history = History<Int>()
      let broadcaster = center.broadcaster(for: Shown.self)
      let subscription = broadcaster.attach { history.record($0.number) }
      center.post(Shown(number: 1))
      subscription.invalidate()
      center.post(Shown(number: 2))
      #expect(history.events == [1])
    }
  }
}
