import TidingsCore

extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// Iterates in a Swift task until the end, or until the token is invalidated.
  ///
  /// - Parameters:
  ///   - receive: Called with each element. The next one is requested after it has returned.
  ///   - completion: Called after the last element.
  func iterate(
    _ receive: @escaping @Sendable (Element) -> Void,
    completion: @escaping @Sendable (Result<Void, Failure>) -> Void
  ) -> Subscription {
    // Made before the task begins, because some sequences buffer from then on.
    let iterator = makeAsyncIterator()
    let task = Task.detached(priority: Task.currentPriority) {
      var iterator = iterator
      do throws(Failure) {
        // Called once more after a cancellation, because a sequence notices it only while it is called. An element that it
        // then returns is dropped.
        while let element = try await iterator.next(isolation: nil) {
          guard !Task.isCancelled else { return }
          receive(element)
        }
        completion(.success(()))
      } catch {
        completion(.failure(error))
      }
    }
    return Subscription { task.cancel() }
  }
}
