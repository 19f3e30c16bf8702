import TidingsCore

extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// Iterates in a Swift task, until the end or until the token is invalidated.
  ///
  /// - Parameters:
  ///   - receive: Called with each element; the next one is asked for when it has returned.
  ///   - completion: Called after the last element.
  func iterate(
    _ receive: @escaping @Sendable (Element) -> Void,
    completion: @escaping @Sendable (Result<Void, Failure>) -> Void
  ) -> Subscription {
    // Made here and not in the task: a sequence that collects from then on misses nothing once this has returned.
    let iterator = makeAsyncIterator()
    let task = Task.detached(priority: Task.currentPriority) {
      var iterator = iterator
      do throws(Failure) {
        // Asked once more when cancelled in between: only while it is asked does a sequence learn that it is over. One
        // that does not look is left with the element that it then has.
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
