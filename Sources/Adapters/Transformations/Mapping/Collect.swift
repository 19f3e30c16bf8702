public import TidingsCore

extension Publisher {
  /// Collects all updates into one array, when this publisher ends.
  ///
  ///     let names = try await file.textLines().broadcaster().collect().value
  ///
  ///     source:     1 --- 2 --- 3 --|
  ///     collect():  --------------- [1, 2, 3]|
  ///
  /// A task, as of ``reduce(into:_:)``: it subscribes when it is started, and completes when this publisher ends, with
  /// an empty array if there was no update. All updates are kept until then. Rx users know it as `toArray`.
  public func collect() -> PublishedTask<Never, [Update], Never> {
    reduce(into: []) { all, update in all.append(update) }
  }

  /// Collects updates in groups of a fixed size. The last group may be smaller.
  ///
  ///     source:      1 --- 2 ------ 3 --|
  ///     collect(2):  ----- [1, 2] ----- [3]|
  ///
  /// Ends when this publisher ends, after the rest if there is one. Rx users know it as `buffer`.
  ///
  /// - Parameter count: The size of a group, for each subscription; one or more.
  @inlinable
  public func collect(_ count: Int) -> Broadcaster<[Update]> {
    guard count >= 1 else { fatalError("collect(_:) takes a count of one or more, not \(count)") }
    return Broadcaster(
      MultiInputOperator<PublisherEvent<Update>, [Update]>(
        from: { [upstream = Broadcaster(self)] in $0.connect(eventsOf: upstream) },
        remembering: []
      ) { (group: inout [Update], event, output, _) in
        switch event {
        case .update(let update):
          group.append(update)
          guard group.count == count else { return }
          let full = group
          group = []
          output(full)
        case .ended:
          if !group.isEmpty { output(group) }
          output.end()
        }
      })
  }
}

extension Publisher {
  /// Collects updates in groups, one for each update of another publisher.
  ///
  ///     edits.collect(on: saveButton.taps)
  ///
  ///     source:   1 - 2 ----------- 3 ---- 4|
  ///     trigger:  ------ x ----- x ---- x --|
  ///     result:   ------ [1, 2] ------- [3] [4]|
  ///
  /// Ends when either has ended, right after the group that has begun, if it is not empty. This publisher is subscribed
  /// first, then the trigger, so that of two values a group with the current one passes before `subscribe` returns.
  /// What is collected is kept for each subscription until the trigger updates, without a bound. Rx users know it as
  /// `buffer`, with a publisher as the boundary.
  ///
  /// - Parameters:
  ///   - trigger: When to pass a group on; what it publishes does not matter.
  ///   - skipsEmpty: Whether a trigger before which nothing came is passed over, or passes on an empty group.
  @inlinable
  public func collect(on trigger: some Publisher, skipsEmpty: Bool = true) -> Broadcaster<[Update]> {
    Broadcaster(
      MultiInputOperator<SampleInput<Update>, [Update]>(
        from: { [upstream = Broadcaster(self), trigger = Broadcaster(trigger)] inputs in
          inputs.connect(upstream, ended: .ended) { .update($0) }
          inputs.connect(trigger, ended: .ended) { _ in .trigger }
        }, remembering: []
      ) { (group: inout [Update], input, output, _) in
        switch input {
        case .update(let update):
          group.append(update)
        case .trigger:
          if skipsEmpty, group.isEmpty { return }
          let passes = group
          group = []
          output(passes)
        case .ended:
          if !group.isEmpty { output(group) }
          output.end()
        }
      })
  }
}
