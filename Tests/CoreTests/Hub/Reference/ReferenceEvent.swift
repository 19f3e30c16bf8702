/// What a user of a hub can see, one thing after the other; what is nested stands between a thing and its return.
enum ReferenceEvent: Sendable, Equatable {
  case gets(Int, update: Int)
  case returns(Int)
  case start(Int)
  case started(Int)
  case stop(Int)
  case stopped(Int)
  case handler(Int)
  case handled(Int)
  case mutates(Int, number: Int)
  case tooEarly(Int)
  /// The closure of a subscriber is let go of.
  case released(Int)
  /// Closures of runs that were let go of meanwhile; where exactly, is up to the compiler. 0 is the start closure.
  case lost(Set<Int>)
  /// After an operation: who is active, whether anybody is subscribed, and the value.
  case did(ReferenceSchedule.Operation, active: [Int], hasSubscribers: Bool, value: Int?)
  case end
}
