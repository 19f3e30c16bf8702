public import Foundation
public import TidingsCore

extension NotificationCenter {
  /// A value whose changes are announced by notifications.
  ///
  ///     let isLowPower = NotificationCenter.default
  ///       .publishedValue(for: .NSProcessInfoPowerStateDidChange) { ProcessInfo.processInfo.isLowPowerModeEnabled }
  ///
  /// The closure reads the value, at once, when the first subscriber comes, and after each notification. From the first
  /// subscriber to the last the center has one observer, which is there before the value is read: no change is missed.
  /// What changes twice between two readings is one change. ``PublishedValue/value`` reads anew.
  ///
  /// The closure runs where this was called: written in main-actor code it reads on the main actor, within `post` if
  /// that is where it is called, else one hop later. Written in nonisolated code, it reads on the posting thread. A
  /// subscriber that comes where the closure cannot run gets first what was read last, and then, after a hop, what is
  /// current.
  ///
  /// As with ``broadcaster(for:object:_:)`` the object is not kept alive, and its end is found by the next notification.
  ///
  /// - Parameters:
  ///   - name: What announces a change; nil for all notifications.
  ///   - object: Whose notifications they are; nil for everybody's.
  ///   - isolation: The actor to read on when the closure is not isolated itself; by default the caller's.
  ///   - read: Reads the value. It must not change it.
  public func publishedValue<Value: Sendable>(
    for name: Notification.Name?, object: AnyObject? = nil, isolation: isolated (any Actor)? = #isolation,
    @_inheritActorContext reading read: @escaping @isolated(any) @Sendable () -> Value
  ) -> PublishedValue<Value> {
    let sender = NotificationSender(object)
    let reading = PlacedReading(read, calledFrom: isolation, in: "publishedValue(for:object:reading:)")
    return PublishedValue(reading) { [weak self] property in
      guard let self else { return .ended }
      let refresh: @Sendable () -> Void = { [weak property] in
        reading.perform { [weak property] in property?.refresh(reading.read) }
      }
      let observation = observe(name, from: sender) { _ in
        // Holds the property: when it went away, the value would end.
        withExtendedLifetime(property) { refresh() }
      } gone: {
        property.finish()
      }
      refresh()
      return observation
    }
  }
}
