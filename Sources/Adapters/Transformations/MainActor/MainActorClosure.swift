/// A closure of the main actor, as one that can be called from synchronous code.
///
/// Invariant behind the cast: only code that runs on the main actor calls it, such as a stage behind
/// ``Attachment/onMainActor()``. The isolation of a closure to a global actor is a part of its type alone. Through a
/// struct whose one field is spelled as a function it makes no thunk.
struct MainActorClosure<Argument, Result>: Sendable {
  private struct Isolated {
    let closure: @MainActor @Sendable (Argument) -> Result
  }

  private struct Plain {
    let closure: @Sendable (Argument) -> Result
  }

  let call: @Sendable (Argument) -> Result

  init(_ closure: @escaping @MainActor @Sendable (Argument) -> Result) {
    call = unsafe unsafeBitCast(Isolated(closure: closure), to: Plain.self).closure
  }
}
