#if TIDINGS_WITHOUT_CLOSURE_CASTS
  /// Calls isolated closures from synchronous code without a cast, for compilers that represent closures in another way.
  ///
  /// A call starts a Swift task on the actor of the closure. An immediate task runs until it suspends, and it does not
  /// suspend, because the caller is already on that actor.
  ///
  /// Each call allocates. A nonisolated closure that is delivered on an actor cannot call `assumeIsolated`, because its task
  /// is not isolated to that actor. Immediate tasks need macOS 26, iOS 26, tvOS 26, watchOS 26 or visionOS 26.
  @usableFromInline
  enum UncastCall: Sendable {
    /// Invariant behind `@unchecked`: the value is used only on the calling thread, before the call returns.
    struct Box<Value>: @unchecked Sendable {
      let value: Value
    }

    /// Invariant behind `@unchecked`: the result is set and read on the calling thread.
    private final class Result<Value>: @unchecked Sendable {
      var value: Value?
    }

    @usableFromInline
    static func of<each Argument, Value: Sendable>(
      _ closure: @escaping @isolated(any) @Sendable (repeat each Argument) -> Value
    ) -> @Sendable (repeat each Argument) -> Value {
      { (argument: repeat each Argument) in
        let arguments = Box(value: (repeat each argument))
        let result = Result<Value>()
        if let actor = closure.isolation {
          actor.assumeIsolated { start(on: $0, closure, arguments, result) }
        } else {
          _ = Task.immediate { result.value = await closure(repeat each arguments.value) }
        }
        guard let value = result.value else { fatalError("An immediate task has suspended. Please report it.") }
        return value
      }
    }

    private static func start<each Argument, Value: Sendable>(
      on actor: isolated any Actor, _ closure: @escaping @isolated(any) @Sendable (repeat each Argument) -> Value,
      _ arguments: Box<(repeat each Argument)>, _ result: Result<Value>
    ) {
      _ = Task.immediate {
        // The capture isolates the task to the actor.
        _ = actor
        result.value = await closure(repeat each arguments.value)
      }
    }
  }
#endif
