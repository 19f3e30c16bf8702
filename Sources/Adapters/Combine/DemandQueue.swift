#if canImport(Combine)
  import TidingsCore

  /// What waits until it is demanded, as a value: each method is one critical section.
  struct DemandQueue<Output: Sendable, Failure: Error>: Sendable {
    enum End: Sendable {
      case finished
      case failure(Failure)
    }

    /// What the telling thread does outside the lock.
    enum Step: Sendable {
      case value(Output)
      case end(End)
    }

    private let buffering: Buffering
    private var values = FIFO<Output>()
    private var end: End?
    /// How many values may still be told; nil for any number.
    private var demand: Int? = 0
    private var isTelling = false
    private var isClosed = false

    init(_ buffering: Buffering) {
      self.buffering = buffering
    }

    /// Adds a value.
    ///
    /// - Returns: Whether the caller must tell what can be told, and what was dropped, which the caller lets go of outside the lock.
    mutating func put(_ value: Output) -> (canTell: Bool, dropped: Output?) {
      guard !isClosed, end == nil else { return (false, value) }
      let dropped = buffering.append(value, to: &values)
      return (begin(), dropped)
    }

    /// Adds the end, behind the values that wait. Only the first counts.
    mutating func put(_ end: End) -> Bool {
      guard !isClosed, self.end == nil else { return false }
      self.end = end
      return begin()
    }

    /// Adds demand; nil for any number.
    mutating func add(_ count: Int?) -> Bool {
      guard !isClosed else { return false }
      demand = sum(demand, count)
      return begin()
    }

    /// The next step of the thread that tells. Nil when it is done, in the same step.
    mutating func next() -> Step? {
      isTelling = hasNext
      guard isTelling else { return nil }
      if let value = values.popFirst() {
        demand = demand.map { $0 - 1 }
        return .value(value)
      }
      isClosed = true
      return end.map { .end($0) }
    }

    /// Drops what waits, and hands it back to be let go outside the lock.
    mutating func close() -> FIFO<Output> {
      isClosed = true
      return values.takeAll()
    }

    private var hasNext: Bool {
      guard !isClosed else { return false }
      return values.isEmpty ? end != nil : demand != 0
    }

    private mutating func begin() -> Bool {
      guard !isTelling, hasNext else { return false }
      isTelling = true
      return true
    }

    private func sum(_ left: Int?, _ right: Int?) -> Int? {
      guard let left, let right else { return nil }
      let (sum, isTooMuch) = left.addingReportingOverflow(right)
      return isTooMuch ? nil : sum
    }
  }
#endif
