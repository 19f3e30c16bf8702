/// A queue in an array, which does not keep a removed element, so the caller can release it after leaving its lock.
@frozen @usableFromInline package struct FIFO<Element> {
  @usableFromInline var storage: [Element?] = []
  // Four bytes, because each hub has a queue.
  @usableFromInline var index: Int32 = 0

  @inlinable package init() {}

  @inlinable var head: Int {
    get { Int(index) }
    set { index = Int32(newValue) }
  }
  @inlinable package var isEmpty: Bool { head == storage.count }
  @inlinable package var count: Int { storage.count - head }
  @inlinable package var first: Element? { isEmpty ? nil : storage[head] }
  @inlinable package var elements: [Element] { storage[head...].compactMap { $0 } }
  @inlinable package mutating func append(_ element: Element) { storage.append(element) }

  @inlinable package mutating func popFirst() -> Element? {
    guard !isEmpty else { return nil }
    let element = storage[head]
    storage[head] = nil
    head += 1
    if isEmpty {
      storage.removeAll(keepingCapacity: head <= 64)
      head = 0
    } else if head >= 64, head * 2 >= storage.count {
      storage.removeFirst(head)
      head = 0
    }
    return element
  }

  @inlinable package mutating func removeAll(where isRemoved: (Element) -> Bool) {
    storage.removeAll { $0.map(isRemoved) ?? false }
  }

  /// Empties the queue and returns its contents, to be released without the lock.
  @inlinable package mutating func takeAll() -> FIFO {
    let all = self
    self = FIFO()
    return all
  }
}

extension FIFO: Sendable where Element: Sendable {}
