/// A closure with a known actor, split into the actor and a closure that synchronous code can call.
///
/// The casts of this file rely on these facts:
/// - The isolation of a function is a part of its type only. Its value is a code pointer and a context, and the code takes the
///   same arguments. `assumeIsolated` of the standard library relies on this, too.
/// - The value of an `@isolated(any)` closure has that layout. Its context begins with the actor.
/// - On arm64e, code pointers are signed. If the signature depended on the isolation, the first call would trap. This was never
///   tried on such a processor.
///
/// A closure is cast once, at subscription, because a cast at each call would cost two allocations. The cast goes through a
/// struct whose only field has a function type, so that it makes no thunk. Debug builds check the first cast.
///
/// Invariant: a caller of `call` has checked `isolation` and runs on that actor.
@frozen @usableFromInline package struct IsolatedClosure<Argument>: Sendable {
  @frozen @usableFromInline struct Isolated: Sendable {
    @usableFromInline let closure: @isolated(any) @Sendable (Argument) -> Void

    @inlinable init(closure: @escaping @isolated(any) @Sendable (Argument) -> Void) { self.closure = closure }
  }

  @usableFromInline struct Plain: Sendable {
    @usableFromInline let closure: @Sendable (Argument) -> Void
  }

  @usableFromInline package let isolation: (any Actor)?
  @usableFromInline package let call: @Sendable (Argument) -> Void

  /// Inlinable, so that the closure is not retained on the way to its storage.
  @inlinable package init(_ closure: @escaping @isolated(any) @Sendable (Argument) -> Void) {
    isolation = closure.isolation
    #if DEBUG
      ClosureCastCheck.run()
    #endif
    call = unsafe unsafeBitCast(Isolated(closure: closure), to: Plain.self).closure
  }
}

#if DEBUG
  /// Casts a closure with a captured variable and calls it, once in a process.
  @usableFromInline enum ClosureCastCheck: Sendable {
    private static let isSound: Bool = {
      let last = Locked(0)
      let one = 1
      let isolated = IsolatedClosure<Int>.Isolated { argument in last.withLock { $0 = argument + one } }
      unsafe unsafeBitCast(isolated, to: IsolatedClosure<Int>.Plain.self).closure(41)
      return last.withLock { $0 } == 42
    }()

    @usableFromInline static func run() {
      guard isSound else {
        fatalError(
          """
          This compiler represents isolated closures in a way that Tidings does not support. Please report it, with the \
          version of the compiler.
          """)
      }
    }
  }
#endif

/// An ``IsolatedClosure`` with two arguments.
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

/// An ``IsolatedClosure`` without an argument, which can have a result.
@usableFromInline package struct IsolatedAction<Value: Sendable>: Sendable {
  private struct Isolated { let closure: @isolated(any) @Sendable () -> Value }
  private struct Plain { let closure: @Sendable () -> Value }

  @usableFromInline package let isolation: (any Actor)?
  @usableFromInline package let call: @Sendable () -> Value

  @usableFromInline package init(_ closure: @escaping @isolated(any) @Sendable () -> Value) {
    isolation = closure.isolation
    call = unsafe unsafeBitCast(Isolated(closure: closure), to: Plain.self).closure
  }
}

/// A closure of the main actor that synchronous code can call. Invariant: a caller of `call` runs on the main actor.
@usableFromInline package struct MainActorClosure<Argument, Result>: Sendable {
  private struct Isolated { let closure: @MainActor @Sendable (Argument) -> Result }
  private struct Plain { let closure: @Sendable (Argument) -> Result }

  @usableFromInline package let call: @Sendable (Argument) -> Result

  @usableFromInline package init(_ closure: @escaping @MainActor @Sendable (Argument) -> Result) {
    call = unsafe unsafeBitCast(Isolated(closure: closure), to: Plain.self).closure
  }
}
