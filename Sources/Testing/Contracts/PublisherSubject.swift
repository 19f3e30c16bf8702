package import TidingsCore

/// A publisher to which contracts are applied, and the closures that drive it. Its updates are distinguished by numbers.
package struct PublisherSubject: Sendable {
  /// The updates that a subscriber receives first.
  package enum Memory: Sendable, Equatable {
    case nothing
    /// The last sent number, if any.
    case latest
    /// The last sent number, or else this one.
    case value(Int)
  }

  package typealias Attach =
    @Sendable (_ receive: @escaping @Sendable (Int) -> Void, _ ended: (@Sendable () -> Void)?) -> Subscription

  let attach: Attach
  let send: @Sendable (Int) -> Void
  let end: (@Sendable () -> Void)?
  var memory: Memory
  /// The update that is delivered right before the end.
  var result: Int?
  /// Completes a task with another result than the first.
  var completeAgain: (@Sendable () -> Void)?
  var value: (@Sendable () -> Int)?
  /// The runs of a task.
  var runs: TaskRunLog?
  /// Whether an operator is subscribed to its source.
  package var isSourceFollowed: (@Sendable () -> Bool)?

  /// - Parameter attach: Subscribes with closures.
  package init(
    attach: @escaping Attach, send: @escaping @Sendable (Int) -> Void, end: (@Sendable () -> Void)?,
    memory: Memory = .nothing,
    result: Int? = nil, value: (@Sendable () -> Int)? = nil
  ) {
    self.attach = attach
    self.send = send
    self.end = end
    self.memory = memory
    self.result = result
    self.value = value
  }

  init<Source: Publisher>(
    _ publisher: Source, number: @escaping @Sendable (Source.Update) -> Int, send: @escaping @Sendable (Int) -> Void,
    end: (@Sendable () -> Void)?, memory: Memory = .nothing
  ) {
    self.init(
      attach: { receive, ended in publisher.attach({ receive(number($0)) }, ended: ended) }, send: send, end: end,
      memory: memory)
  }

  var isValue: Bool {
    if case .value = memory { true } else { false }
  }

  var isReadable: Bool { value != nil }
  var isTask: Bool { runs != nil }
  var isOperator: Bool { isSourceFollowed != nil }
  var ends: Bool { end != nil }

  /// Returns the numbers that a new subscriber receives first, after these were sent to another one.
  func first(after sent: [Int] = []) -> [Int] {
    switch memory {
    case .nothing: []
    case .latest: sent.suffix(1)
    case .value(let initial): [sent.last ?? initial]
    }
  }

  var resultAtEnd: [Int] { result.map { [$0] } ?? [] }
}

extension ContractFixture where Subject == PublisherSubject {
  func send(_ number: Int) { trial.call("send(\(number))") { subject.send(number) } }
  func end() { trial.call("end()") { subject.end?() } }

  @discardableResult func attach(
    _ receive: @escaping @Sendable (Int) -> Void, ended: (@Sendable () -> Void)? = nil
  ) -> Subscription {
    keep(trial.call(ended == nil ? "attach(_:)" : "attach(_:ended:)") { subject.attach(receive, ended) })
  }

  /// Subscribes, and runs the body on another thread during the delivery of 1.
  func attach(runningOnOtherThread body: @escaping @Sendable () -> Void) {
    attach { if $0 == 1 { trial.onOtherThread(body) } }
  }

  @discardableResult func listen(_ notes: Notes<Int>) -> Subscription { attach { notes.add($0) } }

  /// Records updates as numbers, and the end as a word.
  @discardableResult func listenToAll(_ notes: Notes<String>) -> Subscription {
    let subscription = attach { notes.add("\($0)") }
    subscription.whenEnded(isolation: nil) { notes.add("end") }
    return subscription
  }

  /// Subscribes with a closure that captures an object, and returns whether the object is alive.
  func attachHolding(_ receive: @escaping @Sendable (Int) -> Void = { _ in }) -> @Sendable () -> Bool {
    let held = Held()
    attach(
      { [held] update in withExtendedLifetime(held) { receive(update) } },
      ended: { [held] in withExtendedLifetime(held) {} })
    return { [weak held] in held != nil }
  }
}

private final class Held: Sendable {}
