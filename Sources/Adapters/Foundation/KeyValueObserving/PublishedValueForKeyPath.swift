public import Foundation
public import TidingsCore

extension NSObjectProtocol where Self: NSObject {
  /// Returns the value of a property that supports key-value observing.
  ///
  ///     player.publishedValue(for: \.title)
  ///       .subscribe { [weak self] in self?.show($0) }
  ///       .store(in: subscriptions)
  ///
  /// The property is observed from this call until the publisher and its subscriptions are released. Each change is read and
  /// delivered on the thread that makes it. So the publisher can be used on any thread, even if the object is not `Sendable`. If
  /// another thread replaces a value before it is read, only the newer one is delivered. The last update always equals the final
  /// value. On Apple platforms, Foundation may miss a change that another thread makes during this call.
  ///
  /// The object is not kept alive. The value ends when the object is deallocated. The path may lead through other objects, as in
  /// `\.item?.title`. On Apple platforms, the object is then kept alive until the publisher and its subscriptions are released,
  /// because key-value observing can crash otherwise. The equivalent is `publisher(for:)` in Combine and `rx.observe` in RxSwift.
  ///
  /// - Parameter keyPath: The property: `@objc dynamic` on Apple platforms, `@Observed` on others.
  public func publishedValue<Value: Sendable>(
    for keyPath: KeyPath<Self, Value>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> PublishedValue<Value> {
    publishedValue(for: keyPath, fileID: fileID, line: line) { $0 }
  }

  /// Returns a value made from a property that is not `Sendable`. See `publishedValue(for:)`.
  ///
  ///     cell.publishedValue(for: \.image) { image in image?.size }
  ///
  /// - Parameter transform: Called during this call, and then with each new value on the thread that changes it.
  public func publishedValue<Value, Output: Sendable>(
    for keyPath: KeyPath<Self, Value>, fileID: StaticString = #fileID, line: UInt = #line,
    _ transform: @escaping @Sendable (Value) -> Output
  ) -> PublishedValue<Output> {
    publishedValue(KeyValueReader { transform($0[keyPath: keyPath]) }) { changed in
      observing(keyPath, options: [], fileID: fileID, line: line) { object, _ in changed(object) }
    }
  }

  func publishedValue<Output: Sendable>(
    _ reader: KeyValueReader<Self, Output>,
    observe: (@escaping @Sendable (Self) -> Void) -> KeyValueToken
  ) -> PublishedValue<Output> {
    let hub = Hub(remembering: 1, initial: reader.read(self))
    let refresh = { @Sendable (object: Self) in
      hub.refresh(in: .standing, unless: ChangeDetection<Output>.dynamic().isSame) { reader.read(object) }
    }
    let token = observe(refresh)
    // A change between the reading and the observation was not reported.
    refresh(self)
    let life = ObservedLife(of: self, token) { hub.finish() }
    return PublishedValue(Broadcaster(hub, keeping: life)) { withExtendedLifetime(life) { hub.value } }
  }
}

struct KeyValueReader<Object: NSObject, Output: Sendable>: @unchecked Sendable {
  // Invariant behind `@unchecked`: the closure captures an immutable key path. It is called on threads that have the
  // object: the one that makes the publisher, and those that change the object.
  let read: (Object) -> Output
}
