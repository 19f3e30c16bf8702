import TidingsAdapters
public import TidingsCore

extension Marbles {
  /// Returns events that happen from now on, also without subscribers.
  ///
  /// A ``BroadcasterStub`` with ``script(_:values:fileID:filePath:line:column:)`` does the same, and records its
  /// subscriptions.
  ///
  /// - Parameters:
  ///   - diagram: The diagram.
  ///   - values: The values of the letters. A letter without a value is its own value, if updates are strings.
  public func hot<Update: Sendable>(
    _ diagram: String, values: [Character: Update] = [Character: String](), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Broadcaster<Update> {
    hot(script(diagram, values: values, fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Returns the events of a script, from now on. For results, use ``script(_:values:failure:fileID:filePath:line:column:)``.
  public func hot<Update>(_ script: [TimelineEvent<Update>]) -> Broadcaster<Update> {
    keep(BroadcasterStub(script, scheduler: scheduler)).broadcaster
  }

  /// Returns events that begin with each subscription.
  ///
  /// - Parameters:
  ///   - diagram: The diagram.
  ///   - values: The values of the letters. A letter without a value is its own value, if updates are strings.
  public func cold<Update: Sendable>(
    _ diagram: String, values: [Character: Update] = [Character: String](), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Broadcaster<Update> {
    cold(script(diagram, values: values, fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Returns the events of a script, from each subscription on.
  public func cold<Update>(_ script: [TimelineEvent<Update>]) -> Broadcaster<Update> {
    keep(BroadcasterStub(cold: script, scheduler: scheduler)).broadcaster
  }

  /// Returns a value that changes from now on. The letter in the first column is its initial value.
  ///
  /// Without a letter there, the program stops.
  ///
  /// - Parameters:
  ///   - diagram: The diagram.
  ///   - values: The values of the letters. A letter without a value is its own value, if the values are strings.
  public func value<Value: Sendable>(
    _ diagram: String, values: [Character: Value] = [Character: String](), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> PublishedValue<Value> {
    let site = CallSite(fileID, filePath, line, column)
    let script = script(diagram, values: values, fileID: fileID, filePath: filePath, line: line, column: column)
    guard let first = script.first, first.time == .zero, case .update(let initial) = first.event
    else {
      do { _ = try MarbleDiagram(diagram) } catch { fatalError("\(site): \(error)") }
      fatalError(
        "\(site): a published value needs its initial value in the first column. Put a letter with a value there.")
    }
    let property = keep(PublishedProperty(initial))
    Array(script.dropFirst()).play(on: scheduler, into: keep(SubscriptionBag())) { [property] event in
      switch event {
      case .update(let value): property.value = value
      case .ended: property.finish()
      }
    }
    return property.publishedValue
  }

  /// Returns a task whose runs play the diagram.
  ///
  /// A letter is progress, `(a|)` a success with that letter, `#` a failure, and `|` an end without a result.
  ///
  /// - Parameter diagram: The diagram.
  public func task(
    _ diagram: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> PublishedTask<String, String, MarbleFailure> {
    let site = CallSite(fileID, filePath, line, column)
    let script: [TimelineEvent<TaskUpdate<String, String, MarbleFailure>>] = steps(
      of: diagram, failure: .completed(.failure(MarbleFailure())), at: site
    ) { letter, isLast in
      isLast ? .completed(.success(String(letter))) : .inProgress(String(letter))
    }
    // One task for all subscribers. Each access to that of the stub makes another.
    return keep(PublishedTaskStub(script, scheduler: scheduler)).publishedTask
  }
}
