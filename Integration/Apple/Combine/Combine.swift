public protocol Publisher<Output, Failure> {
  associatedtype Output
  associatedtype Failure: Error
  func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input
}

extension Publisher {
  public func subscribe<S: Subscriber>(_ subscriber: S) where Failure == S.Failure, Output == S.Input { fatalError() }
  public func last() -> Publishers.Last<Self> { fatalError() }
  public func first() -> Publishers.First<Self> { fatalError() }
  public func prefix(while predicate: @escaping (Output) -> Bool) -> Publishers.PrefixWhile<Self> { fatalError() }
  public func sink(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void, receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable { fatalError() }
  public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { fatalError() }
}

extension Publisher where Failure == Never {
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable { fatalError() }
}

public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
  associatedtype Input
  associatedtype Failure: Error
  func receive(subscription: any Subscription)
  func receive(_ input: Input) -> Subscribers.Demand
  func receive(completion: Subscribers.Completion<Failure>)
}

public protocol Cancellable {
  func cancel()
}

public protocol CustomCombineIdentifierConvertible {
  var combineIdentifier: CombineIdentifier { get }
}

extension CustomCombineIdentifierConvertible where Self: AnyObject {
  public var combineIdentifier: CombineIdentifier { fatalError() }
}

public struct CombineIdentifier: Hashable, Sendable {}

public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
  func request(_ demand: Subscribers.Demand)
}

public enum Subscribers {
  public struct Demand: Hashable, Sendable {
    public static let unlimited = Demand()
    public static let none = Demand()
    public var max: Int? { fatalError() }
  }

  public enum Completion<Failure: Error> {
    case finished
    case failure(Failure)
  }
}

public final class AnyCancellable: Cancellable {
  public init(_ cancel: @escaping () -> Void) { fatalError() }
  public func cancel() { fatalError() }
}

public enum Publishers {
  public struct Last<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input { fatalError() }
  }

  public struct First<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input { fatalError() }
  }

  public struct PrefixWhile<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input { fatalError() }
  }
}

public struct AnyPublisher<Output, Failure: Error>: Publisher {
  public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input { fatalError() }
}

public final class CurrentValueSubject<Output, Failure: Error>: Publisher {
  public init(_ value: Output) { fatalError() }
  public var value: Output { fatalError() }
  public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input { fatalError() }
}

@propertyWrapper
public struct Published<Value> {
  public struct Publisher: Combine.Publisher {
    public typealias Output = Value
    public typealias Failure = Never
    public func receive<S: Subscriber>(subscriber: S) where S.Failure == Never, S.Input == Value { fatalError() }
  }

  public init(wrappedValue: Value) { fatalError() }
  public var wrappedValue: Value
  public var projectedValue: Publisher { fatalError() }
}

public protocol ObservableObject: AnyObject {
  associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
  where ObjectWillChangePublisher.Failure == Never
  var objectWillChange: ObjectWillChangePublisher { get }
}

public final class ObservableObjectPublisher: Publisher {
  public typealias Output = Void
  public typealias Failure = Never
  public func receive<S: Subscriber>(subscriber: S) where S.Failure == Never, S.Input == Void { fatalError() }
}
