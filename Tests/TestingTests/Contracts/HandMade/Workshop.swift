import TidingsCore

/// Makes publishers for the trials of a test, and releases the objects and threads that they block or keep.
final class Workshop: Sendable {
  private let made = Locked<[HandMadePublisher]>([])

  func publisher(value: Int? = nil, fault: Fault?) -> HandMadePublisher {
    let publisher = HandMadePublisher(value: value, fault: fault)
    made.withLock { $0.append(publisher) }
    return publisher
  }

  func letGo() {
    for publisher in made.withLock({ $0 }) { publisher.letGo() }
    made.withLock { $0 = [] }
  }
}
