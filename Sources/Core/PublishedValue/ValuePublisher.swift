/// A publisher with a current value, such as a ``PublishedValue`` or a ``PublishedProperty``.
///
/// Operators that return a value are declared on this protocol and accept any value publisher as an argument. A
/// property therefore needs no conversion. With `name` and `isActive` properties,
///
///     let isShown: PublishedValue<Bool> = name.map { !$0.isEmpty }.combineLatest(isActive) { $0 && $1 }
///
/// is a published value that updates only when it changes. An operator's result does not keep its properties alive, and
/// ends with them.
///
/// A custom type conforms by returning its published value:
///
///     struct Thermometer: ValuePublisher {
///       let publishedValue: PublishedValue<Double>
///     }
public protocol ValuePublisher<Update>: Publisher {
  // Declared again, so that the compiler infers it from the requirements here.
  associatedtype Update

  /// The published value that operators transform and that subscribers subscribe to.
  var publishedValue: PublishedValue<Update> { get }

  /// The current value, which a new subscriber would receive first.
  var value: Update { get }
}

extension ValuePublisher {
  public var value: Update { publishedValue.value }

  public func attach(
    _ receive: @escaping @Sendable (Update) -> Void, ended: (@Sendable () -> Void)?
  ) -> Subscription {
    publishedValue.attach(receive, ended: ended)
  }
}
