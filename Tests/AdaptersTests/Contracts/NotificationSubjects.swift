import Foundation
import TestSupport
import Tidings
import TidingsCore

extension Subject {
  static let notifications: [Subject] = [
    Subject("broadcaster(for:object:_:)") {
      let poster = Poster()
      let numbers = poster.center.broadcaster(for: .numberDidChange, object: poster.object) { notification in
        notification.userInfo?["payload"] as? Int
      }
      return Fixture(numbers, send: poster.post, finish: poster.release)
    },
    Subject("broadcaster(for:object:) a typed name") {
      let poster = Poster()
      let numbers = poster.center.broadcaster(for: .number, object: poster.object)
      return Fixture(numbers, send: poster.post, finish: poster.release)
    },
    Subject("publishedValue(for:object:reading:)", memory: .value(0), isReadable: true, mergesChanges: true) {
      let poster = Poster()
      let number = Number()
      let value = poster.center.publishedValue(for: .numberDidChange, object: poster.object, isolation: nil) {
        number.current
      }
      return Fixture(
        value,
        send: { new in
          number.set(new)
          poster.post(new)
        }, finish: poster.release, value: { value.value })
    },
  ]
}

extension Notification.Name {
  fileprivate static let numberDidChange = Notification.Name("numberDidChange")
}

extension NotificationName where Payload == Int {
  fileprivate static var number: Self { Self(.numberDidChange) }
}

private final class Number: Sendable {
  private let number = Locked(0)

  var current: Int { number.withLock { $0 } }

  func set(_ new: Int) { number.withLock { $0 = new } }
}

/// An object that posts notifications until it is released, and its center.
private final class Poster: Sendable {
  final class Object: Sendable {}

  let center = NotificationCenter()
  private let held = Held(Object())
  /// Serializes the posts that check whether the object was released.
  private let turn = NSRecursiveLock()

  var object: Object? { held.current }

  func post(_ number: Int) {
    postIfAlive(number)
    notifyIfReleased()
  }

  func release() {
    held.letGo()
    notifyIfReleased()
  }

  /// Lets the observer detect the release. A thread that was posting during the release has kept the object until now.
  private func notifyIfReleased() {
    guard held.current == nil else { return }
    turn.withLock { center.post(name: .numberDidChange, object: nil) }
  }

  private func postIfAlive(_ number: Int) {
    guard let object = held.current else { return }
    center.post(.number, number, object: object)
  }
}
