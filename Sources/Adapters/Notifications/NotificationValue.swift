public import Foundation
public import TidingsCore

extension NotificationCenter {
  /// Returns a value that is read again after each notification.
  ///
  ///     let isLowPower = NotificationCenter.default
  ///       .publishedValue(for: .NSProcessInfoPowerStateDidChange) { ProcessInfo.processInfo.isLowPowerModeEnabled }
  ///
  /// The closure is called immediately, for the first subscriber, and after each notification. ``PublishedValue/value`` calls it,
  /// too. All subscribers share one observer, from the first to the last, which is added before the value is read.
  ///
  /// A closure in main-actor code reads on the main actor: during `post` if it is called there, or else one hop later. A
  /// closure in nonisolated code reads on the posting thread. A subscriber on a thread where the closure cannot run first
  /// receives the value that was read last, and after a hop the current value.
  ///
  /// The object is not kept alive. The value ends with the first notification after the release of the object.
  ///
  /// - Parameters:
  ///   - name: The name, or nil for all notifications.
  ///   - object: The sender, or nil for all senders.
  ///   - isolation: The actor on which an unisolated closure reads. The default is the caller's actor.
  ///   - read: Reads the value without changing it.
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
        // Keeps the property alive, because the value would end with it.
        withExtendedLifetime(property) { refresh() }
      } gone: {
        property.finish()
      }
      refresh()
      return observation
    }
  }
}
