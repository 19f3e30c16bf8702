public import TidingsCore

extension PublishedTask {
  /// A task that is tried again where it fails.
  ///
  ///     PublishedTask.retrying(attempts: 3, while: \.isTemporary) { _ in upload(file) }
  ///
  ///     attempt 1:  a --- failure|
  ///     attempt 2:               b --- success(1)|
  ///     result:     a ---------- b --- success(1)|
  ///
  /// A recipe makes each attempt, since a task that has completed only tells its result again. Completes with the
  /// first success, or with the failure of the last attempt. The attempts are run once for all subscribers; when the
  /// last one leaves, the attempt that is running is cancelled. An attempt that goes away without completing ends the
  /// result in the same way.
  ///
  /// - Parameters:
  ///   - attempts: How many attempts to make; one or more.
  ///   - isWorthwhile: Whether to try again after this failure; by default always.
  ///   - recipe: Makes the task of each attempt, counted from 1; called where the attempt before has failed.
  public static func retrying(
    attempts: Int, while isWorthwhile: @escaping @Sendable (Failure) -> Bool = { _ in true },
    _ recipe: @escaping @Sendable (_ attempt: Int) -> PublishedTask
  ) -> PublishedTask {
    guard attempts >= 1 else { fatalError("retrying(attempts:while:_:) takes one attempt or more, not \(attempts)") }
    return PublishedTask(
      Funnel<SourceEvent<Update>, Update>(
        from: { inlets in inlets.connect(recipe(1), at: 1) }, remembering: 1
      ) { current, input, outlet, inlets in
        switch input {
        case .update(.completed(.failure(let failure)), _):
          guard current < attempts, isWorthwhile(failure) else { return outlet.complete(.failure(failure)) }
          current += 1
          inlets.connect(recipe(current), at: current)
        case .update(.completed(let result), _):
          outlet.complete(result)
        case .update(let progress, _):
          outlet(progress)
        case .ended(let attempt):
          if attempt == current { outlet.end() }
        }
      })
  }
}
