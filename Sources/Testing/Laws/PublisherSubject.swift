import TidingsCore

/// A publisher that laws are asked of, with what drives it. Its updates are told apart by numbers.
struct PublisherSubject: Sendable {
  /// What a subscriber gets first.
  enum Memory: Sendable, Equatable {
    case nothing
    /// What was sent last, if anything.
    case latest
    /// What was sent last, or else this.
    case value(Int)
  }

  let attach: @Sendable (@escaping @Sendable (Int) -> Void) -> Subscription
  let send: @Sendable (Int) -> Void
  let end: (@Sendable () -> Void)?
  var memory: Memory
  /// What is delivered right before the end.
  let result: Int?
  /// Completes a task with another result than the first.
  let completeAgain: (@Sendable () -> Void)?
  let value: (@Sendable () -> Int)?
  /// The runs of a task.
  var runs: TaskRunLog?
  /// Whether an operator is subscribed to its source.
  var isSourceFollowed: (@Sendable () -> Bool)?

  init<Source: Publisher>(
    _ publisher: Source, number: @escaping @Sendable (Source.Update) -> Int, send: @escaping @Sendable (Int) -> Void,
    end: (@Sendable () -> Void)?, memory: Memory = .nothing, result: Int? = nil,
    completeAgain: (@Sendable () -> Void)? = nil, value: (@Sendable () -> Int)? = nil
  ) {
    attach = { receive in publisher.attach { receive(number($0)) } }
    self.send = send
    self.end = end
    self.memory = memory
    self.result = result
    self.completeAgain = completeAgain
    self.value = value
  }

  var isValue: Bool { value != nil }
  var isTask: Bool { runs != nil }
  var isOperator: Bool { isSourceFollowed != nil }
  var ends: Bool { end != nil }

  /// What a subscriber gets first that joins after these were sent to another one.
  func first(after sent: [Int] = []) -> [Int] {
    switch memory {
    case .nothing: []
    case .latest: sent.suffix(1)
    case .value(let initial): [sent.last ?? initial]
    }
  }

  var resultAtEnd: [Int] { result.map { [$0] } ?? [] }
}
