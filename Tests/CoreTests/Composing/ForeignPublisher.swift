import Tidings

/// A publisher that is not Tidings' own: it delivers before its token is known.
struct ForeignPublisher: Publisher {
  var source = BroadcastSource<Int>()
  let first: [Int]

  func attach(_ receive: @escaping @Sendable (Int) -> Void, ended: (@Sendable () -> Void)?) -> Subscription {
    for update in first { receive(update) }
    return source.attach(receive, ended: ended)
  }
}
