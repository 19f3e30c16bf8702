/// A publisher with a current value: a ``PublishedValue``, or what one belongs to, such as a ``PublishedProperty``.
///
/// An operator that keeps a value a value is declared here, once, and takes any value publisher as its argument. So a
/// property needs no conversion: with `name` and `isActive` properties,
///
///     let isShown: PublishedValue<Bool> = name.map { !$0.isEmpty }.combineLatest(isActive) { $0 && $1 }
///
/// is read and followed like any published value, and updates only when it changes. What an operator makes does not keep
/// a property alive; it ends when the property goes away.
///
/// A type of your own conforms by naming the published value that belongs to it:
///
///     struct Thermometer: ValuePublisher {
///       let publishedValue: PublishedValue<Double>
///     }
public protocol ValuePublisher<Update>: Publisher {
  // Named again, so that the compiler infers it from the requirements here.
  associatedtype Update

  /// The published value: what operators are applied to, and what subscribers follow.
  var publishedValue: PublishedValue<Update> { get }

  /// The current value, which a new subscriber would get first.
  var value: Update { get }
}

extension ValuePublisher {
  public var value: Update {
    publishedValue.value
  }

  public func attach(
    _ receive: @escaping @Sendable (Update) -> Void, ended: (@Sendable () -> Void)?
  ) -> Subscription {
    publishedValue.attach(receive, ended: ended)
  }
}
