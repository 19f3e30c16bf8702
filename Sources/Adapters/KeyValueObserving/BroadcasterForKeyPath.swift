public import Foundation
public import TidingsCore

extension NSObjectProtocol where Self: NSObject {
  /// The changes of a property that can be observed, by key-value observing.
  ///
  ///     list.broadcaster(for: \.items, options: [.old, .new])
  ///       .subscribe { change in print(change.kind, change.indexes ?? []) }
  ///       .store(in: subscriptions)
  ///
  /// Every change is told, to an equal value, too. Where values are wanted and not changes,
  /// `publishedValue(for:)` has the current one first.
  ///
  /// The property is observed from this call on, until the broadcaster and all its subscriptions are gone; what comes
  /// while nobody is subscribed is dropped. Updates come on the thread that makes the change. The object is not kept
  /// alive; when it goes away, the broadcaster ends.
  ///
  /// - Parameters:
  ///   - keyPath: On Apple platforms to an `@objc dynamic` property, elsewhere see `Observed`.
  ///   - options: What each change tells, and whether there is an update before it, too. `.initial` has no effect:
  ///     nobody is subscribed yet.
  ///   - fileID: Named when a debug build notes that the property cannot be observed.
  ///   - line: As `fileID`.
  @inlinable
  public func broadcaster<Value: Sendable>(
    for keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [.new], fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Broadcaster<KeyValueChange<Value>> {
    broadcaster(for: keyPath, options: options, fileID: fileID, line: line) { $0 }
  }

  /// The changes of a property that is not `Sendable` itself; see `broadcaster(for:options:)`.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - options: What each change tells, and whether there is an update before it, too.
  ///   - fileID: Named when a debug build notes that the property cannot be observed.
  ///   - line: As `fileID`.
  ///   - transform: Called with each old and new value on the thread that changes it.
  @inlinable
  public func broadcaster<Value, Output: Sendable>(
    for keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [.new], fileID: StaticString = #fileID,
    line: UInt = #line, _ transform: @escaping @Sendable (Value) -> Output
  ) -> Broadcaster<KeyValueChange<Output>> {
    let reader = KeyValueReader<Self, Output> { transform($0[keyPath: keyPath]) }
    return broadcaster { send in
      observing(keyPath, options: options.subtracting(.initial), fileID: fileID, line: line) { object, change in
        var newValue = change.newValue.map(transform)
        // On Apple platforms what does not come through Objective-C unchanged, as an enumeration, is missing.
        if newValue == nil, change.kind == .setting, options.contains(.new), !change.isPrior {
          newValue = reader.read(object)
        }
        send(
          KeyValueChange(
            kind: change.kind, oldValue: change.oldValue.map(transform), newValue: newValue, indexes: change.indexes,
            isPrior: change.isPrior))
      }
    }
  }

  /// - Parameter observe: Begins to observe, and has the closure called with each change.
  @inlinable
  func broadcaster<Output: Sendable>(
    _ observe: (@escaping @Sendable (KeyValueChange<Output>) -> Void) -> KeyValueToken
  ) -> Broadcaster<KeyValueChange<Output>> {
    let hub = Hub<KeyValueChange<Output>>()
    let life = ObservedLife(of: self, observe { hub.publish($0) }) { hub.finish() }
    return Broadcaster(hub, keeping: life)
  }
}

extension Broadcaster {
  /// A broadcaster whose subscriptions keep an observation alive.
  @usableFromInline
  init(_ hub: Hub<Update>, keeping life: ObservedLife) {
    self.init(attaching: { receive, ended in
      hub.join(
        { update in
          receive(update)
          withExtendedLifetime(life) {}
        }, ended: ended)
    })
  }
}
