public import TidingsCore

extension Broadcaster {
  /// Creates a broadcaster from objects that are made by its first subscriber and stopped after its last.
  ///
  /// The objects need not be `Sendable`:
  ///
  ///     let codes = Broadcaster<String> { source in
  ///       let reader = BarcodeReader()
  ///       reader.onCode = { source.send($0) }
  ///       reader.start()
  ///       return reader
  ///     } stop: { reader in
  ///       reader.stop()
  ///     }
  ///
  /// The guarantees of ``Broadcaster/init(_:)-((BroadcastSource<Update>)->Subscription)`` hold. `start` and `stop` never run at the same time.
  ///
  /// - Parameters:
  ///   - start: Called when the first subscriber has joined. Returns objects that are kept until `stop` is called. Nothing
  ///     else may refer to them.
  ///   - stop: Called with these objects when the last subscriber has unsubscribed, or when the source finishes.
  public init<Objects>(
    start: @escaping @Sendable (_ source: BroadcastSource<Update>) -> sending Objects,
    stop: @escaping @Sendable (sending Objects) -> Void
  ) {
    self.init { source in
      // Safe, because only the closure below uses the objects, and it is called once.
      nonisolated(unsafe) let objects = start(source)
      return .whenOver { unsafe stop(objects) }
    }
  }
}

extension PublishedTask {
  /// Creates a task from objects that are made by its first subscriber and stopped when it is over.
  ///
  /// The objects need not be `Sendable`. ``Broadcaster/init(start:stop:)`` has an example.
  ///
  /// - Parameters:
  ///   - start: Called for the first subscriber. Returns objects that are kept until `stop` is called. Nothing else may
  ///     refer to them.
  ///   - stop: Called with these objects when the task has completed, or when the last subscriber has unsubscribed.
  public init<Objects>(
    start: @escaping @Sendable (_ run: TaskRun<Progress, Success, Failure>) -> sending Objects,
    stop: @escaping @Sendable (sending Objects) -> Void
  ) {
    self.init(start: { run in
      // Safe, because only the closure below uses the objects, and it is called once.
      nonisolated(unsafe) let objects = start(run)
      return .whenOver { unsafe stop(objects) }
    })
  }
}
