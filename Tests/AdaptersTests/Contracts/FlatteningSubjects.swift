import TestSupport
import Tidings

extension Subject {
  static let flattening: [Subject] = [
    onBroadcaster("flatMap") { $0.flatMap { Broadcaster.just($0) } },
    onBroadcaster("flatMap, as what is followed,") { inner in Broadcaster.just(()).flatMap { inner } },
    onBroadcaster("concatMap") { $0.concatMap { Broadcaster.just($0) } },
    onBroadcaster("flatMapFirst") { $0.flatMapFirst { Broadcaster.just($0) } },
    onBroadcaster("flatMapFirst, as what is followed,") { inner in Broadcaster.just(()).flatMapFirst { inner } },
    onBroadcaster("flatMapLatest") { $0.flatMapLatest { Broadcaster.just($0) } },
    onBroadcaster("flatMapLatest to values") { $0.flatMapLatest { PublishedValue(constant: $0) } },
    onBroadcaster("flatMapLatest to tasks") {
      $0.flatMapLatest { PublishedTask<Never, Int, Never>.success($0) }.map(\.success)
    },
    onBroadcaster("flatMapLatest, as what is followed,") { inner in Broadcaster.just(()).flatMapLatest { inner } },
    onBroadcaster("switchToLatest, as what is followed,") { Broadcaster.just($0).switchToLatest() },
    onValueAsEvents("flatMap") { $0.flatMap { Broadcaster.just($0) } },
    onValueAsEvents("concatMap") { $0.concatMap { Broadcaster.just($0) } },
    onValueAsEvents("flatMapLatest") { $0.flatMapLatest { Broadcaster.just($0) } },
  ]

  static let flatteningOfValues = [
    onValue("flatMapLatest") { $0.flatMapLatest { PublishedValue(constant: $0) } },
    onValue("flatMapLatest in generic code") { followed($0) { PublishedValue(constant: $0) } },
    onValue("flatMapLatest, as what is followed,") { inner in
      PublishedValue(constant: 0).flatMapLatest { [inner = inner.publishedValue] _ in inner }
    },
    onValue("flatMapLatest, as what is followed,") { PublishedValue(constant: $0.publishedValue).flatMapLatest { $0 } },
  ]

  private static func followed<Value: Sendable, Output: Sendable>(
    _ value: some ValuePublisher<Value>, _ transform: @escaping @Sendable (Value) -> PublishedValue<Output>
  ) -> PublishedValue<Output> {
    value.flatMapLatest(transform)
  }
}

extension TaskUpdate where Progress == Never, Failure == Never {
  fileprivate var success: Success {
    switch self {
    case .completed(.success(let success)): success
    }
  }
}
