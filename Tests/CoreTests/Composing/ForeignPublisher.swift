import Tidings

/// A custom publisher that delivers updates before it returns its token.
struct ForeignPublisher: Publisher {
  var source = BroadcastSource<Int>()
  let first: [Int]

  func attach(_ receive: @escaping @Sendable (Int) -> Void, ended: (@Sendable () -> Void)?) -> Subscription {
    for update in first { receive(update) }
    return source.attach(receive, ended: ended)
  }
}
