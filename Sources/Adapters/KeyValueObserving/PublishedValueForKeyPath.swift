public import Foundation
public import TidingsCore

extension NSObjectProtocol where Self: NSObject {
  /// The value of a property that can be observed, kept up to date by key-value observing.
  ///
  ///     player.publishedValue(for: \.title)
  ///       .subscribe { [weak self] in self?.show($0) }
  ///       .store(in: subscriptions)
  ///
  /// The property is observed, and so known to the publisher, from this call on, until the publisher and all its
  /// subscriptions are gone. So the object is used by the caller of this and by those who change it, and by nobody else:
  /// it need not be `Sendable`, though the publisher is, and can be read and subscribed to anywhere.
  ///
  /// Each change is read when it is told, on the thread that makes it. One that another thread has replaced by then is
  /// not seen; the last update always equals the final value. Where another thread changes the property during this very
  /// call, Foundation's key-value observing on Apple platforms may not tell of that change; the one on other platforms
  /// does, so that no change is lost there.
  ///
  /// The path may lead through other objects, as in `\.item?.title`. The object is not kept alive; when it goes away, the
  /// value ends. Combine users know it as `publisher(for:)`, Rx users as `rx.observe`.
  ///
  /// - Parameters:
  ///   - keyPath: On Apple platforms to an `@objc dynamic` property, elsewhere see `Observed`.
  ///   - fileID: Named when a debug build notes that the property cannot be observed.
  ///   - line: As `fileID`.
  @inlinable
  public func publishedValue<Value: Sendable>(
    for keyPath: KeyPath<Self, Value>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> PublishedValue<Value> {
    publishedValue(for: keyPath, changeDetection: .dynamic(), fileID: fileID, line: line) { $0 }
  }

  /// The value of an equatable property; see `publishedValue(for:)`.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - fileID: Named when a debug build notes that the property cannot be observed.
  ///   - line: As `fileID`.
  @inlinable
  public func publishedValue<Value: Sendable & Equatable>(
    for keyPath: KeyPath<Self, Value>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> PublishedValue<Value> {
    publishedValue(for: keyPath, changeDetection: .equatable(), fileID: fileID, line: line) { $0 }
  }

  /// What is made of a property that is not `Sendable` itself; see `publishedValue(for:)`.
  ///
  ///     cell.publishedValue(for: \.image) { image in image?.size }
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - fileID: Named when a debug build notes that the property cannot be observed.
  ///   - line: As `fileID`.
  ///   - transform: Called at once, and then with each new value on the thread that changes it.
  @inlinable
  public func publishedValue<Value, Output: Sendable>(
    for keyPath: KeyPath<Self, Value>, fileID: StaticString = #fileID, line: UInt = #line,
    _ transform: @escaping @Sendable (Value) -> Output
  ) -> PublishedValue<Output> {
    publishedValue(for: keyPath, changeDetection: .dynamic(), fileID: fileID, line: line, transform)
  }

  @inlinable
  func publishedValue<Value, Output: Sendable>(
    for keyPath: KeyPath<Self, Value>, changeDetection: ChangeDetection<Output>, fileID: StaticString, line: UInt,
    _ transform: @escaping @Sendable (Value) -> Output
  ) -> PublishedValue<Output> {
    publishedValue(changeDetection: changeDetection, KeyValueReader { transform($0[keyPath: keyPath]) }) { changed in
      observing(keyPath, options: [], fileID: fileID, line: line) { object, _ in changed(object) }
    }
  }

  /// - Parameters:
  ///   - read: Reads the value from the object.
  ///   - observe: Begins to observe, and has the closure called with the object after each change.
  @inlinable
  func publishedValue<Output: Sendable>(
    changeDetection: ChangeDetection<Output>, _ reader: KeyValueReader<Self, Output>,
    observe: (@escaping @Sendable (Self) -> Void) -> KeyValueToken
  ) -> PublishedValue<Output> {
    let hub = Hub(remembering: 1, initial: reader.read(self))
    let refresh = { @Sendable (object: Self) in
      hub.refresh(in: .standing, unless: changeDetection.isSame) { reader.read(object) }
    }
    let token = observe(refresh)
    // What has changed between reading and observing was not told.
    refresh(self)
    let life = ObservedLife(of: self, token) { hub.finish() }
    return PublishedValue(Broadcaster(hub, keeping: life)) { versions in
      withExtendedLifetime(life) { hub.read(&versions) }
    }
  }
}

/// Reads a value from an object.
@frozen @usableFromInline
struct KeyValueReader<Object: NSObject, Output: Sendable>: @unchecked Sendable {
  // Invariant behind `@unchecked`: the closure holds a key path, which does not change, or names; it is called on the
  // thread that has the object: the one that makes a publisher of it, or one that changes it.
  @usableFromInline let read: (Object) -> Output

  @inlinable
  init(read: @escaping (Object) -> Output) {
    self.read = read
  }
}
