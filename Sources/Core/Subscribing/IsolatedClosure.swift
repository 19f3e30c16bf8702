/// A closure that knows its actor, split into the actor and a closure that can be called from anywhere.
///
/// Calling an `@isolated(any)` closure from synchronous code is not possible; but its value is laid out as that of a
/// plain closure, whose context begins with the actor. The cast happens once, at subscription: at each call it would
/// cost two allocations. Through a struct whose one field is spelled as a function it makes no thunk.
///
/// Invariant: whoever calls `call` has looked at `isolation` and is on that actor.
@frozen @usableFromInline
package struct IsolatedClosure<Argument>: Sendable {
  @frozen @usableFromInline
  struct Isolated: Sendable {
    @usableFromInline let closure: @isolated(any) @Sendable (Argument) -> Void

    @inlinable
    init(closure: @escaping @isolated(any) @Sendable (Argument) -> Void) {
      self.closure = closure
    }
  }

  @usableFromInline
  struct Plain: Sendable {
    @usableFromInline let closure: @Sendable (Argument) -> Void
  }

  @usableFromInline package let isolation: (any Actor)?
  @usableFromInline package let call: @Sendable (Argument) -> Void

  /// Inlinable so that the closure is not retained on the way to where it is kept.
  @inlinable
  package init(_ closure: @escaping @isolated(any) @Sendable (Argument) -> Void) {
    isolation = closure.isolation
    call = unsafe unsafeBitCast(Isolated(closure: closure), to: Plain.self).closure
  }
}

/// As ``IsolatedClosure``, with two arguments.
package struct IsolatedBinaryClosure<First, Second> {
  private struct Isolated { let closure: @isolated(any) @Sendable (First, Second) -> Void }
  private struct Plain { let closure: @Sendable (First, Second) -> Void }

  package let isolation: (any Actor)?
  package let call: @Sendable (First, Second) -> Void

  package init(_ closure: @escaping @isolated(any) @Sendable (First, Second) -> Void) {
    isolation = closure.isolation
    call = unsafe unsafeBitCast(Isolated(closure: closure), to: Plain.self).closure
  }
}

/// As ``IsolatedClosure``, without an argument.
package struct IsolatedAction {
  package let isolation: (any Actor)?
  package let call: @Sendable () -> Void

  package init(_ closure: @escaping @isolated(any) @Sendable () -> Void) {
    isolation = closure.isolation
    call = unsafe unsafeBitCast(closure, to: (@Sendable () -> Void).self)
  }
}

/// As ``IsolatedClosure``, with a result and without an argument.
package struct IsolatedReading<Value> {
  private struct Isolated { let closure: @isolated(any) @Sendable () -> Value }
  private struct Plain { let closure: @Sendable () -> Value }

  package let isolation: (any Actor)?
  package let call: @Sendable () -> Value

  package init(_ closure: @escaping @isolated(any) @Sendable () -> Value) {
    isolation = closure.isolation
    call = unsafe unsafeBitCast(Isolated(closure: closure), to: Plain.self).closure
  }
}
